"""Warnings on what the server accepts, or drops, though it cannot work."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kubewright.objects import ObjectError, kind_of, wire
from kubewright.quantity import Quantity
from kubewright.validation.claim_status import device_key
from kubewright.validation.common import name_of, unique
from kubewright.validation.cursor import At, Report
from kubewright.validation.findings import Finding
from kubewright.validation.pods import container_places
from kubewright.validation.requirements import defaulted
from kubewright.validation.run import canonical, has_rules, parse_release, versioned

_IMPLICIT = "deviceclass.resource.kubernetes.io/"
_OLD, _NEW = "nodeAllocatableResourceMappings", "nodeAllocatableResources"


def warnings(
    obj: object, *, release: str = "1.37", kind: str | None = None
) -> list[Finding]:
    """What the server of a release lets pass in an object, though it cannot work.

    Objects without rules, and what is no wire data, give no warnings: `validate` speaks of
    them. Raises ValueError for an unknown release.
    """
    level = parse_release(release)
    try:
        found = kind_of(obj, kind)
        body, beta = canonical(wire(obj), found)
    except ObjectError:
        return []
    report = Report(level, versioned=versioned(found, beta))
    if has_rules(found) and found.name in _CHECKS:
        _CHECKS[found.name](At(body, "", report))
    return [finding for finding in report.findings if finding.type == "Warning"]


def _slice(at: At) -> None:
    late = at.report.release >= (1, 37)
    for device in at.get("spec").get("devices").items():
        known, foreign = (_NEW, _OLD) if late else (_OLD, _NEW)
        if device.get(foreign).present:
            device.get(foreign).fail("warn/dropped-field")
        for name, entry in device.get(known).entries():
            if name == "ephemeral-storage":
                entry.fail("warn/ephemeral-storage")
            mapping = entry.get("mapping") if late else entry
            _capacity_key(mapping.get("capacityKey"), device)


def _capacity_key(key: At, device: At) -> None:
    if key.text() and device.get("allowMultipleAllocations").flag() is not True:
        key.fail("warn/capacity-key-single", key.value)


def _claim(at: At) -> None:
    results = at.get("status").get("allocation").get("devices").get("results")
    unique(results, "warn/result-twice", device_key)
    for result in results.items():
        for key, place in result.get("consumedCapacity").entries():
            if "/" not in key:
                place.fail("warn/bare-consumed-key", key)


def _pod(at: At) -> None:
    spec = at.get("spec")
    declared = {name_of(item): item for item in spec.get("resourceClaims").items()}
    used: set[str] = set()
    for container in container_places(spec):
        listed = container.get("resources").get("claims")
        unique(
            listed,
            "warn/claim-referenced-twice",
            lambda item: _object_of(item, declared),
        )
        used |= set(map(name_of, listed.items()))
        _implicit_amounts(container.get("resources"))
    for name, item in declared.items():
        if name not in used:
            item.fail("warn/unused-claim", name)
    _status_entries(at.get("status").get("nodeAllocatableResourceClaimStatuses"))


def _object_of(item: At, declared: Mapping[str, At]) -> tuple[str, str]:
    """The claim object behind a container's reference: two names may stand for one object."""
    entry = declared.get(name_of(item))
    named = entry.get("resourceClaimName").text() if entry else ""
    return ("object", named) if named else ("name", name_of(item))


def _implicit_amounts(at: At) -> None:
    for side, amounts in zip(("requests", "limits"), defaulted(at.value), strict=True):
        for name, amount in amounts.items():
            if name.startswith(_IMPLICIT) and not _is_whole(amount):
                at.get(side).key(name).fail("warn/implicit-fraction", str(amount))


def _is_whole(amount: Quantity) -> bool:
    return amount.round_up(0) == amount


def _status_entries(at: At) -> None:
    late = at.report.release >= (1, 37)
    for item in at.items():
        for name in ("resources",) if late else ("mapping", "overhead"):
            if item.get(name).present:
                item.get(name).fail("warn/dropped-field")


_CHECKS: Mapping[str, Callable[[At], None]] = {
    "ResourceSlice": _slice,
    "ResourceClaim": _claim,
    "Pod": _pod,
}
