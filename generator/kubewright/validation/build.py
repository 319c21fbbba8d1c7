"""Parts of objects that are easy to get wrong, built right: plain wire mappings or models.

With `models` (the `client.models` module of any family) the parts are instances of its classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timezone
from decimal import Decimal
from types import ModuleType
from typing import Any

from kubewright.objects import Wire, timestamp, wire
from kubewright.quantity import Quantity
from kubewright.validation import allocatable, names
from kubewright.validation.cursor import At, Report
from kubewright.validation.findings import LAST
from kubewright.validation.requirements import is_integer

Amount = str | int | Decimal | Quantity


def device_status(
    result: object,
    *,
    conditions: Iterable[object] = (),
    data: Mapping[str, Any] | None = None,
    interface_name: str | None = None,
    hardware_address: str | None = None,
    ips: Iterable[str] = (),
    models: ModuleType | None = None,
    version: str = "v1",
) -> Any:
    """The status entry (AllocatedDeviceStatus) of the device of an allocation result.

    Driver, pool, device and shareID are taken from the result, so that the two join.
    Raises ValueError where the result names no device.
    """
    source = wire(result)
    missing = [name for name in ("driver", "pool", "device") if not source.get(name)]
    if missing:
        raise ValueError(
            f"allocation result: found no {missing[0]}, expected driver, pool, device"
        )
    network = {
        "interfaceName": interface_name,
        "hardwareAddress": hardware_address,
        "ips": list(ips),
    }
    status = {
        **{name: source.get(name) for name in ("driver", "pool", "device", "shareID")},
        "conditions": [wire(item) for item in conditions],
        "data": dict(data) if data is not None else None,
        "networkData": _filled(network),
    }
    return _as(_filled(status), models, version, "AllocatedDeviceStatus")


def ready_condition(
    ready: bool = True,
    *,
    reason: str = "",
    message: str = "",
    at: datetime | None = None,
    observed_generation: int | None = None,
    models: ModuleType | None = None,
) -> Any:
    """A condition of type Ready; `at` is the time of the last transition, now by default.

    The reason is "Ready" or "NotReady" unless given.
    """
    condition = {
        "type": "Ready",
        "status": "True" if ready else "False",
        "reason": reason or ("Ready" if ready else "NotReady"),
        "message": message,
        "lastTransitionTime": timestamp(
            at or datetime.now(timezone.utc).replace(microsecond=0)
        ),
        "observedGeneration": observed_generation,
    }
    kept = {name: value for name, value in condition.items() if value is not None}
    return _as(kept, models, "v1", "Condition")


def node_allocatable(
    resource: str,
    *,
    device_multiplier: Amount | None = None,
    capacity_key: str | None = None,
    capacity_multiplier: Amount | None = None,
    per_pod: Amount | None = None,
    per_container: Amount | None = None,
    models: ModuleType | None = None,
    version: str = "v1",
) -> dict[str, Any]:
    """One entry of a device's nodeAllocatableResources (1.37), by resource name.

    Either `device_multiplier` (so much per device) or `capacity_key` (so much per unit of
    consumed capacity, times `capacity_multiplier`, 1 by default) maps the device; `per_pod` and
    `per_container` add overhead. Raises ValueError with the server's complaints.
    """
    if capacity_key is not None and capacity_multiplier is None:
        capacity_multiplier = 1
    mapping = {
        "deviceMultiplier": _text(device_multiplier),
        "capacityKey": capacity_key,
        "capacityMultiplier": _text(capacity_multiplier),
    }
    overhead = {"perPod": _text(per_pod), "perContainer": _text(per_container)}
    entry = _filled({"mapping": _filled(mapping), "overhead": _filled(overhead)})
    _refuse(resource, entry, capacity_key)
    return {resource: _as(entry, models, version, "NodeAllocatableResource")}


def _refuse(resource: str, entry: Wire, capacity_key: str | None) -> None:
    """The device's own capacity is not known here, so its keys are taken as given."""
    device = {
        "nodeAllocatableResources": {resource: entry},
        "capacity": {capacity_key: {}} if capacity_key else {},
    }
    report = Report(LAST)
    allocatable.node_allocatable(At(device, "", report))
    if report.findings:
        raise ValueError("; ".join(map(str, report.findings)))


def advertise(
    resource: str, amount: Amount, *, allocatable: bool = False
) -> list[Wire]:
    """The JSON patch for a node's status that advertises an extended resource.

    Send it to /api/v1/nodes/<name>/status as application/json-patch+json; capacity must be
    there already. The kubelet copies capacity to allocatable at its next sync; `allocatable`
    sets both, for a node without one.
    Raises ValueError for a name that is no extended resource or an amount that is not whole.
    """
    if not names.is_extended(resource):
        raise ValueError(
            f"resource {resource!r}: expected an extended resource name: domain/name, "
            "not in kubernetes.io, no requests. prefix"
        )
    quantity = Quantity(amount)
    if quantity.sign < 0 or (is_integer(resource) and quantity.round_up(0) != quantity):
        raise ValueError(
            f"amount {quantity} of {resource}: expected a whole number, 0 or more"
        )
    return [
        {"op": "add", "path": path, "value": str(quantity)}
        for path in _pointers(resource, allocatable)
    ]


def withdraw(resource: str, *, allocatable: bool = False) -> list[Wire]:
    """The JSON patch that removes an extended resource from a node's status."""
    return [{"op": "remove", "path": path} for path in _pointers(resource, allocatable)]


def _pointers(resource: str, allocatable: bool) -> list[str]:
    sides = ("capacity", "allocatable") if allocatable else ("capacity",)
    return [f"/status/{side}/{pointer_token(resource)}" for side in sides]


def pointer_token(key: str) -> str:
    """A key as a token of a JSON pointer (RFC 6901): ~ before /."""
    return key.replace("~", "~0").replace("/", "~1")


def _text(amount: Amount | None) -> str | None:
    return None if amount is None else str(Quantity(amount))


def _filled(parts: Mapping[str, Any]) -> Wire:
    return {name: value for name, value in parts.items() if value not in (None, {}, [])}


def _as(part: Wire, models: ModuleType | None, version: str, name: str) -> Any:
    if models is None:
        return part
    return getattr(models, f"V{version.removeprefix('v')}{name}").from_dict(part)
