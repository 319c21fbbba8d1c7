"""Warnings: what the server lets pass though it cannot work."""

from typing import Any

import pytest

from kubewright.validation import ROWS, validate, warnings
from validation.bases import (
    CLASS,
    DROP,
    POD,
    POD_STATUS,
    POD_STATUS_136,
    SLICE,
    SLICE_136,
    STATUS,
    Wire,
    edited,
)

RESULT = "status.allocation.devices.results"
CTR = "spec.containers[0].resources"
SINGLE = {
    "spec.devices[0].allowMultipleAllocations": DROP,
    "spec.devices[0].capacity": {"example.com/cores": {"value": "64"}},
}
TWICE = {RESULT: [STATUS["status"]["allocation"]["devices"]["results"][1]] * 2}

EXAMPLES = [
    (
        "warn/capacity-key-single",
        SLICE,
        SINGLE,
        "spec.devices[0].nodeAllocatableResources[cpu].mapping.capacityKey",
        "1.37",
    ),
    (
        "warn/capacity-key-single",
        SLICE_136,
        SINGLE,
        "spec.devices[0].nodeAllocatableResourceMappings[cpu].capacityKey",
        "1.36",
    ),
    (
        "warn/ephemeral-storage",
        SLICE_136,
        {},
        "spec.devices[0].nodeAllocatableResourceMappings[ephemeral-storage]",
        "1.36",
    ),
    (
        "warn/dropped-field",
        SLICE_136,
        {},
        "spec.devices[0].nodeAllocatableResourceMappings",
        "1.37",
    ),
    (
        "warn/dropped-field",
        SLICE,
        {},
        "spec.devices[0].nodeAllocatableResources",
        "1.36",
    ),
    (
        "warn/dropped-field",
        POD_STATUS_136,
        {},
        "status.nodeAllocatableResourceClaimStatuses[0].resources",
        "1.37",
    ),
    (
        "warn/bare-consumed-key",
        STATUS,
        {f"{RESULT}[0].consumedCapacity": {"cores": "8", "example.com/ram": "1Gi"}},
        f"{RESULT}[0].consumedCapacity[cores]",
        "1.37",
    ),
    (
        "warn/result-twice",
        STATUS,
        {**TWICE, "status.devices": []},
        f"{RESULT}[1]",
        "1.37",
    ),
    ("warn/unused-claim", POD, {f"{CTR}.claims": []}, "spec.resourceClaims[0]", "1.37"),
    ("warn/claim-referenced-twice", POD, {}, f"{CTR}.claims[1]", "1.37"),
    (
        "warn/claim-referenced-twice",
        POD,
        {
            "spec.resourceClaims[2]": {"name": "same", "resourceClaimName": "work"},
            f"{CTR}.claims": [{"name": "gpu"}, {"name": "same"}],
        },
        f"{CTR}.claims[1]",
        "1.37",
    ),
    (
        "warn/implicit-fraction",
        POD,
        {f"{CTR}.requests[deviceclass.resource.kubernetes.io/x]": "1500m"},
        f"{CTR}.requests[deviceclass.resource.kubernetes.io/x]",
        "1.37",
    ),
]


@pytest.mark.parametrize(
    ("rule", "base", "edits", "at", "release"),
    EXAMPLES,
    ids=[f"{row[0]} {row[3]}" for row in EXAMPLES],
)
def test_a_warning_names_rule_and_field(
    rule: str, base: Wire, edits: dict[str, Any], at: str, release: str
) -> None:
    """The server accepts the object, and the warning says why it cannot work."""
    obj = edited(base, edits)
    operation: Any = "status" if "status" in base else "create"
    assert validate(obj, release=release, operation=operation) == []
    found = warnings(obj, release=release)
    assert (rule, at, "Warning") in [(f.rule, f.field, f.type) for f in found]


def test_every_warning_has_an_example() -> None:
    """As for the rules."""
    assert {row.id for row in ROWS if row.type == "Warning"} == {
        row[0] for row in EXAMPLES
    }


@pytest.mark.parametrize(
    "obj", [SLICE, STATUS, CLASS, edited(POD, {f"{CTR}.claims": [{"name": "gpu"}]})]
)
def test_what_can_work_gives_no_warning(obj: Wire) -> None:
    """No warning for objects that serve their purpose."""
    assert warnings(obj) == []


def test_paths_of_v1beta1_keep_the_spelling_of_the_server() -> None:
    """Warnings on v1beta1 slices name the path that the server's own errors would."""
    device = edited(SLICE, SINGLE)["spec"]["devices"][0]
    basic = {key: value for key, value in device.items() if key != "name"}
    beta = edited(
        SLICE,
        {
            "apiVersion": "resource.k8s.io/v1beta1",
            "spec.devices": [{"name": "d", "basic": basic}],
        },
    )
    (found,) = warnings(beta)
    assert (
        found.field
        == "spec.devices[0].nodeAllocatableResources[cpu].mapping.capacityKey"
    )


def test_pod_statuses_of_the_release_pass() -> None:
    """The 1.37 shape gives no warning in 1.37, and two in 1.36."""
    pod = edited(POD_STATUS, {f"{CTR}.claims": [{"name": "gpu"}]})
    assert warnings(pod) == []
    assert [found.rule for found in warnings(pod, release="1.36")] == [
        "warn/dropped-field"
    ] * 2
