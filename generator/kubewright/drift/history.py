"""In which release a change happened, looked up in the releases between the two ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from kubewright.drift.judge import Finding
from kubewright.drift.reader import type_text
from kubewright.drift.values import Change, Definition, Json, Place, Property, Snapshot

State = Callable[[Snapshot], Json]

ASPECTS: dict[str, Callable[[Property], Json]] = {
    "field-became-required": lambda entry: entry.required,
    "field-became-optional": lambda entry: entry.required,
    "field-enum-introduced": lambda entry: sorted(map(str, entry.enum)),
    "field-enum-value-removed": lambda entry: sorted(map(str, entry.enum)),
    "field-enum-value-added": lambda entry: sorted(map(str, entry.enum)),
    "field-default-changed": lambda entry: entry.default,
    "field-list-semantics-changed": lambda entry: dict(entry.merging),
    "field-constraint-changed": lambda entry: dict(entry.constraints),
    "field-deprecated": lambda entry: (entry.deprecated, entry.description),
    "field-description-changed": lambda entry: entry.description,
}
BODIES: dict[str, Callable[[Definition], Json]] = {
    "kind-deprecated": lambda body: (body.deprecated, body.description),
    "model-description-changed": lambda body: body.description,
    "field-list-semantics-changed": lambda body: dict(body.merging),
    "field-constraint-changed": lambda body: dict(body.constraints),
}


def dated(
    findings: Iterable[Finding], chain: Sequence[Snapshot]
) -> tuple[Finding, ...]:
    """`findings` between the ends of `chain`, each with the release in which it happened.

    From a newer release to an older one it is the release that brought what is given up.
    """
    names = [link.release or "" for link in chain]
    if not all(names):
        return tuple(findings)
    later = chain[0].release == max(names, key=_age)
    return tuple(
        replace(each, since=names[_turn(_state(each.change), chain) - later])
        for each in findings
    )


def _age(name: str) -> tuple[int, ...]:
    return tuple(map(int, name.split(".")))


def _turn(state: State, chain: Sequence[Snapshot]) -> int:
    """The index of the first link from which on `state` is what it is at the end."""
    last = state(chain[-1])
    for index in range(len(chain) - 2, -1, -1):
        if state(chain[index]) != last:
            return index + 1
    return len(chain) - 1


def _state(change: Change) -> State:
    """What must be looked at in a release to see whether the change has happened there."""
    if change.id.startswith("group-version-"):
        return lambda link: _group_version(link, change.before.key or change.after.key)
    places = _watched(change)
    return lambda link: [_aspect(change.id, place, link) for place in places]


def _watched(change: Change) -> list[Place]:
    """The places that tell: of what is gone the old one, of what came the new one."""
    if change.id.endswith(("-removed", "-replaced")):
        return [change.before]
    if change.id.startswith(("kind-added", "kind-promoted", "model-added")):
        return [change.after]
    return [place for place in (change.before, change.after) if place.key]


def _group_version(link: Snapshot, api_version: str) -> bool:
    return any(
        kind.api_version == api_version
        for body in link.definitions.values()
        for kind in body.kinds
    )


def _aspect(name: str, place: Place, link: Snapshot) -> Json:
    body = link.definitions.get(place.key)
    if body is None:
        return None
    if not place.field:
        return BODIES[name](body) if name in BODIES else body.class_name
    entry = body.properties.get(place.field)
    if entry is None:
        return None
    if name.startswith(("field-type", "field-ref", "field-container", "field-format")):
        return (
            type_text(entry.type, link.definitions),
            entry.type.leaf,
            entry.type.format,
        )
    return ASPECTS[name](entry) if name in ASPECTS else True
