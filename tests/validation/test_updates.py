"""Updates, new statuses, and objects of older API versions."""

import pytest

from kubewright.validation import Finding, validate
from validation.bases import (
    CLAIM,
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


def pairs(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.type, finding.field) for finding in findings]


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"deviceClassName": "UP"}, "spec.devices.requests[0].exactly.deviceClassName"),
        ({"count": -1}, "spec.devices.requests[0].exactly.count"),
        ({"allocationMode": "Some"}, "spec.devices.requests[0].allocationMode"),
        (
            {"selectors": [{"cel": {"expression": "1"}}] * 33},
            "spec.devices.requests[0].selectors",
        ),
        (
            {"tolerations": [{"effect": "x"}]},
            "spec.devices.requests[0].tolerations[0].effect",
        ),
        ({"deviceClassName": "", "count": 0}, "spec.devices.requests[0]"),
    ],
)
def test_v1beta1_claims_are_read_with_inline_requests(edits: Wire, field: str) -> None:
    """Hand-written rules name the internal path, declarative ones that of the version."""
    request = {"name": "gpu", "deviceClassName": "c", **edits}
    spec = {"devices": {"requests": [request]}}
    claim = {**CLAIM, "apiVersion": "resource.k8s.io/v1beta1", "spec": spec}
    assert [f.field for f in validate(claim)] == [field]
    del claim["apiVersion"]
    assert [f.field for f in validate(claim, kind="ResourceClaim")] == [field]


def test_v1beta1_slices_are_read_with_basic_devices() -> None:
    """The path of a hand-written rule leaves `basic` out, that of a declarative one has it."""
    basic = {"attributes": {"a": {}}, "capacity": {"a-b": {"value": "1"}}}
    devices = [
        {"name": "d", "basic": basic},
        {"name": "bare"},
        {"name": "null", "basic": None},
    ]
    beta = edited(
        SLICE, {"apiVersion": "resource.k8s.io/v1beta1", "spec.devices": devices}
    )
    assert pairs(validate(beta)) == [
        ("Invalid", "spec.devices[0].basic.attributes[a]"),
        ("Invalid", "spec.devices[0].capacity"),
    ]


def test_an_update_takes_untouched_parts_as_they_are() -> None:
    """Capacity, taints, expressions and large parameters are not judged again."""
    old = edited(
        SLICE,
        {
            "spec.devices[0].capacity[ram].requestPolicy.default": DROP,
            "spec.devices[0].taints[0].key": "",
        },
    )
    assert len(validate(old)) == 2
    assert (
        validate(edited(old, {"spec.pool.generation": 9}), operation="update", old=old)
        == []
    )
    changed = edited(old, {"spec.devices[0].capacity[ram].value": "81Gi"})
    assert len(validate(changed, operation="update", old=old)) == 1
    same_amounts = edited(old, {"spec.devices[0].capacity[ram].value": "81920Mi"})
    assert validate(same_amounts, operation="update", old=old) == []
    old = edited(
        CLASS,
        {
            "spec.selectors[0].cel.expression": "",
            "spec.config[0].opaque.parameters": {"a": "x" * 10240},
        },
    )
    assert len(validate(old)) == 2
    new = edited(old, {"spec.extendedResourceName": "a.b/c"})
    assert validate(new, operation="update", old=old) == []


def test_a_status_update_takes_untouched_declarative_faults_as_they_are() -> None:
    """A stored entry with a bad shareID does not stop the next entry from being written."""
    old = edited(STATUS, {"status.devices[0].networkData.hardwareAddress": "x" * 129})
    assert len(validate(old, operation="status")) == 1
    more = {"status.devices[0].conditions[0].status": "False"}
    assert validate(edited(old, more), operation="status", old=old) == []
    worse = {"status.devices[0].networkData.hardwareAddress": "x" * 130}
    assert len(validate(edited(old, worse), operation="status", old=old)) == 1


def test_an_allocation_may_be_set_and_cleared_but_not_changed() -> None:
    """Equal amounts and reordered keys are no change; entries of freed devices are dropped."""
    cleared = edited(STATUS, {"status.allocation": DROP, "status.reservedFor": []})
    assert validate(cleared, operation="status", old=STATUS) == []
    assert pairs(validate(cleared, operation="status")) == [
        ("Invalid", "status.devices[0]")
    ]
    assert validate(STATUS, operation="status", old=cleared) == []
    bad_old = edited(STATUS, {"status.allocation.devices.results[0].request": "gone"})
    assert validate(bad_old, operation="status", old=bad_old) == []


def test_a_deleted_claim_may_lose_users_but_gain_none() -> None:
    """Removing an entry after deletionTimestamp is set passes."""
    user = {"resource": "pods", "name": "p", "uid": "u1"}
    gone = edited(STATUS, {"metadata.deletionTimestamp": "2026-06-01T10:20:30Z"})
    two = edited(gone, {"status.reservedFor": [user, {**user, "uid": "u2"}]})
    assert validate(gone, operation="status", old=two) == []
    assert pairs(validate(two, operation="status", old=gone)) == [
        ("Forbidden", "status.reservedFor")
    ]


def test_models_of_updates_need_both_objects() -> None:
    """An update without change passes."""
    for obj in (CLAIM, SLICE, CLASS, POD):
        assert validate(obj, operation="update", old=obj) == []


