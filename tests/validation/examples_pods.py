"""Examples of the rules of pods, nodes and limit ranges."""

from validation.bases import (
    DROP,
    LIMITS,
    NODE,
    POD,
    POD_LEVEL,
    POD_STATUS,
    POD_STATUS_136,
)
from validation.example import CTR, ERM, ERS, LATE, NAS, bad

PODS = [
    bad("pod-claim/name-required", POD, {"spec.resourceClaims[0].name": ""}),
    bad("pod-claim/duplicate", POD, {"spec.resourceClaims[1].name": "gpu"}),
    bad(
        "pod-claim/generated-name",
        POD,
        {"metadata.name": "a" * 252},
        "spec.resourceClaims[1].name",
    ),
    bad(
        "pod-claim/one",
        POD,
        {"spec.resourceClaims[0].resourceClaimName": DROP},
        "spec.resourceClaims[0]",
    ),
    bad(
        "pod-claim/one",
        POD,
        {"spec.resourceClaims[0].resourceClaimTemplateName": "t"},
        "spec.resourceClaims[0]",
    ),
    bad(
        "container-claim/name-required",
        POD,
        {f"{CTR}.claims[0].name": ""},
        f"{CTR}.claims[0]",
    ),
    bad(
        "container-claim/duplicate",
        POD,
        {f"{CTR}.claims[1].request": "a"},
        f"{CTR}.claims[1]",
    ),
    bad(
        "container-claim/duplicate",
        POD,
        {f"{CTR}.claims[1].request": DROP},
        f"{CTR}.claims[1]",
    ),
    bad(
        "container-claim/duplicate",
        POD,
        {f"{CTR}.claims[0].request": DROP},
        f"{CTR}.claims[1]",
    ),
    bad(
        "container-claim/undeclared",
        POD,
        {f"{CTR}.claims[0].name": "fpga"},
        f"{CTR}.claims[0]",
    ),
    bad(
        "pod-resources/claims", POD_LEVEL, {"spec.resources.claims": [{"name": "gpu"}]}
    ),
    bad(
        "claim-status/undeclared",
        POD_STATUS,
        {"status.resourceClaimStatuses[0].name": "x"},
    ),
    bad(
        "claim-status/duplicate",
        POD_STATUS,
        {"status.resourceClaimStatuses": [{"name": "nic"}, {"name": "nic"}]},
        "status.resourceClaimStatuses[1].name",
    ),
    bad(
        "allocatable-status/duplicate",
        POD_STATUS,
        {
            "status.nodeAllocatableResourceClaimStatuses": [
                {"resourceClaimName": "work"}
            ]
            * 2
        },
        "status.nodeAllocatableResourceClaimStatuses[1]",
    ),
    bad(
        "allocatable-status/claim-required",
        POD_STATUS,
        {f"{NAS}.resourceClaimName": DROP},
    ),
    bad("allocatable-status/claim", POD_STATUS, {f"{NAS}.resourceClaimName": "gpu"}),
    bad(
        "allocatable-status/container-duplicate",
        POD_STATUS,
        {f"{NAS}.containers": ["main", "main"]},
        f"{NAS}.containers[1]",
    ),
    bad(
        "allocatable-status/containers",
        POD_STATUS_136,
        {f"{NAS}.containers": []},
        **LATE,
    ),
    bad(
        "allocatable-status/amount-duplicate",
        POD_STATUS,
        {f"{NAS}.mapping[1].name": "cpu"},
        f"{NAS}.mapping[1]",
    ),
    bad(
        "allocatable-status/name-required", POD_STATUS, {f"{NAS}.mapping[0].name": DROP}
    ),
    bad(
        "allocatable-status/name",
        POD_STATUS,
        {f"{NAS}.overhead[0].name": "ephemeral-storage"},
    ),
    bad(
        "allocatable-status/name",
        POD_STATUS_136,
        {f"{NAS}.resources[example.com/x]": "1"},
        **LATE,
    ),
    bad(
        "allocatable-status/quantity-required",
        POD_STATUS,
        {f"{NAS}.mapping[0].quantity": DROP},
    ),
    bad("allocatable-status/amount", POD_STATUS, {f"{NAS}.mapping[0].quantity": "-1"}),
    bad(
        "allocatable-status/amount",
        POD_STATUS,
        {f"{NAS}.overhead[0].perContainer": "-1"},
    ),
    bad(
        "allocatable-status/amount",
        POD_STATUS_136,
        {f"{NAS}.resources[cpu]": "-1"},
        **LATE,
    ),
    bad(
        "allocatable-status/overhead",
        POD_STATUS,
        {f"{NAS}.overhead[0]": {"name": "cpu"}},
    ),
    bad(
        "allocatable-status/resources", POD_STATUS_136, {f"{NAS}.resources": {}}, **LATE
    ),
    bad("extended-status/required", POD_STATUS, {f"{ERS}.requestMappings": []}),
    bad("extended-status/container", POD_STATUS, {f"{ERM}.containerName": "x"}),
    bad(
        "extended-status/resource", POD_STATUS, {f"{ERM}.resourceName": "example.com/x"}
    ),
    bad(
        "extended-status/request",
        POD_STATUS,
        {f"{ERM}.requestName": "A"},
        f"{ERS}.requestName",
    ),
    bad(
        "extended-status/duplicate",
        POD_STATUS,
        {
            f"{ERS}.requestMappings": POD_STATUS["status"][
                "extendedResourceClaimStatus"
            ]["requestMappings"]
            * 2
        },
        f"{ERS}.requestMappings[1].requestName",
    ),
    bad("extended-status/claim-required", POD_STATUS, {f"{ERS}.resourceClaimName": ""}),
]


