"""Device selectors: what is read of CEL, and that the rest is unknown, never wrong."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import container, node, pod, resource_slice
from kubewright.accounting import Cluster
from kubewright.accounting.cel import compiled

DRIVER = "gpu.example.com"
BODY: dict[str, Any] = {
    "allowMultipleAllocations": True,
    "attributes": {
        "model": {"string": "a100"},
        "other.example.com/slot": {"int": 3},
        "healthy": {"bool": True},
        "firmware": {"version": "1.2.3"},
    },
    "capacity": {"memory": {"value": "40Gi"}, "old": "1Gi"},
}
OWN = f'device.attributes["{DRIVER}"]'
MEMORY = f'device.capacity["{DRIVER}"].memory'


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (f'device.driver == "{DRIVER}"', True),
        ('device.driver != "x"', True),
        (f"{OWN}.model == 'a100'", True),
        (f"{OWN}['model'] == 'a100'", True),
        (f"{OWN}.model in ['h100', 'a100']", True),
        ('device.attributes["other.example.com"].slot >= 3', True),
        ('device.attributes["other.example.com"].slot == -3', False),
        (f"{OWN}.healthy", True),
        (f"!{OWN}.healthy", False),
        (f"{OWN}.model.startsWith('a') && {OWN}.healthy", True),
        (f"{OWN}.model.endsWith('z') || {OWN}.model.contains('10')", True),
        (f"{OWN}.healthy ? {OWN}.model == 'a100' : false", True),
        (f"{MEMORY}.compareTo(quantity('40Gi')) == 0", True),
        (f"{MEMORY}.isGreaterThan(quantity('64Gi'))", False),
        (f"device.capacity['{DRIVER}'].old.isLessThan(quantity('2Gi'))", True),
        ("device.allowMultipleAllocations", True),
        ("(true || false) && !false", True),
    ],
)
def test_expressions(expression: str, expected: bool) -> None:
    """Drivers, attributes with and without a domain, capacity, text tests, logic."""
    selector = compiled(expression)
    assert selector is not None
    assert selector(DRIVER, BODY) is expected


@pytest.mark.parametrize(
    "expression",
    [f"{OWN}.nothing == 'x'", 'device.attributes["no.example.com"].x == 1'],
)
def test_an_attribute_that_is_not_there_is_no_match(expression: str) -> None:
    """CEL's runtime error: the device is not taken."""
    selector = compiled(expression)
    assert selector is not None
    assert selector(DRIVER, BODY) is False


def test_logic_takes_an_answer_from_either_side_of_an_error() -> None:
    """`missing || true` is true, `missing && false` is false, has() asks without error."""
    missing = f"{OWN}.nothing == 'x'"
    for expression, expected in (
        (f"{missing} || true", True),
        (f"{missing} && false", False),
        (f"has({OWN}.nothing)", False),
        (f"has({OWN}.model)", True),
    ):
        selector = compiled(expression)
        assert selector is not None
        assert selector(DRIVER, BODY) is expected


@pytest.mark.parametrize(
    "expression",
    [
        "device.attributes.exists(d, true)",
        "[1, 2].all(x, x > 0)",
        "semver('1.0.0')",
        "unknown == 1",
        "device.driver ==",
        "'open",
        "(" * 5000,
        "",
    ],
)
def test_what_is_beyond_the_reader_is_unknown(expression: str) -> None:
    """Macros, functions and names that are not read here, and what is no CEL."""
    assert compiled(expression) is None


@pytest.mark.parametrize(
    "expression",
    [
        f"{OWN}.firmware == '1.2.3'",
        "device.driver",
        "device.driver == 1",
        "device.nothing == 1",
    ],
)
def test_values_beyond_the_reader_are_unknown(expression: str) -> None:
    """Versions, two types in one comparison, and an answer that is no truth value."""
    selector = compiled(expression)
    assert selector is not None
    assert selector(DRIVER, BODY) is None


def a_class(
    *expressions: str, name: str = "k", created: str = "2026-01-01T00:00:00Z"
) -> Any:
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": name, "creationTimestamp": created},
        "spec": {
            "extendedResourceName": "example.com/gpu",
            "selectors": [{"cel": {"expression": it}} for it in expressions],
        },
    }


def test_a_class_counts_the_devices_that_all_its_selectors_take() -> None:
    """One selector refuses what another takes."""
    devices = [
        {"name": f"d{i}", "attributes": {"slot": {"int": i}, "model": {"string": "a"}}}
        for i in range(4)
    ]
    own = f'device.attributes["{DRIVER}"]'
    one = a_class(f"{own}.slot > 0", f"{own}.model == 'a'")
    cluster = Cluster.load([node(), resource_slice(*devices), one])
    assert cluster.node("n1").devices["example.com/gpu"].total == 3


def test_devices_of_an_unknown_selector_are_said_to_be_unknown() -> None:
    """They count neither way, and a fit says so."""
    one = a_class("device.attributes.exists(d, true)")
    cluster = Cluster.load([node(), resource_slice({"name": "d"}), one])
    count = cluster.node("n1").devices["example.com/gpu"]
    assert (count.total, count.unknown) == (0, 1)
    found = cluster.fit(pod(container(requests={"example.com/gpu": "1"})), node="n1")
    assert [it.kind for it in found.notices] == ["devices-unknown"]


def test_of_several_classes_the_newest_counts() -> None:
    """Then the first by name."""
    classes = [
        a_class(name="b", created="2026-02-01T00:00:00Z"),
        a_class(name="c", created="2026-02-01T00:00:00Z"),
        a_class(name="a"),
    ]
    cluster = Cluster.load([node(), *classes])
    assert cluster.node("n1").devices["example.com/gpu"].device_class == "b"


def test_implicit_names_need_a_short_class_name() -> None:
    """64 characters make no name part of a label key."""
    for length, offered in ((63, True), (64, False)):
        name = "k" * length
        cluster = Cluster.load([node(), a_class(name=name)])
        implicit = f"deviceclass.resource.kubernetes.io/{name}"
        assert (implicit in cluster.node("n1").devices) is offered


def test_a_claim_holds_32_devices() -> None:
    """One claim carries all devices of a pod's extended resources."""
    devices = [{"name": f"d{i}"} for i in range(40)]
    cluster = Cluster.load([node(), resource_slice(*devices), a_class()])
    for amount, kinds in (("32", []), ("33", ["too-many-devices"])):
        found = cluster.fit(
            pod(container(requests={"example.com/gpu": amount})), node="n1"
        )
        assert [it.kind for it in found.problems] == kinds


def test_an_amount_that_is_not_whole_is_passed_over() -> None:
    """As the claim builder does."""
    cluster = Cluster.load([node(), resource_slice({"name": "d"}), a_class()])
    found = cluster.fit(
        pod(container(requests={"example.com/gpu": "1500m"})), node="n1"
    )
    assert found.demand == {"example.com/gpu": 0}


def test_administrative_access_takes_no_device_away() -> None:
    """It sees a device without holding it."""
    from accounting.builders import claim, result

    held = claim(result("d0", adminAccess=True), result("d1"))
    devices = resource_slice({"name": "d0"}, {"name": "d1"})
    count = (
        Cluster.load([node(), devices, held, a_class()])
        .node("n1")
        .devices["example.com/gpu"]
    )
    assert (count.total, count.allocated) == (2, 1)
