"""Two releases in, the changes between them out; nothing is judged here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from kubewright.drift import fields, kinds, renames
from kubewright.drift.fields import Both, place
from kubewright.drift.kinds import LIST
from kubewright.drift.reader import type_text
from kubewright.drift.renames import Match, Pairing
from kubewright.drift.shapes import IDENTICAL, Shapes
from kubewright.drift.values import NOWHERE, Change, Definition, Snapshot
from kubewright.drift.words import split_key

KIND_GONE = frozenset({"kind-removed", "kind-version-removed"})


@dataclass(frozen=True, slots=True)
class _Sides:
    """Both releases and what became of the models of the old one."""

    old: Snapshot
    new: Snapshot
    pairing: Pairing
    shapes: Shapes


def compare(old: Snapshot, new: Snapshot) -> tuple[Change, ...]:
    """All changes from `old` to `new`; those that follow from another one name it."""
    pairing = renames.pair(old, new)
    shapes = Shapes(old, new, pairing.keys())
    sides = _Sides(old, new, pairing, shapes)
    follow = partial(_follow, _renamed_kinds(sides))
    of_kinds = list(kinds.changes(old, new, shapes, follow))
    of_models = list(_models(sides, of_kinds))
    causes = _causes(of_models)
    owners = renames.sites(old.models())
    of_fields = [
        change
        for before, after in _pairs(sides)
        for change in fields.changes(Both(before, after, shapes, causes, owners))
    ]
    return (*of_kinds, *of_models, *of_fields)


def _renamed_kinds(sides: _Sides) -> dict[str, Change]:
    """The renames of models that are kinds, by old key."""
    old = sides.old.definitions
    return {
        key: next(_renamed(sides, old[key], match))
        for key, match in sides.pairing.renamed.items()
        if old[key].kinds
    }


def _follow(renamed: Mapping[str, Change], change: Change) -> Change:
    """A kind that is gone because its model has another name follows from the rename."""
    cause = renamed.get(change.before.key)
    if cause is None or change.id not in KIND_GONE:
        return change
    return replace(change, after=cause.after, cause=cause)


def _causes(changes: list[Change]) -> dict[str, Change]:
    """The change of each model as a whole, by its keys; what it entails is not among them."""
    found: dict[str, Change] = {}
    for change in changes:
        if change.id in fields.FOLLOWING:
            found[change.before.key] = change
            found.setdefault(change.after.key, change)
    return found


def _pairs(sides: _Sides) -> Iterator[tuple[Definition, Definition]]:
    """The models that are there on both sides, renamed ones included."""
    new = sides.new.models()
    names = sides.pairing.keys()
    for key, body in sides.old.models().items():
        if (other := new.get(names.get(key, key))) is not None:
            yield body, other


def _models(sides: _Sides, of_kinds: list[Change]) -> Iterator[Change]:
    gone_kinds = {
        change.before.key: change for change in of_kinds if change.id in KIND_GONE
    }
    old, new = sides.old.definitions, sides.new.definitions
    for key, body in sides.old.models().items():
        if key not in new:
            yield from _gone(sides, body, gone_kinds)
        elif not new[key].class_name:
            yield _inlined(sides, body, new[key])
        elif new[key].class_name != body.class_name:
            yield from _collision(sides, body, new[key])
    came = {match.after for match in sides.pairing.renamed.values()}
    came |= set(sides.pairing.reused.values())
    for key, body in sides.new.models().items():
        if key in old and not old[key].class_name:
            yield _uninlined(sides, old[key], body)
        elif key not in old and key not in came:
            yield Change("model-added", NOWHERE, place(body), new=body.class_name)


def _gone(
    sides: _Sides, body: Definition, gone_kinds: dict[str, Change]
) -> Iterator[Change]:
    pairing, new = sides.pairing, sides.new.definitions
    if body.key in pairing.renamed:
        yield from _renamed(sides, body, pairing.renamed[body.key])
    elif body.key in pairing.reused:
        yield _reused(sides, body, new[pairing.reused[body.key]])
    elif body.key in pairing.replaced:
        yield _replaced(sides, body)
    else:
        yield _removed(sides, body, _kind_cause(sides, body, gone_kinds))


def _renamed(sides: _Sides, body: Definition, match: Match) -> Iterator[Change]:
    after = sides.new.definitions[match.after]
    change = Change(
        "model-renamed",
        place(body),
        place(after),
        old=body.class_name,
        new=after.class_name,
        fix="exact" if match.exact else "suggested",
        confidence=match.confidence,
        evidence=match.evidence,
        details={"to": after.class_name, **_kind_words(body, after)},
    )
    yield change
    yield from _module(change, body, after)


def _kind_words(before: Definition, after: Definition) -> dict[str, str]:
    """The kinds of a renamed model, which its name on the wire follows."""
    if len(before.kinds) != 1 or len(after.kinds) != 1:
        return {}
    return {"kind_old": str(before.kinds[0]), "kind_new": str(after.kinds[0])}


def _module(cause: Change, before: Definition, after: Definition) -> Iterator[Change]:
    if before.module != after.module:
        yield Change(
            "module-renamed",
            place(before),
            place(after),
            old=before.module,
            new=after.module,
            fix=cause.fix,
            cause=cause,
        )


def _collision(
    sides: _Sides, before: Definition, after: Definition
) -> Iterator[Change]:
    change = Change(
        "class-renamed-by-collision",
        place(before),
        place(after),
        old=before.class_name,
        new=after.class_name,
        fix="exact",
        confidence=1.0,
        evidence=("same definition",),
        details={"to": after.class_name, "because": _rivals(sides, before.key)},
    )
    yield change
    yield from _module(change, before, after)


def _rivals(sides: _Sides, key: str) -> list[str]:
    """The definitions of one side only that end as `key` does and so change its class name."""
    ending = key.split(".")[-2:]
    one_side = sides.old.definitions.keys() ^ sides.new.definitions.keys()
    return sorted(other for other in one_side if other.split(".")[-2:] == ending)


def _reused(sides: _Sides, before: Definition, after: Definition) -> Change:
    return Change(
        "class-name-reused",
        place(before),
        place(after),
        old=before.key,
        new=after.key,
        details={
            "old_key": before.key,
            "new_key": after.key,
            "shape": sides.shapes.compare(before.key, after.key),
        },
    )


def _replaced(sides: _Sides, body: Definition) -> Change:
    successors = [
        sides.new.definitions[key] for key in sides.pairing.replaced[body.key]
    ]
    names = [other.class_name for other in successors]
    return Change(
        "model-replaced",
        place(body),
        NOWHERE,
        old=body.class_name,
        new=names,
        evidence=("the fields that referred to it refer to the successors",),
        details={
            "successors": names,
            "successor_keys": [other.key for other in successors],
        },
    )


def _removed(sides: _Sides, body: Definition, cause: Change | None) -> Change:
    change = Change(
        "model-removed", place(body), NOWHERE, old=body.class_name, cause=cause
    )
    if body.key in sides.pairing.successors:
        return _succeeded(sides, change, sides.pairing.successors[body.key])
    nearest = sides.pairing.candidates.get(body.key, ())
    names = [sides.new.definitions[key].class_name for key in nearest]
    return replace(change, details={"candidates": names}) if names else change


def _succeeded(sides: _Sides, change: Change, key: str) -> Change:
    """The removal of a model whose other version `key` is there."""
    after = sides.new.definitions[key]
    shape = sides.shapes.compare(change.before.key, key)
    # A part is rewritten with its whole: else the new kind would be given the old part.
    whole = change.cause is not None and change.cause.fix == "exact"
    return replace(
        change,
        after=place(after),
        fix="exact" if whole and shape == IDENTICAL else "suggested",
        confidence=1.0,
        evidence=(f"shape {shape}",),
        details={"replacement": after.class_name, "shape": shape},
    )


def _kind_cause(
    sides: _Sides, body: Definition, gone_kinds: dict[str, Change]
) -> Change | None:
    """The removed kind whose own, list or part model `body` is."""
    if body.key in gone_kinds:
        return gone_kinds[body.key]
    if body.key.removesuffix(LIST) in gone_kinds:
        return gone_kinds[body.key.removesuffix(LIST)]
    owners = [
        key
        for key, whole in gone_kinds.items()
        if body.key in _parts(sides.old, key)
        and split_key(key)[1] == split_key(body.key)[1]
    ]
    return gone_kinds[min(owners)] if owners else None


def _parts(snapshot: Snapshot, key: str) -> frozenset[str]:
    """The models of the same version that the definition `key` reaches."""
    found, waiting = {key}, [key]
    while waiting:
        for entry in snapshot.definitions[waiting.pop()].properties.values():
            if entry.type.is_model and entry.type.key not in found:
                found.add(entry.type.key)
                waiting.append(entry.type.key)
    return frozenset(found)


def _inlined(sides: _Sides, before: Definition, after: Definition) -> Change:
    text = type_text(after.type, sides.new.definitions)
    return Change(
        "model-inlined",
        place(before),
        replace(place(after), class_name="", module=""),
        old=before.class_name,
        new=text,
        details={"new_type": text},
    )


def _uninlined(sides: _Sides, before: Definition, after: Definition) -> Change:
    text = type_text(before.type, sides.old.definitions)
    return Change(
        "model-uninlined",
        replace(place(before), class_name="", module=""),
        place(after),
        old=text,
        new=after.class_name,
        details={"old_type": text},
    )