RESOURCES = [
    bad("resources/name", POD, {f"{CTR}.limits[a b]": "1"}),
    bad("resources/unknown", POD, {f"{CTR}.limits[dongle]": "1"}),
    bad("resources/unknown", POD_LEVEL, {"spec.resources.requests[dongle]": "1"}),
    bad("resources/container-name", POD, {f"{CTR}.limits[pods]": "1"}),
    bad("resources/extended-name", POD, {f"{CTR}.limits[requests.a.b/c]": "1"}),
    bad("resources/pod-name", POD_LEVEL, {"spec.resources.limits[example.com/x]": "1"}),
    bad("resources/pod-name", POD_LEVEL, {"spec.resources.limits[pods]": "1"}),
    bad("resources/negative", POD, {f"{CTR}.requests[cpu]": "-1"}),
    bad(
        "resources/negative",
        POD,
        {"spec.overhead[cpu]": "-1"},
        "spec.overhead.limits[cpu]",
    ),
    bad("resources/integer", POD, {f"{CTR}.limits[example.com/dongle]": "999999999n"}),
    bad(
        "resources/integer",
        POD,
        {f"{CTR}.limits[example.com/dongle]": "1500m"},
        f"{CTR}.requests[example.com/dongle]",
    ),
    bad("resources/page-size", POD, {f"{CTR}.limits[hugepages-2Mi]": "3Mi"}),
    bad("resources/page-size", POD, {f"{CTR}.limits[hugepages-x]": "2Mi"}),
    bad(
        "resources/equal",
        POD,
        {f"{CTR}.requests[example.com/dongle]": "1"},
        f"{CTR}.requests",
    ),
    bad(
        "resources/equal",
        POD,
        {f"{CTR}.requests[hugepages-2Mi]": "2Mi"},
        f"{CTR}.requests",
    ),
    bad(
        "resources/limit-required",
        POD,
        {f"{CTR}.requests[example.com/x]": "1"},
        f"{CTR}.limits",
    ),
    bad(
        "resources/above-limit",
        POD,
        {f"{CTR}.requests[memory]": "2Gi"},
        f"{CTR}.requests",
    ),
    bad(
        "resources/huge-pages-alone",
        POD,
        {"spec.containers[1].resources.limits": {"hugepages-2Mi": "2Mi"}},
        "spec.containers[1].resources",
    ),
    bad(
        "pod-resources/below-containers",
        POD_LEVEL,
        {"spec.resources.requests[cpu]": "1"},
    ),
    bad(
        "pod-resources/container-limit",
        POD_LEVEL,
        {f"{CTR}.limits[memory]": "3Gi"},
        "spec.resources.containers[0][memory].limits",
    ),
    bad(
        "resize/resource",
        POD,
        {f"{CTR}.limits[example.com/dongle]": "3"},
        "spec",
        operation="update",
        old=POD,
    ),
    bad(
        "resize/removed",
        POD,
        {f"{CTR}.requests[cpu]": DROP},
        f"{CTR}.requests",
        operation="update",
        old=POD,
    ),
    bad(
        "resize/removed",
        POD,
        {f"{CTR}.limits[memory]": DROP},
        f"{CTR}.limits",
        operation="update",
        old=POD,
    ),
    bad(
        "resize/claims-1.36",
        POD_STATUS_136,
        {f"{CTR}.requests[cpu]": "2"},
        "spec",
        operation="update",
        old=POD_STATUS_136,
        **LATE,
    ),
    bad(
        "node/negative",
        NODE,
        {"status.allocatable[cpu]": "-1"},
        "status.allocatable.cpu",
    ),
    bad(
        "node/integer",
        NODE,
        {"status.capacity[example.com/dongle]": "2500m"},
        "status.capacity.example.com/dongle",
    ),
    bad(
        "limit-range/equal",
        LIMITS,
        {"spec.limits[0].defaultRequest[example.com/dongle]": "2"},
    ),
]
