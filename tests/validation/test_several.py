"""Faults that the server reports as several errors, and faults that hide others."""

from typing import Any

import pytest

from kubewright.validation import validate
from validation.bases import (
    CLAIM,
    DROP,
    POD,
    POD_LEVEL,
    POD_STATUS,
    REQUEST,
    SLICE,
    STATUS,
    Wire,
    edited,
)
from validation.example import OPERATION_OF

ALLOC = "spec.devices[0].nodeAllocatableResources"
REQ = "spec.devices.requests[0]"
CTR = "spec.containers[0].resources"
ERS = "status.extendedResourceClaimStatus"
VALUES = "spec.devices[0].capacity[example.com/cores].requestPolicy.validValues"
RANGE = "spec.devices[0].capacity[ram].requestPolicy.validRange"

CASES: list[tuple[str, Wire, dict[str, Any], set[tuple[str, str]]]] = [
    (
        "a multiplier alone lacks its key, and the union is empty; its sign is not looked at",
        SLICE,
        {f"{ALLOC}[cpu].mapping": {"capacityMultiplier": "-1"}},
        {
            ("Required", f"{ALLOC}[cpu].mapping.capacityKey"),
            ("Invalid", f"{ALLOC}[cpu].mapping"),
        },
    ),
    (
        "both members of the union, each fine",
        SLICE,
        {f"{ALLOC}[cpu].mapping.deviceMultiplier": "1"},
        {("Invalid", f"{ALLOC}[cpu].mapping")},
    ),
    (
        "a bad name does not stop the checks of its body",
        SLICE,
        {f"{ALLOC}[disk]": {"mapping": {"deviceMultiplier": "0"}, "overhead": {}}},
        {
            ("Invalid", f"{ALLOC}[disk]"),
            ("Invalid", f"{ALLOC}[disk].mapping.deviceMultiplier"),
            ("Invalid", f"{ALLOC}[disk].overhead"),
        },
    ),
    (
        "an empty key is not looked up",
        SLICE,
        {f"{ALLOC}[cpu].mapping.capacityKey": ""},
        {("Invalid", f"{ALLOC}[cpu].mapping.capacityKey")},
    ),
    (
        "a driver of one label of 64 bytes is too long, and nothing else",
        SLICE,
        {"spec.driver": "a" * 64},
        {("TooLong", "spec.driver")},
    ),
    (
        "a driver of 254 bytes is too long and no subdomain",
        SLICE,
        {"spec.driver": "a" * 254},
        {("TooLong", "spec.driver"), ("Invalid", "spec.driver")},
    ),
    (
        "a missing driver is required, and nothing else",
        SLICE,
        {"spec.driver": DROP},
        {("Required", "spec.driver")},
    ),
    (
        "a device whose pool is misspelled is not an allocated one either",
        STATUS,
        {"status.devices[0].pool": "hall/"},
        {("Invalid", "status.devices[0].pool"), ("Invalid", "status.devices[0]")},
    ),
    (
        "an empty condition",
        STATUS,
        {"status.devices[0].conditions[0]": {}},
        {
            ("Required", f"status.devices[0].conditions[0].{name}")
            for name in ("type", "status", "reason", "lastTransitionTime")
        },
    ),
    (
        "two conditions without a type count as one type",
        STATUS,
        {"status.devices[0].conditions": [{"status": "True"}, {"status": "True"}]},
        {("Duplicate", "status.devices[0].conditions[1]")}
        | {
            ("Required", f"status.devices[0].conditions[{index}].{name}")
            for index in (0, 1)
            for name in ("type", "reason", "lastTransitionTime")
        },
    ),
    (
        "eleven values hide the default",
        SLICE,
        {VALUES: [str(i) for i in range(1, 12)]},
        {("TooMany", VALUES), ("Invalid", VALUES)},
    ),
    (
        "without min nothing else of a range is looked at",
        SLICE,
        {RANGE: {"max": "1000Ti", "step": "-1"}},
        {("Required", f"{RANGE}.min")},
    ),
    (
        "a step must divide the way to the default and to max",
        SLICE,
        {RANGE: {"min": "1", "max": "64Gi", "step": "7"}},
        {("Invalid", f"{RANGE}.step")},
    ),
    (
        "a request of both kinds hides its bodies",
        CLAIM,
        {f"{REQ}.exactly": {"count": -1}, f"{REQ}.firstAvailable": [{"name": "UP"}]},
        {("Invalid", REQ)},
    ),
    (
        "an undeclared claim that repeats is both",
        POD,
        {f"{CTR}.claims": [{"name": "x"}, {"name": "x"}]},
        {
            ("NotFound", f"{CTR}.claims[0]"),
            ("NotFound", f"{CTR}.claims[1]"),
            ("Duplicate", f"{CTR}.claims[1]"),
        },
    ),
    (
        "a repeated claim name is a duplicate, whatever its form",
        POD,
        {"spec.resourceClaims[0].name": "A.b", "spec.resourceClaims[1].name": "A.b"},
        {
            ("Invalid", "spec.resourceClaims[0].name"),
            ("Duplicate", "spec.resourceClaims[1].name"),
            ("NotFound", f"{CTR}.claims[0]"),
            ("NotFound", f"{CTR}.claims[1]"),
            ("NotFound", "spec.containers[1].resources.claims[0]"),
        },
    ),
    (
        "a limit alone is reported under both maps",
        POD,
        {f"{CTR}.limits[example.com/dongle]": "-1500m"},
        {
            ("Invalid", f"{CTR}.limits[example.com/dongle]"),
            ("Invalid", f"{CTR}.requests[example.com/dongle]"),
        },
    ),
    (
        "a request alone of what cannot be overcommitted",
        POD,
        {"spec.initContainers[0].resources": {"requests": {"hugepages-2Mi": "3Mi"}}},
        {
            ("Invalid", "spec.initContainers[0].resources.requests[hugepages-2Mi]"),
            ("Required", "spec.initContainers[0].resources.limits"),
            ("Forbidden", "spec.initContainers[0].resources"),
        },
    ),
    (
        "a mapping that repeats is reported at its three members",
        POD_STATUS,
        {
            f"{ERS}.requestMappings": POD_STATUS["status"][
                "extendedResourceClaimStatus"
            ]["requestMappings"]
            * 2
        },
        {
            ("Duplicate", f"{ERS}.requestMappings[1].{name}")
            for name in ("containerName", "resourceName", "requestName")
        },
    ),
    (
        "an empty claim name hides the amounts of its entry",
        POD_STATUS,
        {
            "status.nodeAllocatableResourceClaimStatuses[0]": {
                "mapping": [{"name": "disk", "quantity": "-1"}]
            }
        },
        {
            (
                "Required",
                "status.nodeAllocatableResourceClaimStatuses[0].resourceClaimName",
            )
        },
    ),
    (
        "after the whole claim nothing of its requests is looked at",
        POD,
        {f"{CTR}.claims": [{"name": "gpu"}, {"name": "gpu", "request": "BAD"}]},
        {("Duplicate", f"{CTR}.claims[1]")},
    ),
    (
        "a bad request before the whole claim is looked at",
        POD,
        {f"{CTR}.claims": [{"name": "gpu", "request": "BAD"}, {"name": "gpu"}]},
        {
            ("Invalid", f"{CTR}.claims[0].request"),
            ("Duplicate", f"{CTR}.claims[1]"),
        },
    ),
    (
        "claims of a whole pod are refused, and looked at like those of a container",
        POD_LEVEL,
        {"spec.resources.claims": [{"name": "gpu"}, {"name": "x"}]},
        {
            ("Forbidden", "spec.resources.claims"),
            ("NotFound", "spec.resources.claims[1]"),
        },
    ),
    (
        "an empty list of a pod's claims is refused too",
        POD_LEVEL,
        {"spec.resources.claims": []},
        {("Forbidden", "spec.resources.claims")},
    ),
    (
        "a constraint that matches nothing does not use its other attribute",
        CLAIM,
        {
            f"{REQ}.exactly.derivedAttributes": [
                {"name": "a.com/x", "expression": "1"}
            ],
            "spec.devices.constraints": [
                {"matchAttribute": "", "distinctAttribute": "a.com/x"}
            ],
        },
        {
            ("Invalid", f"{REQ}.exactly.derivedAttributes[0].name"),
            ("Invalid", "spec.devices.constraints[0].matchAttribute"),
        },
    ),
    (
        "v1beta1 has no `exactly`: the server drops it, and the request is of no kind",
        CLAIM,
        {"apiVersion": "resource.k8s.io/v1beta1", "spec.devices.requests": [REQUEST]},
        {("Required", REQ), ("Invalid", "spec.devices.constraints[0].requests[1]")},
    ),
    (
        "v1 has no inline requests: the server drops their fields",
        CLAIM,
        {REQ: {"name": "lane", "deviceClassName": "x"}},
        {("Required", REQ)},
    ),
    (
        "v1beta1 has nothing of a device but its name outside of `basic`",
        SLICE,
        {
            "apiVersion": "resource.k8s.io/v1beta1",
            "spec.devices": [{"name": "A", "taints": [{}], "basic": {"name": "x"}}],
        },
        {("Invalid", "spec.devices[0].name")},
    ),
    (
        "no place and no pool",
        SLICE,
        {"spec": {"driver": "a"}},
        {
            ("Required", "spec.pool.name"),
            ("Invalid", "spec.pool.resourceSliceCount"),
            ("Required", "spec"),
        },
    ),
    (
        "false flags do not count as a place",
        SLICE,
        {"spec.nodeName": DROP, "spec.allNodes": False},
        {("Required", "spec"), ("Invalid", "spec.allNodes")},
    ),
    (
        "no allocation: every entry is of no device",
        STATUS,
        {"status.allocation": DROP},
        {("Invalid", "status.devices[0]"), ("Forbidden", "status.reservedFor")},
    ),
]


@pytest.mark.parametrize(
    ("title", "base", "edits", "expected"), CASES, ids=[case[0] for case in CASES]
)
def test_the_whole_set_of_errors_is_the_servers(
    title: str, base: Wire, edits: dict[str, Any], expected: set[tuple[str, str]]
) -> None:
    """Neither more nor fewer (type, field) pairs than the server gives."""
    operation: Any = OPERATION_OF.get(id(base), "create")
    found = validate(edited(base, edits), operation=operation)
    assert {(finding.type, finding.field) for finding in found} == expected


def test_1_34_compared_mappings_without_their_request() -> None:
    """From 1.35 on a container may have several requests for one resource."""
    (mapping,) = POD_STATUS["status"]["extendedResourceClaimStatus"]["requestMappings"]
    two = [mapping, {**mapping, "requestName": "other"}]
    pod = edited(POD_STATUS, {f"{ERS}.requestMappings": two})
    assert validate(pod, operation="status") == []
    assert len(validate(pod, operation="status", release="1.34")) == 3
