"""The status of a claim: who uses it, what was allocated, what drivers report."""

from __future__ import annotations

from collections.abc import Callable

from kubewright.validation import names
from kubewright.validation.claims import (
    RequestNames,
    claim_config,
    request_names,
    request_reference,
)
from kubewright.validation.common import (
    binding_conditions,
    conditions,
    each,
    fits,
    node_selector,
    raw_json,
    skip_node_operations,
    toleration,
    unique,
)
from kubewright.validation.cursor import At
from kubewright.validation.defaults import defaulted
from kubewright.validation.equality import same
from kubewright.validation.names import size

DeviceKey = tuple[str, str, str, str]


def claim_status(claim: At, old: At) -> None:
    """A new status; `old` is the claim before, or an empty place."""
    status, before = claim.get("status"), old.get("status")
    allocation = status.get("allocation")
    _reserved_for(status.get("reservedFor"))
    _device_statuses(status, before)
    _reservation_fits(claim, before)
    if not allocation.present:
        return
    if before.get("allocation").present:
        stored = before.get("allocation").value
        if not same(defaulted(allocation.value), defaulted(stored)):
            allocation.fail("allocation/immutable")
    else:
        _allocation(allocation, request_names(claim.get("spec").get("devices")))


def device_key(at: At) -> DeviceKey:
    """What joins an allocation result and a device's status; no shareID is an empty one."""
    driver, pool, device, share = (
        at.get(name).text() for name in ("driver", "pool", "device", "shareID")
    )
    return driver, pool, device, share


def _device_keys(status: At) -> set[DeviceKey]:
    results = status.get("allocation").get("devices").get("results")
    return set(map(device_key, results.items()))


def _reserved_for(at: At) -> None:
    if not fits(at, 256, "reserved/many"):
        return
    for item in at.items():
        for name in ("resource", "name", "uid"):
            if not item.get(name).text():
                item.get(name).fail("reserved/member")
    unique(at, "reserved/duplicate", lambda item: item.get("uid").text())


def _reservation_fits(claim: At, before: At) -> None:
    status = claim.get("status")
    reserved = status.get("reservedFor")
    if not reserved.items():
        return None
    if not status.get("allocation").present:
        return reserved.fail("reserved/unallocated")
    if claim.get("metadata").get("deletionTimestamp").present:
        _only_removed(reserved, before.get("reservedFor"))
    return None


def _only_removed(reserved: At, before: At) -> None:
    known = [item.value for item in before.items()]
    if any(
        not any(same(item.value, old) for old in known) for item in reserved.items()
    ):
        reserved.fail("reserved/deleted")


def _device_statuses(status: At, before: At) -> None:
    """Entries of devices that this update deallocates are dropped by the server first."""
    at, allocated = status.get("devices"), _device_keys(status)
    dropped = _device_keys(before) - allocated
    kept = [item for item in at.items() if device_key(item) not in dropped]
    for item in kept:
        _device_status(item, allocated)
    unique(kept, "device-status/duplicate", device_key)


def _device_status(at: At, allocated: set[DeviceKey]) -> None:
    names.driver(at.get("driver"))
    names.pool(at.get("pool"))
    names.label(at.get("device"))
    if at.get("shareID").present:
        names.share_id(at.get("shareID"))
    if device_key(at) not in allocated:
        at.fail("device-status/unallocated", list(device_key(at)))
    fits(at.get("conditions"), 8, "condition/many")
    conditions(at.get("conditions"))
    if at.get("data").present:
        raw_json(at.get("data"))
    _network_data(at.get("networkData"))


def _network_data(at: At) -> None:
    for name, most, rule in (
        ("interfaceName", 256, "network/interface-long"),
        ("hardwareAddress", 128, "network/hardware-long"),
    ):
        if size(at.get(name).text()) > most:
            at.get(name).fail(rule)
    if fits(at.get("ips"), 16, "network/ips-many"):
        each(at.get("ips"), names.interface_address)
        unique(at.get("ips"), "network/ip-duplicate", At.text)


def _allocation(at: At, known: RequestNames) -> None:
    devices = at.get("devices")
    if fits(devices.get("results"), 32, "allocation/results-many"):
        each(devices.get("results"), lambda item: _result(item, known))
    if fits(devices.get("config"), 64, "claim/config-many"):
        each(devices.get("config"), lambda item: _allocated_config(item, known))
    if at.get("nodeSelector").present:
        node_selector(at.get("nodeSelector"))


def _result(at: At, known: RequestNames) -> None:
    request_reference(at.get("request"), known)
    checks: tuple[tuple[str, Callable[[At], None]], ...] = (
        ("driver", names.driver),
        ("pool", names.pool),
        ("device", names.label),
    )
    for name, check in checks:
        check(at.get(name))
    binding_conditions(at)
    each(at.get("tolerations"), toleration)
    if at.get("shareID").present:
        names.share_id(at.get("shareID"))
    skip_node_operations(at.get("skipNodeOperations"))


def _allocated_config(at: At, known: RequestNames) -> None:
    source = at.get("source")
    if not source.text():
        source.fail("allocation/source-required")
    elif source.text() not in ("FromClaim", "FromClass"):
        source.fail("allocation/source", source.value)
    claim_config(at, known)
