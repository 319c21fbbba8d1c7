"""A claim as its users read it: its devices, whether they are ready, and who holds it.

Driver reports (`status.devices`) and results (`status.allocation.devices.results`) belong
together by driver, pool, device and share ID. Source: resource/v1 types.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kubewright.accounting.amounts import Resources, quantity, read_list
from kubewright.accounting.claims import ClaimTotals, device_of, results_of
from kubewright.accounting.slices import DeviceId
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
READY = {"True": True, "False": False}


class ShareId(NamedTuple):
    """The four-tuple that a driver reports on; `share` is "" for a device not shared."""

    device: DeviceId
    share: str


@dataclass(frozen=True, slots=True)
class DeviceView:
    """One device of a claim. `request` is "" for an orphan: a report on no allocated device.

    `ready` is the Ready condition of the driver's report, None where it says nothing;
    `reason` is what it gives for not being ready. `addresses` are those of its network data.
    """

    id: ShareId
    request: str = ""
    ready: bool | None = None
    reason: str = ""
    reported: bool = False
    admin_access: bool = False
    consumed: Mapping[str, Quantity] | None = None
    interface: str = ""
    addresses: tuple[str, ...] = ()


class Holder(NamedTuple):
    """One that the claim is reserved for; `present` whether the cluster has such a pod."""

    resource: str
    name: str
    uid: str
    present: bool


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim with its devices in the order of the results, orphans apart."""

    key: str
    allocated: bool
    deleting: bool
    devices: tuple[DeviceView, ...]
    orphans: tuple[DeviceView, ...]
    holders: tuple[Holder, ...]
    totals: ClaimTotals

    @property
    def ready(self) -> bool | None:
        """Whether all devices are; None where a driver has not said so of some."""
        answers = [device.ready for device in self.devices]
        if False in answers:
            return False
        return None if None in answers or not answers else True


def claim_view(
    key: str, claim: Wire, totals: ClaimTotals, pods: Mapping[str, str]
) -> ClaimView:
    """The view of a claim; `pods` gives the uids of the pods that name it, by name."""
    results = results_of(claim)
    reports = {_report_id(row): row for row in _reports(claim)}
    devices = tuple(_device(row, reports) for row in results or ())
    known = {device.id for device in devices}
    return ClaimView(
        key=key,
        allocated=results is not None,
        deleting=bool((claim.get("metadata") or {}).get("deletionTimestamp")),
        devices=devices,
        orphans=tuple(
            _reported(i, row) for i, row in reports.items() if i not in known
        ),
        holders=tuple(_holders(claim, pods)),
        totals=totals,
    )


def _reports(claim: Wire) -> list[Wire]:
    found: list[Wire] = (claim.get("status") or {}).get("devices") or []
    return found


def _report_id(row: Wire) -> ShareId:
    return ShareId(device_of(row), row.get("shareID") or "")


def _device(result: Wire, reports: Mapping[ShareId, Wire]) -> DeviceView:
    own = _report_id(result)
    seen = _reported(own, reports.get(own))
    return DeviceView(
        id=own,
        request=result.get("request") or "",
        ready=seen.ready,
        reason=seen.reason,
        reported=own in reports,
        admin_access=result.get("adminAccess") is True,
        consumed=_consumed(result),
        interface=seen.interface,
        addresses=seen.addresses,
    )


def _consumed(result: Wire) -> Resources[Quantity] | None:
    listed = result.get("consumedCapacity")
    return None if listed is None else read_list(listed, quantity)


def _reported(own: ShareId, row: Wire | None) -> DeviceView:
    if row is None:
        return DeviceView(own)
    condition: Wire = next(
        (it for it in row.get("conditions") or () if it.get("type") == "Ready"), {}
    )
    network: Wire = row.get("networkData") or {}
    return DeviceView(
        id=own,
        ready=READY.get(condition.get("status") or ""),
        reason=condition.get("reason") or "",
        reported=True,
        interface=network.get("interfaceName") or "",
        addresses=tuple(network.get("ips") or ()),
    )


def _holders(claim: Wire, pods: Mapping[str, str]) -> Iterator[Holder]:
    for row in (claim.get("status") or {}).get("reservedFor") or ():
        uid, name = row.get("uid") or "", row.get("name") or ""
        present = pods.get(name) == uid
        yield Holder(row.get("resource") or "", name, uid, present)
