"""A pod's status: the claims behind its names, and what they take from the node."""

from __future__ import annotations

from collections.abc import Callable

from kubewright.validation import names
from kubewright.validation.allocatable import GATE, not_negative
from kubewright.validation.common import name_of, unique
from kubewright.validation.cursor import At
from kubewright.validation.pods import container_places
from kubewright.validation.requirements import defaulted


def pod_status(pod: At, old: At) -> None:
    """A new status of a pod, as far as claims go.

    With its gate off the server drops a field that the stored status lacks.
    """
    status = pod.get("status")
    _claim_statuses(status.get("resourceClaimStatuses"), pod)
    field = "nodeAllocatableResourceClaimStatuses"
    if pod.report.enabled(GATE) or old.get("status").get(field).items():
        _allocatable(status.get(field), pod)
    if status.get("extendedResourceClaimStatus").present:
        _extended(status.get("extendedResourceClaimStatus"), pod)


def _claim_statuses(at: At, pod: At) -> None:
    declared = set(map(name_of, pod.get("spec").get("resourceClaims").items()))
    seen: set[str] = set()
    for item in at.items():
        name, claim = item.get("name"), item.get("resourceClaimName")
        if name.text() not in declared:
            name.fail("claim-status/undeclared", name.value)
        if name.text() in seen:
            name.fail("claim-status/duplicate", name.value)
        seen.add(name.text())
        if claim.present:
            names.subdomain(claim)


def _claims_of(pod: At) -> set[str]:
    """The names of the claim objects that a pod uses."""
    listed = (
        *pod.get("spec").get("resourceClaims").items(),
        *pod.get("status").get("resourceClaimStatuses").items(),
    )
    return {item.get("resourceClaimName").text() for item in listed} - {""}


def _allocatable(at: At, pod: At) -> None:
    if at.report.release < (1, 36):
        return
    known = _claims_of(pod)
    for item in at.items():
        claim = item.get("resourceClaimName")
        unique(
            item.get("containers"), "allocatable-status/container-duplicate", At.text
        )
        _required_parts(item)
        if not claim.text():
            claim.fail("allocatable-status/claim-required")
            continue
        if claim.text() not in known:
            claim.fail("allocatable-status/claim", claim.value)
        _entry_136(item) if at.report.release < (1, 37) else _entry(item)
    key = "allocatable-status/duplicate"
    unique(at, key, lambda item: item.get("resourceClaimName").text())


def _required_parts(at: At) -> None:
    for side in ("mapping", "overhead"):
        for item in at.get(side).items():
            if not name_of(item):
                item.get("name").fail("allocatable-status/name-required")
            if side == "mapping" and not item.get("quantity").present:
                item.get("quantity").fail("allocatable-status/quantity-required")
        unique(at.get(side), "allocatable-status/amount-duplicate", name_of)


def _entry(at: At) -> None:
    for item in at.get("mapping").items():
        _resource_name(item.get("name"))
        not_negative(item.get("quantity"), "allocatable-status/amount")
    for item in at.get("overhead").items():
        _resource_name(item.get("name"))
        parts = item.get("perPod"), item.get("perContainer")
        if not any(part.present for part in parts):
            item.fail("allocatable-status/overhead")
        for part in parts:
            not_negative(part, "allocatable-status/amount")


def _resource_name(at: At) -> None:
    if at.text() and not names.is_node_allocatable(at.text()):
        at.fail("allocatable-status/name", at.value)


def _entry_136(at: At) -> None:
    if not at.get("containers").items():
        at.get("containers").fail("allocatable-status/containers")
    entries = list(at.get("resources").entries())
    if not entries:
        at.get("resources").fail("allocatable-status/resources")
    for name, place in entries:
        if not names.is_native(name):
            place.fail("allocatable-status/name", name)
        not_negative(place, "allocatable-status/amount")


def _extended(at: At, pod: At) -> None:
    requests = {
        name_of(container): defaulted(container.get("resources").value)[0].keys()
        for container in container_places(pod.get("spec"))
    }
    mappings = at.get("requestMappings")
    if not mappings.items():
        mappings.fail("extended-status/required")
    # 1.34 looked at container and resource only.
    parts = _PARTS if at.report.release > (1, 34) else _PARTS[:2]
    seen: set[tuple[str, ...]] = set()
    for item in mappings.items():
        _mapping(at, item, requests.get)
        key = tuple(item.get(part).text() for part in parts)
        if key in seen:
            each_part(item)
        seen.add(key)
    claim = at.get("resourceClaimName")
    if not claim.text():
        claim.fail("extended-status/claim-required")
    else:
        names.subdomain(claim)


_PARTS = ("containerName", "resourceName", "requestName")


def each_part(item: At) -> None:
    """A mapping that repeats is reported at each of its members."""
    for part in _PARTS:
        item.get(part).fail("extended-status/duplicate", item.get(part).value)


def _mapping(at: At, item: At, requests_of: Callable[[str], object]) -> None:
    container, resource, request = (item.get(part) for part in _PARTS)
    asked = requests_of(container.text())
    if asked is None:
        container.fail("extended-status/container", container.value)
    elif resource.text() not in asked:  # type: ignore[operator]
        resource.fail("extended-status/resource", resource.value)
    if not names.is_label(request.text()):
        at.get("requestName").fail("extended-status/request", request.value)
