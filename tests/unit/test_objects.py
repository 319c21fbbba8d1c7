"""Objects of every family become the same wire data."""

import collections
import types
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, ClassVar

import pytest

from kubewright import objects
from kubewright.objects import Kind, ObjectError
from kubewright.quantity import Quantity


class V1Device:
    """As a generated model: attributes, and a map from them to the wire."""

    attribute_map: ClassVar[dict[str, str]] = {"name": "name", "share_id": "shareID"}

    def __init__(self, name: Any, share_id: Any = None) -> None:
        self.name, self.share_id = name, share_id


class V1beta1ResourceSlice(V1Device):
    """Named as the official client names a kind of v1beta1."""


class Broken:
    """A model whose attributes cannot be read."""

    attribute_map: ClassVar[dict[str, str]] = {"spec": "spec"}

    @property
    def spec(self) -> Any:
        raise RuntimeError("no")


def test_models_mappings_and_mixtures_read_alike() -> None:
    """A model, a mapping and a mapping that holds models give one wire form."""
    plain = {"devices": [{"name": "a", "shareID": "x"}, {"name": "b"}]}
    mixed = {"devices": (V1Device("a", "x"), {"name": "b"})}
    proxy = types.MappingProxyType(collections.OrderedDict(mixed))
    assert objects.wire(plain) == objects.wire(mixed) == objects.wire(proxy) == plain
    assert objects.wire(V1Device("a")) == {"name": "a"}


def test_the_view_copies_only_what_is_no_dict() -> None:
    """Accounting reads a parsed dump as it is."""
    plain: dict[str, Any] = {"a": [1]}
    assert objects.wire_view(plain) is plain
    assert objects.wire(plain) is not plain
    assert objects.wire_view(V1Device("a")) == {"name": "a"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (datetime(2026, 6, 1, 10, 20, 30), "2026-06-01T10:20:30Z"),
        (
            datetime(2026, 6, 1, 1, 2, 3, 4, timezone(timedelta(hours=2))),
            "2026-05-31T23:02:03.000004Z",
        ),
        (b"\x00a", "AGE="),
        (Quantity("1024Mi"), "1Gi"),
        (Decimal("1.5"), "1.5"),
        (type("Label", (str,), {})("x"), "x"),
        (None, None),
        (True, True),
        (1.5, 1.5),
    ],
)
def test_scalars_become_json(value: Any, expected: Any) -> None:
    """Times, bytes and quantities are written as the API writes them."""
    assert objects.wire({"k": value}) == {"k": expected}


def cycle() -> dict[str, Any]:
    loop: dict[str, Any] = {}
    loop["a"] = [loop]
    return loop


def explosion() -> dict[str, Any]:
    level: list[Any] = ["x"] * 10
    for _ in range(9):
        level = [level] * 10
    return {"a": level}


@pytest.mark.parametrize(
    ("obj", "field", "found"),
    [
        (cycle(), "a[0].a[0]", "levels"),
        (explosion(), "a[0]", "more than 1000000 values"),
        ({"a": [0] * 1_000_001}, "a", "more than 1000000 values"),
        ({1: "x"}, "", "the key 1"),
        ({"a": float("nan")}, "a", "nan"),
        ({10**5000: "x"}, "", "a huge number"),
        ({"a": {"b": object()}}, "a.b", "type object"),
        ({"a": [{"b": 1j}]}, "a[0].b", "type complex"),
        (Broken(), "spec", "RuntimeError"),
        ([1], "", "a list"),
        ("text", "", "'text'"),
        (None, "", "null"),
    ],
)
def test_what_is_no_wire_data_is_one_clear_error(
    obj: Any, field: str, found: str
) -> None:
    """Cycles, shared branches, odd keys, foreign values and raising attributes name a field."""
    with pytest.raises(ObjectError) as caught:
        objects.wire(obj)
    assert field in caught.value.field
    assert found in caught.value.found
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("V1Pod", Kind("", "v1", "Pod")),
        ("V1beta1ResourceClaim", Kind("resource.k8s.io", "v1beta1", "ResourceClaim")),
        ("ResourceV1ResourceClaim", Kind("resource.k8s.io", "v1", "ResourceClaim")),
        (
            "V1alpha3DeviceTaintRule",
            Kind("resource.k8s.io", "v1alpha3", "DeviceTaintRule"),
        ),
        ("V1ResourceClaimSpec", Kind("", "v1", "ResourceClaimSpec")),
    ],
)
def test_a_class_names_its_kind(name: str, expected: Kind) -> None:
    """The official class names hold version and kind."""
    model = type(name, (V1Device,), {})("a")
    assert objects.kind_of(model) == expected


def test_a_containers_claim_entry_is_no_claim() -> None:
    """CoreV1ResourceClaim is an item of a container, not the DRA object."""
    with pytest.raises(ObjectError, match="kind"):
        objects.kind_of(type("CoreV1ResourceClaim", (V1Device,), {})("a"))


def test_a_mapping_says_its_kind_or_the_caller_does() -> None:
    """`kind` and `apiVersion` of a mapping count; kind= overrides; neither is an error."""
    claim = {"apiVersion": "resource.k8s.io/v1beta2", "kind": "ResourceClaim"}
    assert objects.kind_of(claim) == Kind("resource.k8s.io", "v1beta2", "ResourceClaim")
    assert objects.kind_of({"apiVersion": "v1", "kind": "Pod"}) == Kind("", "v1", "Pod")
    assert objects.kind_of({}, "ResourceSlice") == Kind(
        "resource.k8s.io", "", "ResourceSlice"
    )
    for nameless in ({}, {"kind": 5}, {"apiVersion": "v1"}, "Pod"):
        with pytest.raises(ObjectError):
            objects.kind_of(nameless)


def test_devices_of_both_shapes_keep_their_paths() -> None:
    """v1beta1 keeps the body under basic; a device without body has an empty one."""
    listed = [
        {"name": "a", "capacity": {}},
        {"name": "b", "basic": {"capacity": {}}},
        5,
    ]
    found = list(objects.devices({"spec": {"devices": listed}}))
    assert [device.body_path for device in found] == [
        "spec.devices[0]",
        "spec.devices[1].basic",
        "spec.devices[2]",
    ]
    assert found[1].body == {"capacity": {}}
    assert list(objects.devices({"spec": {"devices": "x"}})) == []


def test_requests_of_v1beta1_are_hoisted() -> None:
    """Inline fields move under exactly; later forms stay as they are."""
    inline = {"name": "r", "deviceClassName": "c", "count": 2}
    later = {"name": "r", "exactly": {"deviceClassName": "c", "count": 2}}
    assert objects.hoisted_request(inline) == later
    assert objects.hoisted_request({"name": "r", "firstAvailable": []}) == {
        "name": "r",
        "firstAvailable": [],
    }


def test_containers_come_in_the_order_the_scheduler_reads_them() -> None:
    """Init containers first, foreign items left out."""
    spec = {"containers": [{"name": "a"}, 5], "initContainers": [{"name": "i"}]}
    assert [path for path, _ in objects.containers(spec)] == [
        "initContainers[0]",
        "containers[0]",
    ]
