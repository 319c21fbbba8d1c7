"""A device of a ResourceSlice: attributes, counters, taints, where it can be reached."""

from __future__ import annotations

from kubewright.validation import names
from kubewright.validation.allocatable import mappings_136, node_allocatable
from kubewright.validation.capacity import multiple_capacity, single_capacity
from kubewright.validation.common import (
    binding_conditions,
    each,
    fits,
    node_selector,
    taint,
    unique,
)
from kubewright.validation.cursor import At
from kubewright.validation.equality import same
from kubewright.validation.names import Check

_SCALARS: dict[str, Check | None] = {
    "bool": None,
    "int": None,
    "string": names.attribute_text,
    "version": names.version,
}
_LISTS = ("bools", "ints", "strings", "versions")


def device(at: At, old: At | None, per_device: bool) -> None:
    """A device; capacity and taints are left alone where an update leaves them as they were."""
    names.label(at.get("name"))
    _sizes(at)
    _keyed(at.get("attributes"), _attribute)
    if old is None or not same(
        at.get("capacity").value, old.get("capacity").value, True
    ):
        multiple = at.get("allowMultipleAllocations").flag() is True
        _keyed(at.get("capacity"), multiple_capacity if multiple else single_capacity)
    taints = at.get("taints")
    kept = old is not None and same(taints.value, old.get("taints").value)
    if not kept and fits(taints, 16, "device/taints-many"):
        each(taints, taint)
    consumed = at.get("consumesCounters")
    if fits(consumed, 2, "counters/consumed-many"):
        each(consumed, lambda item: counters(item, "counterSet"))
        key = "counters/consumed-duplicate"
        unique(consumed, key, lambda item: item.get("counterSet").text())
    _where(at, per_device)
    binding_conditions(at)
    node_allocatable(at)
    mappings_136(at)


def _sizes(at: At) -> None:
    attributes = [value for _, value in at.get("attributes").entries()]
    keys = len(attributes) + len(list(at.get("capacity").entries()))
    if keys > 32:
        at.fail("device/keys-many", keys)
    listed = [
        sum(len(value.get(name).items()) for name in _LISTS) for value in attributes
    ]
    values = sum(count or 1 for count in listed)
    if values > 48:
        at.fail("device/values-many", values)


def _keyed(at: At, check: Check) -> None:
    for key, value in at.entries():
        names.qualified_name(at, key)
        check(value)


def _attribute(at: At) -> None:
    set_fields = 0
    for name, check in _SCALARS.items():
        if at.get(name).present:
            set_fields += 1
            if check:
                check(at.get(name))
    for name in _LISTS:
        if at.get(name).present:
            set_fields += 1
            _attribute_list(at.get(name), _SCALARS[name.removesuffix("s")])
    if set_fields != 1:
        at.fail("attribute/one")


def _attribute_list(at: At, check: Check | None) -> None:
    if not at.items():
        at.fail("attribute/empty-list")
    if check:
        each(at, check)


def counters(at: At, name: str) -> None:
    """A counter set, or what a device consumes of one."""
    found = at.get(name)
    if not found.text():
        found.fail("counters/set-required")
    elif not names.is_label(found.text()):
        found.fail("counters/name", found.value)
    amounts = at.get("counters")
    keys = [key for key, _ in amounts.entries()]
    if not keys:
        amounts.fail("counters/required")
    elif len(keys) > 32:
        amounts.fail("counters/many", len(keys))
    else:
        for key in keys:
            if not names.is_label(key):
                amounts.fail("counters/name", key)
            amounts.key(key).get("value").quantity()


def _where(at: At, per_device: bool) -> None:
    fields = [at.get(name) for name in ("nodeName", "nodeSelector", "allNodes")]
    if not per_device:
        if any(value.present for value in fields):
            at.fail("device/where")
        return
    chosen = sum((_named(fields[0]), _selected(fields[1]), true_flag(fields[2])))
    if chosen != 1:
        at.fail("device/where" if chosen else "device/where-required")


def _named(at: At) -> bool:
    if at.present and not at.text():
        at.fail("slice/node-name-empty", "")
    elif at.present:
        names.subdomain(at)
    return bool(at.text())


def true_flag(at: At) -> bool:
    """Whether a flag is true; false is reported, since it must be left out."""
    if at.flag() is False:
        at.fail("slice/false", False)
    return at.flag() is True


def _selected(at: At) -> bool:
    if at.present:
        node_selector(at)
    return at.present
