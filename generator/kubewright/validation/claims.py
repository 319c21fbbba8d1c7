"""The spec of a claim, alone or in a template."""

from __future__ import annotations

from collections.abc import Mapping

from kubewright.validation import cel, names
from kubewright.validation.common import (
    each,
    fits,
    name_of,
    raw_json,
    toleration,
    unique,
)
from kubewright.validation.cursor import At

RequestNames = Mapping[str, frozenset[str]]


def claim_spec(at: At) -> None:
    """A claim's requests, constraints and configuration."""
    devices = at.get("devices")
    known = request_names(devices)
    used = _constraint_attributes(devices)
    requests = devices.get("requests")
    if fits(requests, 32, "claim/requests-many"):
        each(requests, lambda item: _request(item, used))
        unique(requests, "claim/request-duplicate", name_of)
    constraints = devices.get("constraints")
    if fits(constraints, 32, "claim/constraints-many"):
        each(constraints, lambda item: _constraint(item, known))
    config = devices.get("config")
    if fits(config, 32, "claim/config-many"):
        each(config, lambda item: claim_config(item, known))


def request_names(devices: At) -> RequestNames:
    """The names a claim can be referred to by: requests, and their subrequests."""
    return {
        name_of(request): frozenset(map(name_of, request.get("firstAvailable").items()))
        for request in devices.get("requests").items()
    }


def _request(at: At, used: Mapping[str, set[str]]) -> None:
    names.label(at.get("name"))
    exactly, alternatives = at.get("exactly"), at.get("firstAvailable")
    if exactly.present and alternatives.items():
        return at.fail("claim/request-kind")
    if exactly.present:
        return _exact_request(exactly, name_of(at), used)
    if not alternatives.items():
        return at.fail("claim/request-kind-required")
    if fits(alternatives, 8, "claim/alternatives-many"):
        each(alternatives, lambda item: _alternative(item, name_of(at), used))
        unique(alternatives, "claim/alternative-duplicate", name_of)
    return None


def _alternative(at: At, parent: str, used: Mapping[str, set[str]]) -> None:
    names.label(at.get("name"))
    _exact_request(at, f"{parent}/{name_of(at)}", used)


def _exact_request(at: At, reference: str, used: Mapping[str, set[str]]) -> None:
    names.device_class(at.get("deviceClassName"))
    cel.selectors(at.get("selectors"))
    _derived_attributes(at.get("derivedAttributes"), reference, used)
    _allocation_mode(at)
    each(at.get("tolerations"), toleration)


def _allocation_mode(at: At) -> None:
    """An unset mode is ExactCount, and its unset count 1, as the server defaults them."""
    mode, count = at.get("allocationMode"), at.get("count")
    if mode.text() not in ("", "ExactCount", "All"):
        mode.fail("claim/mode", mode.value)
    elif (count.integer() != 0) if mode.text() == "All" else (count.integer() < 0):
        count.fail("claim/count", count.value)


def _derived_attributes(at: At, reference: str, used: Mapping[str, set[str]]) -> None:
    if at.report.release < (1, 37):
        return
    for item in at.items():
        name, expression = item.get("name"), item.get("expression")
        if not name.text():
            name.fail("derived/name-required")
        else:
            names.full_name(name)
            if not _is_used(name.text(), reference, used):
                name.fail("derived/unused", name.value)
        if not expression.text():
            expression.fail("derived/expression-required")
        else:
            cel.expression(expression)
    unique(at, "derived/duplicate", name_of)


def _is_used(name: str, reference: str, used: Mapping[str, set[str]]) -> bool:
    scopes = ("", reference, reference.partition("/")[0])
    return any(name in used.get(scope, ()) for scope in scopes)


def _constraint_attributes(devices: At) -> dict[str, set[str]]:
    """The attributes that constraints name, by request ("" for all requests)."""
    used: dict[str, set[str]] = {}
    for item in devices.get("constraints").items():
        match, distinct = item.get("matchAttribute"), item.get("distinctAttribute")
        name = match.text() if match.present else distinct.text()
        for scope in item.get("requests").texts() or [""]:
            used.setdefault(scope, set()).add(name)
    return used


def _constraint(at: At, known: RequestNames) -> None:
    _references(at.get("requests"), known)
    match, distinct = at.get("matchAttribute"), at.get("distinctAttribute")
    consumable = at.report.enabled("DRAConsumableCapacity")
    if match.present:
        names.full_name(match)
    elif distinct.present and consumable:  # with the gate off the server drops it
        names.full_name(distinct)
    elif consumable:
        at.fail("claim/constraint-required")
    else:
        match.fail("claim/constraint-required")


def claim_config(at: At, known: RequestNames) -> None:
    """A configuration for some requests of a claim."""
    _references(at.get("requests"), known)
    device_config(at)


def device_config(at: At, *, stored: bool = False) -> None:
    """A driver's opaque configuration."""
    opaque = at.get("opaque")
    if not opaque.present:
        return opaque.fail("config/opaque")
    names.driver(opaque.get("driver"))
    return raw_json(opaque.get("parameters"), stored=stored)


def _references(at: At, known: RequestNames) -> None:
    if fits(at, 32, "claim/references-many"):
        each(at, lambda item: request_reference(item, known))
        unique(at, "claim/reference-duplicate", At.text)


def request_reference(at: At, known: RequestNames) -> None:
    """A reference to a request, or to a subrequest of it."""
    name, slash, sub = at.text().partition("/")
    if "/" in sub:
        return at.fail("claim/reference", at.value)
    for part in (name, sub) if slash else (name,):
        if not names.is_label(part):
            at.fail("name/label", part)
    if name not in known or (slash and sub not in known[name]):
        at.fail("claim/reference", at.value)
    return None
