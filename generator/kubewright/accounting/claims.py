"""What an allocated claim costs: device results times what slices say of the devices.

Quantities are exact and never rounded here. Source: 1.37
nodeallocatabledynamicresources.go (addDeviceMapping, addDeviceOverhead) and its 1.36 form.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kubewright.accounting.amounts import Resources, add, quantity
from kubewright.accounting.demand import name_of, read
from kubewright.accounting.findings import Finding, Notice, Problem
from kubewright.accounting.options import check_release
from kubewright.accounting.selectors import NodeRef, node_ref
from kubewright.accounting.slices import DeviceId, Slices, read_slice
from kubewright.objects import wire_view
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
R = Resources[Quantity]


@dataclass(slots=True)
class ClaimTotals:
    """What one claim adds to a pod, by resource.

    `mapping` and `per_pod` count once a pod, `per_container` once for each container that
    names the claim. `problems` make the totals incomplete; `notices` do not.
    `node_allocatable` says whether a device has such resources at all, `mapped` whether one
    has a mapping, so that only one pod may hold the claim. Under 1.36 all is in `mapping`.
    """

    mapping: R = field(default_factory=dict)
    per_pod: R = field(default_factory=dict)
    per_container: R = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()
    problems: tuple[Problem, ...] = ()
    node_allocatable: bool = False
    mapped: bool = False

    @property
    def resources(self) -> R:
        """The totals as 1.36 knows them."""
        return self.mapping

    def __bool__(self) -> bool:
        return bool(self.mapping or self.per_pod or self.per_container)


def claim_totals(
    claim: object,
    slices: Iterable[object],
    *,
    node: object | None = None,
    release: str = "1.37",
) -> ClaimTotals:
    """The totals of a claim's allocated devices.

    Objects may be of any family and version. With a node (the object, or its name where no
    slice selects by labels) only its devices are found. A device that no slice holds is a
    problem where another device of the claim is node-allocatable, else a notice and no cost.
    Raises ObjectError for what is no object, ValueError for a release but 1.36 and 1.37.
    """
    check_release(release)
    made, unread = Slices(), list[Problem]()
    for index, item in enumerate(slices):
        one, faults = read(wire_view(item), "ResourceSlice", read_slice)
        unread.extend(faults)
        if one is not None:
            # Slices given here need no name, nor one of their own.
            made.put(replace(one, name=f"{index} {one.name}"))
    where = node if node is None or isinstance(node, str) else wire_view(node)
    return read_totals(
        wire_view(claim),
        made,
        None if where is None else node_ref(where),
        release,
        unread,
    )


def read_totals(
    claim: Wire,
    slices: Slices,
    node: NodeRef | None,
    release: str,
    unread: Iterable[Problem] = (),
) -> ClaimTotals:
    """The totals of a claim whose parts may not all be readable."""
    found, faults = read(
        claim, "ResourceClaim", lambda it: totals(it, slices, node, release)
    )
    found = ClaimTotals() if found is None else found
    found.problems += (*unread, *faults)
    return found


def results_of(claim: Wire) -> list[Wire] | None:
    """The devices that a claim is allocated; None where it has no allocation."""
    allocation = (claim.get("status") or {}).get("allocation")
    if allocation is None:
        return None
    return (allocation.get("devices") or {}).get("results") or []


def device_of(result: Wire) -> DeviceId:
    """The device of one result."""
    driver, pool = result.get("driver") or "", result.get("pool") or ""
    return DeviceId(driver, pool, result.get("device") or "")


def totals(
    claim: Wire, slices: Slices, node: NodeRef | None, release: str
) -> ClaimTotals:
    """The totals of a claim in wire form; raises what `UNREADABLE` names."""
    made, label = ClaimTotals(), name_of(claim, "ResourceClaim")
    results = results_of(claim)
    if results is None:
        message = "found no allocation, expected status.allocation; what it costs is not known"
        made.problems = (Problem("claim-not-allocated", label, "status", message),)
    missing = []
    for result in results or ():
        device = device_of(result)
        body = (
            slices.body_136(device) if release == "1.36" else slices.body(device, node)
        )
        if body is None:
            missing.append(device)
        else:
            _add_device(made, label, result, device, node_allocatable(body, release))
    _add_missing(made, label, missing)
    return made


def _add_missing(made: ClaimTotals, label: str, missing: list[DeviceId]) -> None:
    """A claim with another node-allocatable device fails, any other is passed over."""
    after = (
        "no pod with the claim can be placed"
        if made.node_allocatable
        else "it is taken to cost nothing, as the scheduler does"
    )
    message = f"found the device in no slice that the node sees, expected one; {after}"
    rows = tuple(Finding("device-not-found", label, str(it), message) for it in missing)
    if made.node_allocatable:
        made.problems += rows
    else:
        made.notices += rows


def node_allocatable(body: Wire, release: str) -> Mapping[str, Wire]:
    """What a device says of node resources, in the shape of 1.37.

    A device of the 1.36 shape is converted; one with both is read by the release.
    """
    new, old = (
        body.get(name) or {}
        for name in ("nodeAllocatableResources", "nodeAllocatableResourceMappings")
    )
    if release == "1.36" or (old and not new):
        return {name: _converted(entry or {}) for name, entry in old.items()}
    return {name: entry or {} for name, entry in new.items()}


def _converted(entry: Wire) -> Wire:
    """A 1.36 mapping in the shape of 1.37; one with neither member counts 0 a device."""
    key, factor = entry.get("capacityKey"), entry.get("allocationMultiplier")
    if key:
        return {"mapping": {"capacityKey": key, "capacityMultiplier": factor}}
    return {"mapping": {"deviceMultiplier": "0" if factor is None else factor}}


def _add_device(
    made: ClaimTotals,
    label: str,
    result: Wire,
    device: DeviceId,
    entries: Mapping[str, Wire],
) -> None:
    for name, entry in entries.items():
        made.node_allocatable = True
        mapping, overhead = entry.get("mapping"), entry.get("overhead") or {}
        if mapping is not None:
            made.mapped = True
            try:
                add(made.mapping, _mapped(name, result, mapping))
            except LookupError as error:
                row = Problem(
                    "consumed-capacity-missing", label, str(device), str(error)
                )
                made.problems += (row,)
        for total, member in (
            (made.per_pod, "perPod"),
            (made.per_container, "perContainer"),
        ):
            if overhead.get(member) is not None:
                add(total, {name: quantity(overhead[member])})


def _mapped(name: str, result: Wire, mapping: Wire) -> R:
    """What one device adds by its mapping: an amount, or nothing for a key not consumed.

    A capacity key on a device without consumed capacity raises LookupError: the scheduler
    refuses the pod. Only devices with allowMultipleAllocations have consumed capacity, which
    the API server does not check.
    """
    key, consumed = mapping.get("capacityKey"), result.get("consumedCapacity")
    if not key:
        own = mapping.get("deviceMultiplier")
        return {} if own is None else {name: quantity(own)}
    if consumed is None:
        raise LookupError(
            f"found no consumedCapacity, expected {key} for {name}: a capacityKey needs a device "
            "with allowMultipleAllocations: true; on another use deviceMultiplier"
        )
    if key not in consumed:
        return {}
    amount, factor = quantity(consumed[key]), mapping.get("capacityMultiplier")
    return {name: amount if factor is None else amount * quantity(factor)}
