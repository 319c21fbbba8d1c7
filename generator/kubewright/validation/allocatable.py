"""The node resources that a device stands for: the shapes of 1.37 and of 1.36."""

from __future__ import annotations

from kubewright.objects import devices
from kubewright.validation import names
from kubewright.validation.cursor import At, Report

GATE = "DRANodeAllocatableResources"


def node_allocatable(device: At) -> None:
    """nodeAllocatableResources of 1.37; a bad name does not stop the checks of its body."""
    if device.report.release < (1, 37) or _dropped(
        device.report, "nodeAllocatableResources"
    ):
        return
    for name, at in device.get("nodeAllocatableResources").entries():
        if not names.is_node_allocatable(name):
            at.fail("node-allocatable/name", name)
        mapping, overhead = at.get("mapping"), at.get("overhead")
        if not mapping.present and not overhead.present:
            at.fail("node-allocatable/required")
        if mapping.present:
            _mapping(mapping, device.get("capacity"))
        if overhead.present:
            _overhead(overhead)


def _dropped(report: Report, field: str) -> bool:
    """With the gate off the server drops the field, unless the stored slice has it."""
    stored = devices(report.old or {})
    return not report.enabled(GATE) and not any(d.body.get(field) for d in stored)


def _mapping(at: At, capacity: At) -> None:
    key, device = at.get("capacityKey"), at.get("deviceMultiplier")
    multiplier = at.get("capacityMultiplier")
    if key.present:
        capacity_key(key, capacity, "node-allocatable")
        if not multiplier.present:
            multiplier.fail("node-allocatable/multiplier-required")
        positive(multiplier, "node-allocatable/multiplier")
    positive(device, "node-allocatable/device-multiplier")
    if multiplier.present and not key.present:
        key.fail("node-allocatable/key-required")
    if key.present == device.present:
        at.fail("node-allocatable/one")


def capacity_key(at: At, capacity: At, rules: str) -> None:
    """A key that the device's capacity holds, spelled the same."""
    if not at.text():
        at.fail(f"{rules}/key-empty", "")
    elif not isinstance(capacity.value, dict) or at.text() not in capacity.value:
        at.fail(f"{rules}/key", at.value)


def positive(at: At, rule: str) -> None:
    """An amount above zero, if there is one."""
    amount = at.quantity()
    if amount is not None and amount.sign <= 0:
        at.fail(rule, str(amount))


def not_negative(at: At, rule: str) -> None:
    """An amount of zero or more, if there is one."""
    amount = at.quantity()
    if amount is not None and amount.sign < 0:
        at.fail(rule, str(amount))


def _overhead(at: At) -> None:
    parts = at.get("perPod"), at.get("perContainer")
    if not any(part.present for part in parts):
        at.fail("node-allocatable/overhead", "")
    for part in parts:
        not_negative(part, "node-allocatable/amount")


def mappings_136(device: At) -> None:
    """nodeAllocatableResourceMappings, the shape of 1.36; setting both members is normal."""
    if device.report.release != (1, 36) or _dropped(
        device.report, "nodeAllocatableResourceMappings"
    ):
        return
    for name, at in device.get("nodeAllocatableResourceMappings").entries():
        key, multiplier = at.get("capacityKey"), at.get("allocationMultiplier")
        if not names.is_native(name):
            at.fail("mappings-1.36/name", name)
        if not key.present and not multiplier.present:
            at.fail("mappings-1.36/required")
        positive(multiplier, "mappings-1.36/multiplier")
        if key.present:
            capacity_key(key, device.get("capacity"), "mappings-1.36")
