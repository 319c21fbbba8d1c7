"""Which removed field of a model is which added one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kubewright.drift.shapes import Shapes
from kubewright.drift.values import Definition, Property, Type
from kubewright.drift.words import alike_names, alike_texts

CERTAIN, LIKELY, MARGIN = 0.80, 0.50, 0.08
WEIGHTS = {"type": 0.40, "text": 0.35, "name": 0.25}
# Without a text the names must carry it: two strings called otherwise are two fields.
BARE_NAMES = 0.6


@dataclass(frozen=True, slots=True)
class FieldPair:
    """A removed field and the added one that it became."""

    before: Property
    after: Property
    confidence: float
    evidence: tuple[str, ...]
    same_type: bool


def gone(before: Definition, after: Definition) -> list[Property]:
    """The fields that only `before` has."""
    return [
        body for wire, body in before.properties.items() if wire not in after.properties
    ]


def renamed(before: Definition, after: Definition, shapes: Shapes) -> list[FieldPair]:
    """The renamed fields of a model, one to one, best first; rivals cancel one another."""
    scored = [
        _score(old, new, shapes)
        for old in gone(before, after)
        for new in gone(after, before)
    ]
    return one_to_one(scored)


def one_to_one(pairs: Iterable[FieldPair]) -> list[FieldPair]:
    """The pairs that are likely, taken best first; none where a rival is as good."""
    ranked = sorted(
        pairs, key=lambda pair: (-pair.confidence, pair.before.wire, pair.after.wire)
    )
    found: list[FieldPair] = []
    for pair in ranked:
        if (
            pair.confidence >= LIKELY
            and not _taken(pair, found)
            and not _rival(pair, ranked, found)
        ):
            found.append(pair)
    return sorted(found, key=lambda pair: pair.before.wire)


def _taken(pair: FieldPair, found: list[FieldPair]) -> bool:
    return any(
        pair.before is other.before or pair.after is other.after for other in found
    )


def _rival(pair: FieldPair, ranked: list[FieldPair], found: list[FieldPair]) -> bool:
    return any(
        other is not pair
        and (other.before is pair.before) != (other.after is pair.after)
        and pair.confidence - other.confidence < MARGIN
        and not _taken(other, found)
        for other in ranked
    )


def _score(before: Property, after: Property, shapes: Shapes) -> FieldPair:
    same = shapes.same_type(before.type, after.type)
    kind = 1.0 if same else alike_types(before.type, after.type)
    names = alike_names(before.wire, after.wire)
    both = bool(before.description and after.description)
    own = (before.wire, after.wire)
    text = alike_texts(before.description, after.description, own) if both else 0.0
    total = WEIGHTS["type"] * kind + WEIGHTS["text"] * text + WEIGHTS["name"] * names
    if not both and names < BARE_NAMES:
        total = min(total, LIKELY - MARGIN)
    evidence = (f"type {kind:.2f}", f"text {text:.2f}", f"name {names:.2f}")
    return FieldPair(before, after, round(total, 2), evidence, same)


def alike_types(before: Type, after: Type) -> float:
    """How near two different types are: the same container, the same sort of leaf."""
    if before.containers != after.containers:
        return 0.25 if before.leaf == after.leaf and not before.is_model else 0.0
    if before.is_model and after.is_model:
        return 0.5
    return 0.25 if before.leaf == after.leaf else 0.0
