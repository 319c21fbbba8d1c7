"""How findings come about: kinds, releases, gates, updates, versions, odd input."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kubewright.validation import Finding, validate, warnings
from validation.bases import (
    CLAIM,
    CLASS,
    CONDITION,
    DROP,
    NODE,
    POD,
    POD_STATUS,
    SLICE,
    SLICE_136,
    STATUS,
    Wire,
    edited,
)

ROOT = Path(__file__).parents[2]
RANGE = "spec.devices[0].capacity[ram].requestPolicy.validRange"


def pairs(findings: list[Finding]) -> list[tuple[str, str]]:
    return [(finding.type, finding.field) for finding in findings]


def test_importing_the_room_loads_the_standard_library_only() -> None:
    """No package of the index is imported, nor a room other than this one's."""
    code = (
        "import sys; import kubewright.validation; import kubewright.quantity;"
        "print('\\n'.join(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "generator")},
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded - {*sys.stdlib_module_names, "__main__", "__mp_main__"} == {
        "kubewright"
    }
    rooms = {
        name.split(".")[1] for name in done.stdout.split() if "kubewright." in name
    }
    assert rooms == {"objects", "quantity", "quantity_text", "validation"}


@pytest.mark.parametrize("release", ["1.37", "v1.37", "1.37.2"])
def test_a_release_may_be_spelled_with_v_and_patch(release: str) -> None:
    """The minor release decides."""
    assert validate(SLICE, release=release) == []


@pytest.mark.parametrize(
    ("obj", "options", "message"),
    [
        (SLICE, {"release": "1.33"}, "expected one of 1.34 to 1.37"),
        (SLICE, {"release": "newest"}, "expected one of 1.34 to 1.37"),
        (SLICE, {"operation": "status"}, "expected one of create, update"),
        (SLICE, {"operation": "delete"}, "expected one of create, update"),
        (SLICE, {"operation": "update"}, "expected old="),
        (SLICE, {"release": 1.37}, "expected one of 1.34 to 1.37"),
        (SLICE, {"operation": []}, "expected one of create, update"),
        (SLICE, {"gates": None}, "expected a set of names"),
        (SLICE, {"gates": "DRAFractionalCapacityRange"}, "expected a set of names"),
        (SLICE, {"kind": ["Pod"]}, "expected text"),
        ({"apiVersion": "v1", "kind": "Secret"}, {}, "no rules"),
        ({"apiVersion": "example.com/v1", "kind": "ResourceClaim"}, {}, "no rules"),
    ],
)
def test_a_wrong_call_says_what_is_expected(
    obj: Wire, options: dict[str, Any], message: str
) -> None:
    """Unknown releases, operations and kinds are ValueErrors, not findings."""
    with pytest.raises(ValueError, match=message):
        validate(obj, **options)


class Hostile:
    """A model that raises on every attribute."""

    attribute_map = {"spec": "spec"}  # noqa: RUF012

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("no")


class HostileDict(dict[str, Any]):
    """A mapping that can be copied but not asked."""

    def get(self, key: str, default: Any = None) -> Any:
        raise RuntimeError("no")


def loop() -> Wire:
    cyclic: Wire = {"apiVersion": "v1", "kind": "Pod"}
    cyclic["spec"] = cyclic
    return cyclic


@pytest.mark.parametrize(
    "obj",
    [None, 5, "Pod", [POD], {}, {"kind": 1}, loop(), {**POD, "spec": {1: 2}}, object()],
)
def test_what_is_no_object_is_one_finding(obj: Any) -> None:
    """Foreign, cyclic and nameless objects give one finding, and no warnings."""
    (finding,) = validate(obj)
    assert finding.rule == "decode/object"
    assert warnings(obj) == []


def test_an_object_that_raises_is_one_finding() -> None:
    """Attributes that raise are named, and so is a mapping whose `get` raises."""
    hostile = type("V1Pod", (Hostile,), {})()
    (finding,) = validate(hostile)
    assert (finding.rule, finding.field) == ("decode/object", "spec")
    (finding,) = validate(HostileDict(POD))
    assert (finding.rule, finding.field) == ("decode/object", "kind")


def test_a_cycle_in_opaque_data_is_found_before_it_is_measured() -> None:
    """Parameters are bounded like the rest of an object."""
    data: dict[str, Any] = {}
    data["again"] = data
    (finding,) = validate(
        edited(STATUS, {}) | {"status": {"devices": [{"data": data}]}}
    )
    assert finding.rule == "decode/object"


@pytest.mark.parametrize("obj", [CLAIM, SLICE, CLASS, POD], ids=lambda obj: obj["kind"])
@pytest.mark.parametrize("value", [5, "x", [], {}, True, None, [1], {"a": 1}])
def test_any_part_may_have_any_type(obj: Wire, value: Any) -> None:
    """A wrong type anywhere gives findings, never an exception."""
    for path in sorted({*paths(obj)} - {"apiVersion", "kind"}):
        found = validate(edited(obj, {path: value}))
        assert all(isinstance(finding, Finding) for finding in found)
        json.dumps([finding._asdict() for finding in found])


def paths(value: Any, path: str = "") -> list[str]:
    """The path of each value below an object."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            step = f"[{key}]" if "/" in key else f".{key}" if path else key
            found += paths(item, path + step)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += paths(item, f"{path}[{index}]")
    return found


def test_huge_numbers_are_no_tracebacks() -> None:
    """Whole numbers beyond 64 bits are findings, quantities may be of any size."""
    claim = edited(CLAIM, {"spec.devices.requests[0].exactly.count": 10**5000})
    (finding,) = validate(claim)
    assert (finding.rule, finding.value) == ("decode/integer", None)
    for huge in (10**5000, "1e2147483647", "-" + "9" * 5000):
        node = {
            "apiVersion": "v1",
            "kind": "Node",
            "status": {"capacity": {"a.b/c": huge}},
        }
        assert [finding.rule for finding in validate(node)] == ["decode/quantity"]
        limits = {"spec.containers[0].resources.limits[example.com/dongle]": huge}
        assert validate(edited(POD, limits))[0].rule == "decode/quantity"


def test_what_has_a_wrong_type_is_reported_once() -> None:
    """A number for a name is no missing name as well."""
    assert pairs(validate(edited(CLAIM, {"metadata.name": 5}))) == [
        ("Invalid", "metadata.name")
    ]


def test_findings_come_in_the_servers_order() -> None:
    """Name, kind of request, class, count; then constraints, then configuration."""
    broken = edited(
        CLAIM,
        {
            "metadata.name": "UP",
            "spec.devices.requests[0].name": "UP",
            "spec.devices.requests[0].exactly": {"deviceClassName": "", "count": -1},
            "spec.devices.constraints[0].matchAttribute": DROP,
            "spec.devices.config[0].opaque": DROP,
        },
    )
    rules = [finding.rule for finding in validate(broken)]
    assert rules == [
        "meta/name",
        "name/label",
        "name/class-required",
        "claim/count",
        "claim/reference",
        "claim/constraint-required",
        "claim/reference",
        "config/opaque",
    ]


def test_a_pool_reports_each_bad_part() -> None:
    """As the server does, once per part between the slashes."""
    found = validate(edited(SLICE, {"spec.pool.name": "A//b"}))
    assert [finding.value for finding in found] == ["A", ""]


def test_the_shapes_of_1_36_and_1_37_are_kept_apart() -> None:
    """A release says nothing of a field it does not know."""
    broken = {"spec.devices[0].nodeAllocatableResources": {"x": {}}}
    assert validate(edited(SLICE, broken), release="1.36") == []
    assert len(validate(edited(SLICE, broken))) == 2
    broken = {"spec.devices[0].nodeAllocatableResourceMappings": {"a.b/c": {}}}
    assert validate(edited(SLICE_136, broken)) == []
    assert len(validate(edited(SLICE_136, broken), release="1.36")) == 2


def test_integers_were_judged_in_thousandths_before_1_37() -> None:
    """999999999n rounds up to one whole dongle in 1.36."""
    pod = edited(
        POD, {"spec.containers[0].resources.limits[example.com/dongle]": "999999999n"}
    )
    assert len(validate(pod)) == 2
    assert validate(pod, release="1.36") == []
    node = edited(NODE, {"status.capacity[example.com/dongle]": "999999999n"})
    assert pairs(validate(node)) == [("Invalid", "status.capacity.example.com/dongle")]
    assert validate(node, release="1.36") == []


def test_fractional_ranges_need_their_gate() -> None:
    """Without it amounts round up to whole units; with it thousandths count."""
    policy = {
        "default": "1500m",
        "validRange": {"min": "500m", "max": "2500m", "step": "500m"},
    }
    device = {"spec.devices[0].capacity[ram].requestPolicy": policy}
    gate = frozenset({"DRAFractionalCapacityRange"})
    assert validate(edited(SLICE, device), gates=gate) == []
    device[RANGE + ".step"] = "700m"
    assert (
        pairs(validate(edited(SLICE, device), gates=gate))
        == [("Invalid", f"{RANGE}.step")] * 2
    )
    assert validate(edited(SLICE, device)) == []


def test_conditions_beyond_eight_are_still_looked_at() -> None:
    """Unlike other lists, too many conditions do not hide faults in them."""
    conditions = [{**CONDITION, "type": f"C{i}"} for i in range(8)] + [{"type": "x y"}]
    found = validate(
        edited(STATUS, {"status.devices[0].conditions": conditions}), operation="status"
    )
    assert [finding.type for finding in found] == [
        "TooMany",
        "Invalid",
        *["Required"] * 3,
    ]


def test_too_many_items_hide_what_is_in_them() -> None:
    """A list over its limit gives one finding."""
    devices = [{"name": "UP"}] * 129
    assert pairs(validate(edited(SLICE, {"spec.devices": devices}))) == [
        ("TooMany", "spec.devices")
    ]


MUTATIONS = st.fixed_dictionaries(
    {},
    optional={
        "metadata.labels": st.dictionaries(
            st.text(max_size=5), st.text(max_size=5), max_size=3
        ),
        "spec.pool.generation": st.integers(0, 2**63 - 1),
        "spec.pool.resourceSliceCount": st.integers(1, 2**63 - 1),
        "spec.driver": st.from_regex(
            r"[A-Za-z0-9]([a-z0-9-]{0,20}[a-z0-9])?", fullmatch=True
        ),
        "spec.pool.name": st.from_regex(
            r"[a-z0-9]{1,9}(/[a-z0-9]{1,9}){0,9}", fullmatch=True
        ),
        "spec.devices[0].attributes[model].string": st.text(max_size=16),
        "spec.devices[0].attributes[numa].int": st.integers(-(2**63), 2**63 - 1),
        "spec.devices[0].capacity[ram].value": st.integers(80 * 2**30, 2**63),
        "spec.devices[0].nodeAllocatableResources[memory].mapping.deviceMultiplier": (
            st.integers(1, 2**80).map(str)
        ),
        "spec.devices[1].taints": st.lists(
            st.just({"key": "a", "effect": "None"}), max_size=16
        ),
        "spec.someFieldOfTheFuture": st.integers(),
    },
)


@given(MUTATIONS)
def test_a_valid_slice_stays_valid(edits: dict[str, Any]) -> None:
    """Values within the rules never give a finding."""
    assert validate(edited(SLICE, edits)) == []


AMOUNTS = st.integers(1, 10**6)


@given(
    st.dictionaries(st.sampled_from(["cpu", "memory", "ephemeral-storage"]), AMOUNTS),
    AMOUNTS,
)
def test_a_valid_pod_stays_valid(requests: dict[str, int], dongles: int) -> None:
    """Requests up to their limits, and whole dongles, pass."""
    resources = {
        "requests": {name: f"{amount}m" for name, amount in requests.items()},
        "limits": {
            **{name: f"{amount + 1}m" for name, amount in requests.items()},
            "example.com/dongle": dongles,
        },
    }
    assert validate(edited(POD, {"spec.containers[1].resources": resources})) == []


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5
    )
)
def test_any_status_gives_findings_and_no_exception(value: Any) -> None:
    """Whatever stands in a status is judged."""
    for key in ("devices", "allocation", "reservedFor"):
        validate({**STATUS, "status": {key: value}}, operation="status")
    for key in POD_STATUS["status"]:
        validate({**POD_STATUS, "status": {key: value}}, operation="status")