def test_an_update_may_leave_out_what_the_server_fills_in() -> None:
    """Mode, count and operators are filled in before the stored object is compared."""
    short = {"deviceClassName": "c", "tolerations": [{"key": "a", "value": "b"}]}
    filled = {
        **short,
        "allocationMode": "ExactCount",
        "count": 1,
        "tolerations": [{"key": "a", "value": "b", "operator": "Equal"}],
    }
    new, old = (
        edited(
            CLAIM,
            {
                "spec.devices.requests[0].exactly": body,
                "spec.devices.requests[1].firstAvailable[0]": {**body, "name": "big"},
            },
        )
        for body in (short, filled)
    )
    assert validate(new, operation="update", old=old) == []
    all_of = edited(old, {"spec.devices.requests[0].exactly.allocationMode": "All"})
    assert pairs(validate(new, operation="update", old=all_of)) == [("Invalid", "spec")]
    place = "status.allocation.devices.results[0].tolerations[0]"
    short_status = edited(STATUS, {place: {"key": "a"}})
    filled_status = edited(STATUS, {place: {"key": "a", "operator": "Equal"}})
    assert validate(short_status, operation="status", old=filled_status) == []


def test_the_object_before_may_be_of_another_version() -> None:
    """A claim stored as v1 may be sent as v1beta1: the same spec is no change."""
    inline = {"name": "lane", "deviceClassName": "c"}
    nested = {"name": "lane", "exactly": {"deviceClassName": "c"}}
    new, old = (
        {
            **CLAIM,
            "apiVersion": f"resource.k8s.io/{version}",
            "spec": {"devices": {"requests": [request]}},
        }
        for version, request in (("v1beta1", inline), ("v1", nested))
    )
    assert validate(new, operation="update", old=old) == []
    assert validate(old, operation="update", old=new) == []


def test_entries_of_freed_devices_are_dropped_with_their_repeats() -> None:
    """What the server drops before it validates cannot be a duplicate."""
    twice = STATUS["status"]["devices"] * 2
    freed = {"status.allocation": DROP, "status.reservedFor": []}
    new = edited(STATUS, {**freed, "status.devices": twice})
    assert validate(new, operation="status", old=STATUS) == []
    kept = edited(STATUS, {"status.devices": twice})
    assert pairs(validate(kept, operation="status", old=STATUS)) == [
        ("Duplicate", "status.devices[1]")
    ]


def test_a_resize_may_leave_a_request_to_its_limit() -> None:
    """A request that is left out is filled in from the limit, so it is not removed."""
    kept = edited(POD, {"spec.containers[0].resources.requests": {"cpu": "1"}})
    assert validate(kept, operation="update", old=POD) == []
    gone = edited(POD, {"spec.containers[0].resources.requests": {"memory": "1Gi"}})
    assert pairs(validate(gone, operation="update", old=POD)) == [
        ("Forbidden", "spec.containers[0].resources.requests")
    ]


def test_a_resize_of_cpu_and_memory_passes() -> None:
    """Amounts of cpu and memory may change, and be added."""
    new = edited(
        POD,
        {
            "spec.containers[0].resources.requests[cpu]": "2",
            "spec.containers[1].resources.requests": {"cpu": "1"},
        },
    )
    assert validate(new, operation="update", old=POD) == []


def test_with_its_gate_off_node_allocatable_fields_are_dropped() -> None:
    """The server drops what no stored object has yet, and keeps what is in use."""
    off = frozenset({"DRANodeAllocatableResources=false"})
    entry = "spec.devices[0].nodeAllocatableResources[disk]"
    bad = edited(SLICE, {entry: {"overhead": {"perPod": "1"}}})
    none = edited(SLICE, {"spec.devices[0].nodeAllocatableResources": DROP})
    assert validate(bad, gates=off) == []
    assert validate(bad, operation="update", old=none, gates=off) == []
    for kept in (
        validate(bad),
        validate(bad, operation="update", old=SLICE, gates=off),
    ):
        assert pairs(kept) == [("Invalid", entry)]
    old36 = edited(
        SLICE_136, {"spec.devices[0].nodeAllocatableResourceMappings": {"x/y": {}}}
    )
    assert len(validate(old36, release="1.36")) == 2
    assert validate(old36, release="1.36", gates=off) == []
    entry = "status.nodeAllocatableResourceClaimStatuses[0]"
    status = edited(POD_STATUS, {f"{entry}.resourceClaimName": "none"})
    assert validate(status, operation="status", old=POD, gates=off) == []
    kept = validate(status, operation="status", old=POD_STATUS, gates=off)
    assert pairs(kept) == [("Invalid", f"{entry}.resourceClaimName")]


def test_with_its_gate_off_a_distinct_attribute_is_dropped() -> None:
    """A constraint that is left with nothing lacks matchAttribute."""
    place = "spec.devices.constraints[0]"
    claim = edited(CLAIM, {place: {"distinctAttribute": "a.b/c"}})
    assert validate(claim) == []
    off = frozenset({"DRAConsumableCapacity=false"})
    assert pairs(validate(claim, gates=off)) == [
        ("Required", f"{place}.matchAttribute")
    ]


def test_1_36_kept_entries_of_a_pod_as_a_plain_list() -> None:
    """Only since 1.37 is a claim a key of the list, which may stand once."""
    (entry,) = POD_STATUS_136["status"]["nodeAllocatableResourceClaimStatuses"]
    place = "status.nodeAllocatableResourceClaimStatuses"
    twice = edited(POD_STATUS_136, {place: [entry, entry]})
    assert validate(twice, operation="status", release="1.36") == []
    assert pairs(validate(twice, operation="status")) == [("Duplicate", f"{place}[1]")]
