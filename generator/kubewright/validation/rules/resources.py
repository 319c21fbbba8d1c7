"""Rules for amounts: containers, pods, nodes, limit ranges."""

from kubewright.validation.findings import Rule

_CORE = "pkg/apis/core/validation/validation.go"
_NAME = f"{_CORE} validateContainerResourceName"
_VALUE = f"{_CORE} ValidateResourceQuantityValue"
_BOTH = f"{_CORE} validateResourceRequirements"
_POD = f"{_CORE} validatePodResourceConsistency"
_RESIZE = f"{_CORE} ValidatePodResize"
_KEY = "*.requests[key] | *.limits[key]"

ROWS = (
    Rule(
        "resources/name",
        "Invalid",
        _KEY,
        "must be a label key: an optional DNS subdomain and '/', then at most 63 of A-Za-z0-9-_.",
        f"{_CORE} validateResourceName",
    ),
    Rule(
        "resources/unknown",
        "Invalid",
        _KEY,
        "must be a standard resource type or fully qualified",
        f"{_CORE} validateResourceName",
    ),
    Rule(
        "resources/container-name",
        "Invalid",
        _KEY,
        "must be a standard resource for containers",
        _NAME,
    ),
    Rule(
        "resources/extended-name",
        "Invalid",
        _KEY,
        "doesn't follow extended resource name standard",
        _NAME,
    ),
    Rule(
        "resources/pod-name",
        "NotSupported",
        "spec.resources.requests[key] | spec.resources.limits[key]",
        'supported values: "cpu", "hugepages-", "memory"',
        f"{_CORE} validatePodResourceName",
    ),
    Rule(
        "resources/negative",
        "Invalid",
        _KEY,
        "must be greater than or equal to 0",
        _VALUE,
    ),
    Rule("resources/integer", "Invalid", _KEY, "must be an integer", _VALUE),
    Rule(
        "resources/page-size",
        "Invalid",
        _KEY,
        "must be a whole multiple of the page size in its name",
        f"{_CORE} validateResourceQuantityHugePageValue",
    ),
    Rule(
        "resources/equal",
        "Invalid",
        "*.requests",
        "must be equal to the limit",
        _BOTH,
    ),
    Rule(
        "resources/limit-required",
        "Required",
        "*.limits",
        "a limit must be set for resources that cannot be overcommitted",
        _BOTH,
    ),
    Rule(
        "resources/above-limit",
        "Invalid",
        "*.requests",
        "must be less than or equal to the limit",
        _BOTH,
    ),
    Rule(
        "resources/huge-pages-alone",
        "Forbidden",
        "*.resources | spec.overhead",
        "huge pages require cpu or memory",
        _BOTH,
    ),
    Rule(
        "pod-resources/below-containers",
        "Invalid",
        "spec.resources.requests[key]",
        "must be greater than or equal to aggregate container requests",
        _POD,
    ),
    Rule(
        "pod-resources/container-limit",
        "Invalid",
        "spec.resources.containers[][key].limits",
        "must be less than or equal to pod limits",
        _POD,
    ),
    Rule(
        "resize/resource",
        "Forbidden",
        "spec",
        "only cpu and memory resources are mutable",
        _RESIZE,
    ),
    Rule(
        "resize/removed",
        "Forbidden",
        "*.resources.requests | *.resources.limits",
        "requests and limits cannot be removed",
        _RESIZE,
    ),
    Rule(
        "resize/claims-1.36",
        "Forbidden",
        "spec",
        "a pod with node-allocatable claim statuses cannot be resized",
        _RESIZE,
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "node/negative",
        "Invalid",
        "status.capacity.key | status.allocatable.key",
        "must be greater than or equal to 0",
        f"{_CORE} ValidateNodeResources",
    ),
    Rule(
        "node/integer",
        "Invalid",
        "status.capacity.key | status.allocatable.key",
        "must be an integer",
        f"{_CORE} ValidateNodeResources",
    ),
    Rule(
        "limit-range/equal",
        "Invalid",
        "spec.limits[].defaultRequest[key]",
        "must equal the default of a resource that cannot be overcommitted",
        f"{_CORE} ValidateLimitRange",
    ),
)
