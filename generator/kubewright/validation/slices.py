"""A ResourceSlice: where it holds, its devices, its counters."""

from __future__ import annotations

from kubewright.validation import names
from kubewright.validation.common import (
    each,
    fits,
    name_of,
    node_selector,
    skip_node_operations,
    unique,
)
from kubewright.validation.cursor import At
from kubewright.validation.devices import counters, device, true_flag
from kubewright.validation.equality import same

_LISTS = ("ints", "bools", "strings", "versions")


def slice_spec(at: At, old: At) -> None:
    """A slice's spec; `old` is the spec before, or an empty place."""
    names.driver(at.get("driver"))
    _pool(at.get("pool"))
    if old.present:
        _immutable(at, old)
    _where(at)
    devices, shared = at.get("devices"), at.get("sharedCounters")
    if devices.present and shared.present:
        at.fail("slice/counters-or-devices")
    if fits(devices, 64 if _is_advanced(devices) else 128, "slice/devices-many"):
        before = {name_of(item): item for item in old.get("devices").items()}
        per_device = at.get("perDeviceNodeSelection").flag() is True
        each(devices, lambda item: device(item, before.get(name_of(item)), per_device))
        unique(devices, "slice/device-duplicate", name_of)
    if fits(shared, 8, "counters/sets-many"):
        each(shared, _counter_set)
        unique(shared, "counters/set-duplicate", name_of)
    _partition_type(at)
    skip_node_operations(at.get("skipNodeOperations"))


def _pool(at: At) -> None:
    names.pool(at.get("name"))
    if at.get("resourceSliceCount").integer() <= 0:
        at.get("resourceSliceCount").fail(
            "slice/pool-count", at.get("resourceSliceCount").value
        )
    if at.get("generation").integer() < 0:
        at.get("generation").fail("slice/pool-generation", at.get("generation").value)


def _immutable(at: At, old: At) -> None:
    for new, before in (
        (at.get("pool").get("name"), old.get("pool").get("name")),
        (at.get("driver"), old.get("driver")),
        (at.get("nodeName"), old.get("nodeName")),
    ):
        if not same(new.value, before.value):
            new.fail("slice/immutable", new.value)


def _where(at: At) -> None:
    chosen = [name for name in ("nodeName", "nodeSelector") if at.get(name).present]
    if "nodeName" in chosen:
        if at.get("nodeName").text():
            names.subdomain(at.get("nodeName"))
        else:
            at.get("nodeName").fail("slice/node-name-empty", "")
            chosen.remove("nodeName")
    if "nodeSelector" in chosen:
        selector = at.get("nodeSelector")
        node_selector(selector)
        if len(selector.get("nodeSelectorTerms").items()) != 1:
            selector.get("nodeSelectorTerms").fail("slice/one-term")
    flags = ("allNodes", "perDeviceNodeSelection")
    chosen += [name for name in flags if true_flag(at.get(name))]
    if len(chosen) != 1:
        at.fail("slice/where" if chosen else "slice/where-required", chosen or None)


def _is_advanced(devices: At) -> bool:
    """Whether taints, counters or list attributes lower the limit on devices."""
    return any(
        item.get("taints").items()
        or item.get("consumesCounters").items()
        or any(
            value.get(name).present
            for _, value in item.get("attributes").entries()
            for name in _LISTS
        )
        for item in devices.items()
    )


def _counter_set(at: At) -> None:
    counters(at, "name")


def _partition_type(at: At) -> None:
    named = at.get("partitionTypeAttribute")
    if not named.present or at.report.release < (1, 37):
        return None
    if not at.report.enabled("DRAPartitionableDevicesType"):
        return named.fail("partition/gate", named.value)
    names.full_name(named)
    consumers = [
        d for d in at.get("devices").items() if d.get("consumesCounters").items()
    ]
    if not consumers:
        return named.fail("partition/counters", named.value)
    if names.is_full_name(named.text()):
        for consumer in consumers:
            _partition_attribute(consumer, named.text(), at.get("driver").text())
    return None


def _partition_attribute(at: At, name: str, driver: str) -> None:
    """The explicit key wins over the bare one, which counts in the driver's own domain."""
    attributes = at.get("attributes")
    found = attributes.key(name)
    value = found if found.present else attributes.key(name.removeprefix(f"{driver}/"))
    if not value.present:
        found.fail("partition/attribute-required", name)
    elif not value.get("string").present:
        found.fail("partition/attribute", name)
