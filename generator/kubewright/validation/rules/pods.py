"""Rules for the claims of a pod: declared, used by containers, and reported in its status."""

from kubewright.validation.findings import Rule

_CORE = "pkg/apis/core/validation/validation.go"
_CLAIM = f"{_CORE} validatePodResourceClaim"
_USE = f"{_CORE} validateResourceClaimNames"
_STATUSES = f"{_CORE} ValidatePodStatusUpdate (resource claim statuses)"
_EXTENDED = f"{_CORE} ValidatePodStatusUpdate (extended resource claim status)"
_TAGS = "api/core/v1/types.go (list and required tags)"
_AT = "status.nodeAllocatableResourceClaimStatuses[]"
_ER = "status.extendedResourceClaimStatus"

ROWS = (
    Rule(
        "pod-claim/name-required",
        "Required",
        "spec.resourceClaims[].name",
        "a name is required",
        _CLAIM,
    ),
    Rule(
        "pod-claim/duplicate",
        "Duplicate",
        "spec.resourceClaims[].name",
        "a claim of this name is there already",
        _CLAIM,
    ),
    Rule(
        "pod-claim/generated-name",
        "Invalid",
        "spec.resourceClaims[].name",
        "pod name and claim name together must be a DNS subdomain",
        _CLAIM,
    ),
    Rule(
        "pod-claim/one",
        "Invalid",
        "spec.resourceClaims[]",
        "exactly one of resourceClaimName, resourceClaimTemplateName must be set",
        _CLAIM,
    ),
    Rule(
        "container-claim/name-required",
        "Required",
        "*.resources.claims[]",
        "a name is required",
        _USE,
    ),
    Rule(
        "container-claim/duplicate",
        "Duplicate",
        "*.resources.claims[]",
        "the claim (or this request of it) is there already",
        _USE,
    ),
    Rule(
        "container-claim/undeclared",
        "NotFound",
        "*.resources.claims[]",
        "must be one of the names in spec.resourceClaims",
        _USE,
    ),
    Rule(
        "pod-resources/claims",
        "Forbidden",
        "spec.resources.claims",
        "may not be set for resources at pod level",
        f"{_CORE} validatePodResources",
    ),
    # Status: which claim stands behind a declared name.
    Rule(
        "claim-status/undeclared",
        "Invalid",
        "status.resourceClaimStatuses[].name",
        "must match the name of an entry in spec.resourceClaims",
        _STATUSES,
    ),
    Rule(
        "claim-status/duplicate",
        "Duplicate",
        "status.resourceClaimStatuses[].name",
        "an entry of this name is there already",
        _STATUSES,
    ),
    # Status: node-allocatable resources of claims.
    Rule(
        "allocatable-status/duplicate",
        "Duplicate",
        _AT,
        "an entry for this claim is there already",
        _TAGS,
        since=(1, 37),
    ),
    Rule(
        "allocatable-status/claim-required",
        "Required",
        f"{_AT}.resourceClaimName",
        "the name of a ResourceClaim is required",
        _TAGS,
    ),
    Rule(
        "allocatable-status/claim",
        "Invalid",
        f"{_AT}.resourceClaimName",
        "no claim of this name in spec.resourceClaims or status.resourceClaimStatuses",
        f"{_CORE} validateNodeAllocatableResourceClaimStatuses",
    ),
    Rule(
        "allocatable-status/container-duplicate",
        "Duplicate",
        f"{_AT}.containers[]",
        "the container is there already",
        _TAGS,
    ),
    Rule(
        "allocatable-status/containers",
        "Required",
        f"{_AT}.containers",
        "at least one container is required",
        f"{_CORE} (1.36)",
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "allocatable-status/amount-duplicate",
        "Duplicate",
        f"{_AT}.mapping[] | {_AT}.overhead[]",
        "an entry for this resource is there already",
        _TAGS,
        since=(1, 37),
    ),
    Rule(
        "allocatable-status/name-required",
        "Required",
        f"{_AT}.mapping[].name | {_AT}.overhead[].name",
        "a resource name is required",
        _TAGS,
        since=(1, 37),
    ),
    Rule(
        "allocatable-status/name",
        "Invalid",
        f"{_AT}.mapping[].name | {_AT}.overhead[].name | {_AT}.resources[key]",
        "must be a node allocatable resource name: cpu, memory or hugepages-<size>",
        f"{_CORE} validateNodeAllocatableResourceClaimStatuses",
    ),
    Rule(
        "allocatable-status/quantity-required",
        "Required",
        f"{_AT}.mapping[].quantity",
        "a quantity is required",
        _TAGS,
        since=(1, 37),
    ),
    Rule(
        "allocatable-status/amount",
        "Invalid",
        f"{_AT}.mapping[].quantity | {_AT}.overhead[].perPod | {_AT}.overhead[].perContainer"
        f" | {_AT}.resources[key]",
        "must be greater than or equal to 0",
        f"{_CORE} validateNodeAllocatableResourceClaimStatuses",
    ),
    Rule(
        "allocatable-status/overhead",
        "Invalid",
        f"{_AT}.overhead[]",
        "at least one of perPod, perContainer must be set",
        f"{_CORE} validateNodeAllocatableResourceClaimStatuses",
        since=(1, 37),
    ),
    Rule(
        "allocatable-status/resources",
        "Required",
        f"{_AT}.resources",
        "at least one resource is required",
        f"{_CORE} (1.36)",
        since=(1, 36),
        until=(1, 36),
    ),
    # Status: the claim behind extended resources.
    Rule(
        "extended-status/required",
        "Required",
        f"{_ER}.requestMappings",
        "at least one request mapping is required",
        _EXTENDED,
    ),
    Rule(
        "extended-status/container",
        "Invalid",
        f"{_ER}.requestMappings[].containerName",
        "must match the name of an init or regular container",
        _EXTENDED,
    ),
    Rule(
        "extended-status/resource",
        "Invalid",
        f"{_ER}.requestMappings[].resourceName",
        "must match a name in the container's resource requests",
        _EXTENDED,
    ),
    Rule(
        "extended-status/request",
        "Invalid",
        f"{_ER}.requestName",
        "each requestName must be a DNS label (the server leaves the index out of the path)",
        _EXTENDED,
    ),
    Rule(
        "extended-status/duplicate",
        "Duplicate",
        f"{_ER}.requestMappings[].containerName | {_ER}.requestMappings[].resourceName"
        f" | {_ER}.requestMappings[].requestName",
        "a mapping of this container, resource and request is there already",
        _EXTENDED,
    ),
    Rule(
        "extended-status/claim-required",
        "Required",
        f"{_ER}.resourceClaimName",
        "the name of a ResourceClaim is required",
        _EXTENDED,
    ),
)
