"""Which removed field of a model stands deeper or higher now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kubewright.drift.fieldpairs import gone
from kubewright.drift.shapes import Shapes
from kubewright.drift.values import Definition, Property
from kubewright.drift.words import alike_texts

SAME_TEXT = 0.6
# A field found further down than this is another one.
DEPTH = 3


@dataclass(frozen=True, slots=True)
class Move:
    """A removed field and the path, from the model that has it now, where it stands."""

    before: Property
    path: tuple[str, ...]
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """A field on the way down; it is `fresh` if the old release had no such way."""

    path: tuple[str, ...]
    body: Property
    fresh: bool


Owners = Mapping[str, Iterable[tuple[str, str]]]


def deeper(
    before: Definition, after: Definition, shapes: Shapes, taken: Iterable[str] = ()
) -> Iterator[Move]:
    """The removed fields that stand below another field of their model now."""
    added = {body.wire for body in gone(after, before)}
    first = [
        _Step((body.wire,), body, body.wire in added)
        for body in after.properties.values()
        if body.wire not in set(taken)
    ]
    for old in gone(before, after):
        found = _nearest(old, first, shapes)
        if len(found) == 1:
            levels = ("one level" if len(found[0]) == 2 else "some levels") + " deeper"
            yield Move(old, found[0], (f"same name and type {levels}",))


def _nearest(
    old: Property, first: list[_Step], shapes: Shapes
) -> list[tuple[str, ...]]:
    """The paths to `old` on the highest level that has one."""
    level, seen = first, set[str]()
    for _ in range(DEPTH):
        inner = [step for each in level for step in _below(each, shapes, seen)]
        found = [
            step.path
            for step in inner
            if step.fresh
            and step.path[-1] == old.wire
            and _same(old, step.body, shapes)
        ]
        if found:
            return found
        seen |= {each.body.type.key for each in level}
        level = inner
    return []


def _below(step: _Step, shapes: Shapes, seen: set[str]) -> Iterator[_Step]:
    """The fields of the model that a step leads to."""
    kind = step.body.type
    if not kind.is_model or kind.containers or kind.key in seen:
        return
    known = shapes.old.get(kind.key)
    for wire, body in shapes.new[kind.key].properties.items():
        fresh = step.fresh or known is None or wire not in known.properties
        yield _Step((*step.path, wire), body, fresh)


def raised(
    old: Property, owner: Definition, after: Definition, shapes: Shapes
) -> list[Move]:
    """The fields of the model of `old`, a removed field, that its `owner` itself has now."""
    if not old.type.is_model or old.type.containers:
        return []
    inner = shapes.old[old.type.key].properties
    added = {body.wire: body for body in gone(after, owner)}
    return [
        Move(body, (wire,), ("same name and type one level higher",))
        for wire, body in inner.items()
        if wire in added and _same(body, added[wire], shapes)
    ]


def higher(
    before: Definition, after: Definition, shapes: Shapes, owners: Owners
) -> Iterator[tuple[Move, str]]:
    """The removed fields that the one model around theirs has now, with the key of that."""
    around = {
        key
        for key, wire in owners.get(before.key, ())
        if not shapes.old[key].properties[wire].type.containers
    }
    for old in gone(before, after):
        found = [key for key in sorted(around) if _gained(key, old, shapes)]
        if len(found) == 1:
            text = "same name and type one level higher"
            yield Move(old, (old.wire,), (text,)), found[0]


def _gained(key: str, old: Property, shapes: Shapes) -> bool:
    """Whether the model `key` has `old` now and had no such field before."""
    new = shapes.new.get(shapes.pairs.get(key, key))
    body = new.properties.get(old.wire) if new else None
    if body is None or old.wire in shapes.old[key].properties:
        return False
    return _same(old, body, shapes)


def _same(old: Property, new: Property, shapes: Shapes) -> bool:
    if not shapes.same_type(old.type, new.type):
        return False
    if not (old.description and new.description):
        return True
    return alike_texts(old.description, new.description) >= SAME_TEXT
