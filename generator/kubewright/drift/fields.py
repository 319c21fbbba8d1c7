"""The changes of the fields of one model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kubewright.codegen.naming import attribute
from kubewright.drift import fieldpairs, moves
from kubewright.drift.fieldpairs import CERTAIN, FieldPair
from kubewright.drift.moves import Move, Owners
from kubewright.drift.reader import UNORDERED, type_text
from kubewright.drift.shapes import Shapes
from kubewright.drift.typechanges import TypeChange, type_change
from kubewright.drift.values import Change, Definition, Json, Place, Property, Type
from kubewright.drift.words import says_alpha, says_deprecated

# The changes of whole models, by old key: a field's change may follow from one.
Causes = Mapping[str, Change]
FOLLOWING = frozenset(
    {
        "model-renamed",
        "model-replaced",
        "class-renamed-by-collision",
        "class-name-reused",
        "model-inlined",
        "model-uninlined",
    }
)
RENAMES = frozenset({"model-renamed", "class-renamed-by-collision"})
RENAMED = "field-ref-renamed"


@dataclass(frozen=True, slots=True)
class Both:
    """A model on both sides, the shapes around it, and the changes that may be causes.

    `owners` are the models and fields that referred to each model of the old release.
    """

    before: Definition
    after: Definition
    shapes: Shapes
    causes: Causes
    owners: Owners

    def places(self, old: str = "", new: str = "") -> tuple[Place, Place]:
        """The places of a field on both sides."""
        return place(self.before, old), place(self.after, new)


def place(owner: Definition, wire: str = "") -> Place:
    """The place of the field `wire` of `owner`, of the model itself without one."""
    name = attribute(wire).public if wire else ""
    return Place(owner.key, owner.class_name, owner.module, wire, name)


def changes(both: Both) -> Iterator[Change]:
    """All changes of the fields of a model, of its texts and of its own keywords."""
    renamed = fieldpairs.renamed(both.before, both.after, both.shapes)
    taken = {pair.after.wire for pair in renamed}
    moved = dict(_moves(both, renamed))
    yield from (_renamed(both, pair) for pair in renamed)
    yield from moved.values()
    yield from _removed(both, {pair.before.wire for pair in renamed} | moved.keys())
    yield from _added(both, taken)
    for wire in sorted(both.before.properties.keys() & both.after.properties.keys()):
        yield from _common(
            both, both.before.properties[wire], both.after.properties[wire]
        )
    yield from _own(both)


def _renamed(both: Both, pair: FieldPair) -> Change:
    before, after = pair.before, pair.after
    same = pair.same_type and before.required == after.required
    exact = "exact" if pair.confidence >= CERTAIN else "suggested"
    return Change(
        "field-renamed",
        *both.places(before.wire, after.wire),
        old=before.wire,
        new=after.wire,
        fix=exact if same else "none",
        confidence=pair.confidence,
        evidence=pair.evidence,
        details={
            "to": after.wire,
            "type_changed": not pair.same_type,
            "type_old": type_text(before.type, both.shapes.old),
            "type_new": type_text(after.type, both.shapes.new),
            **_gate(before),
        },
    )


def _moves(both: Both, renamed: list[FieldPair]) -> Iterator[tuple[str, Change]]:
    """The fields that stand deeper or else higher now, by their old name."""
    taken = {pair.after.wire for pair in renamed}
    known = {pair.before.wire for pair in renamed}
    for move in moves.deeper(both.before, both.after, both.shapes, taken):
        if move.before.wire not in known:
            known.add(move.before.wire)
            yield move.before.wire, _moved(both, move, both.after, "deeper")
    for move, key in moves.higher(both.before, both.after, both.shapes, both.owners):
        if move.before.wire not in known:
            after = both.shapes.new[both.shapes.pairs.get(key, key)]
            yield move.before.wire, _moved(both, move, after, "higher")


def _moved(both: Both, move: Move, after: Definition, direction: str) -> Change:
    path = ".".join(move.path)
    return Change(
        "field-moved",
        place(both.before, move.before.wire),
        place(after, move.path[0]),
        old=move.before.wire,
        new=path,
        fix="suggested",
        confidence=CERTAIN,
        evidence=move.evidence,
        details={"to": path, "direction": direction, **_gate(move.before)},
    )


def _removed(both: Both, known: set[str]) -> Iterator[Change]:
    for entry in fieldpairs.gone(both.before, both.after):
        if entry.wire in known:
            continue
        raised = moves.raised(entry, both.before, both.after, both.shapes)
        details = {"hint": [move.before.wire for move in raised]} if raised else {}
        change = Change(
            "field-removed",
            *both.places(entry.wire),
            old=type_text(entry.type, both.shapes.old),
            fix="suggested",
            details={**details, **_gate(entry)},
        )
        yield change
        yield from (_raised(both, move, entry, change) for move in raised)


def _raised(both: Both, move: Move, entry: Property, cause: Change) -> Change:
    owner = both.shapes.old[entry.type.key]
    return Change(
        "field-moved",
        place(owner, move.before.wire),
        place(both.after, move.path[0]),
        old=f"{entry.wire}.{move.before.wire}",
        new=move.path[0],
        fix="suggested",
        confidence=CERTAIN,
        evidence=move.evidence,
        details={"to": move.path[0], "direction": "higher"},
        cause=cause,
    )


def _added(both: Both, taken: set[str]) -> Iterator[Change]:
    for entry in fieldpairs.gone(both.after, both.before):
        if entry.wire not in taken:
            yield Change(
                f"field-added-{'required' if entry.required else 'optional'}",
                *both.places("", entry.wire),
                new=type_text(entry.type, both.shapes.new),
                details=_gate(entry),
            )


def _common(both: Both, before: Property, after: Property) -> Iterator[Change]:
    places = both.places(before.wire, after.wire)
    found = type_change(before.type, after.type, both.shapes)
    if found:
        yield _typed(both, before, after, found)
    if before.required != after.required:
        name = "required" if after.required else "optional"
        words = ["optional", "required"]
        old, new = words[before.required], words[after.required]
        yield Change(
            f"field-became-{name}", *places, old=old, new=new, details=_gate(after)
        )
    if not found or found.id in {"field-ref-renamed", "field-format-changed"}:
        # With another type, other keywords are no news of their own.
        yield from _keywords(both, before, after)
    yield from _texts(places, before, after)


def _typed(both: Both, before: Property, after: Property, found: TypeChange) -> Change:
    return Change(
        found.id,
        *both.places(before.wire, after.wire),
        old=found.old,
        new=found.new,
        fix="suggested" if found.id == "field-ref-retargeted" else "none",
        details={**found.details, **_gate(after)},
        cause=_cause(both, before.type, after.type, found.id),
    )


def _cause(both: Both, before: Type, after: Type, name: str) -> Change | None:
    """The change of a whole model that a field's change of type follows from."""
    found = [both.causes[key] for key in (before.key, after.key) if key in both.causes]
    # A new name entails a reference to the new name, and no other type or container.
    fits = (name == RENAMED or each.id not in RENAMES for each in found)
    cause = next((each for each, fit in zip(found, fits, strict=True) if fit), None)
    models = before.is_model and after.is_model
    same = before.containers == after.containers
    if cause or not (models and same and both.before.key != both.after.key):
        return cause
    # A renamed model refers to the parts of its own, new version.
    follows = both.shapes.same_key(before.key, after.key)
    return both.causes.get(both.before.key) if follows else None


def _keywords(both: Both, before: Property, after: Property) -> Iterator[Change]:
    places = both.places(before.wire, after.wire)
    yield from _enum(places, before, after)
    if before.default != after.default:
        yield Change(
            "field-default-changed", *places, old=before.default, new=after.default
        )
    yield from keyword_changes(places, before, after)


def _enum(
    places: tuple[Place, Place], before: Property, after: Property
) -> Iterator[Change]:
    old, new = list(before.enum), list(after.enum)
    if new and not old:
        yield Change("field-enum-introduced", *places, new=sorted(new, key=str))
    elif old and not new:
        # Any value now: what a reader may meet is wider, as for a type.
        yield Change(
            "field-type-widened", *places, old=sorted(old, key=str), new="string"
        )
    else:
        for value in sorted((value for value in old if value not in new), key=str):
            yield _value("removed", places, value)
        for value in sorted((value for value in new if value not in old), key=str):
            yield _value("added", places, value)


def _value(what: str, places: tuple[Place, Place], value: Json) -> Change:
    old, new = (value, None) if what == "removed" else (None, value)
    return Change(
        f"field-enum-value-{what}", *places, old=old, new=new, details={"value": value}
    )


def keyword_changes(
    places: tuple[Place, Place],
    before: Property | Definition,
    after: Property | Definition,
) -> Iterator[Change]:
    """The changes of list semantics and of constraints: one each, of all their keywords."""
    for name, old, new in (
        ("field-list-semantics-changed", before.merging, after.merging),
        ("field-constraint-changed", before.constraints, after.constraints),
    ):
        differing = [
            key
            for key in dict.fromkeys([*old, *new])
            if _canonical(key, old.get(key)) != _canonical(key, new.get(key))
        ]
        if differing:
            first = differing[0]
            both = {key: [old.get(key), new.get(key)] for key in sorted(differing)}
            details = {"key": first, "keywords": both}
            yield Change(
                name, *places, old=old.get(first), new=new.get(first), details=details
            )


def _canonical(key: str, value: Json) -> str:
    if key.rpartition(".")[2] in UNORDERED and isinstance(value, list):
        value = sorted(value, key=str)
    return json.dumps(value, sort_keys=True)


def _texts(
    places: tuple[Place, Place], before: Property, after: Property
) -> Iterator[Change]:
    if (after.deprecated and not before.deprecated) or (
        says_deprecated(after.description) and not says_deprecated(before.description)
    ):
        yield Change(
            "field-deprecated", *places, new=after.description, fix="suggested"
        )
    if before.description != after.description:
        old, new = before.description, after.description
        yield Change("field-description-changed", *places, old=old, new=new)


def _own(both: Both) -> Iterator[Change]:
    """Changes of the model's own keywords and text."""
    places = both.places()
    yield from keyword_changes(places, both.before, both.after)
    if both.before.description != both.after.description:
        old, new = both.before.description, both.after.description
        yield Change("model-description-changed", *places, old=old, new=new)


def _gate(entry: Property) -> dict[str, Json]:
    """What the description says about an alpha feature; the source says that it is text."""
    if not says_alpha(entry.description):
        return {}
    return {"field_stability": "alpha", "source": "description"}
