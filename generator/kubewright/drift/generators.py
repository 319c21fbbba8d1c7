"""Generator drift: the same field of the definitions, another Python name, type or base."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kubewright.drift.trees import PythonClass, Tree
from kubewright.drift.values import Change, Place, Snapshot

RUNTIME = "runtime"


def changes(
    old: Tree, new: Tree, specs: tuple[Snapshot, Snapshot] | None = None
) -> Iterator[Change]:
    """What two generators made differently of definitions that did not change.

    `specs` are the definitions where they are known and not the same.
    """
    for name in sorted(old.classes.keys() & new.classes.keys()):
        yield from _class(old.classes[name], new.classes[name], specs)
    yield from _bases(old, new)
    if old.runtime != new.runtime:
        yield _runtime(old.runtime, new.runtime, "the runtime of the models")


def untold(old: Tree, new: Tree) -> Iterator[Change]:
    """One change for trees whose digests differ although nothing else was found."""
    if old.tree != new.tree:
        yield _runtime(old.tree, new.tree, "the text of the modules")


def _runtime(old: str, new: str, what: str) -> Change:
    here = Place(key=RUNTIME)
    evidence = (f"the digests of {what} differ",)
    return Change(
        "python-base-changed", here, here, old=old[:12], new=new[:12], evidence=evidence
    )


def _class(
    before: PythonClass, after: PythonClass, specs: tuple[Snapshot, Snapshot] | None
) -> Iterator[Change]:
    for wire in sorted(before.attributes.keys() & after.attributes.keys()):
        if not _same_spec(before, after, wire, specs):
            continue
        places = _place(before, wire), _place(after, wire)
        if before.attributes[wire] != after.attributes[wire]:
            yield _attribute(places)
        old, new = before.types.get(wire), after.types.get(wire)
        if old and new and old != new:
            yield Change("python-type-changed", *places, old=old, new=new)


def _attribute(places: tuple[Place, Place]) -> Change:
    return Change(
        "python-attribute-renamed",
        *places,
        old=places[0].attribute,
        new=places[1].attribute,
        fix="exact",
        confidence=1.0,
        evidence=("same class and wire name",),
    )


def _same_spec(
    before: PythonClass,
    after: PythonClass,
    wire: str,
    specs: tuple[Snapshot, Snapshot] | None,
) -> bool:
    if specs is None:
        return True
    sides = zip(specs, (before, after), strict=True)
    old, new = (spec.definitions.get(each.key) for spec, each in sides)
    if old is None or new is None:
        return False
    one, other = old.properties.get(wire), new.properties.get(wire)
    return one is not None and other is not None and one.type == other.type


def _place(each: PythonClass, wire: str) -> Place:
    return Place(each.key, each.name, each.module, wire, each.attributes[wire])


def _bases(old: Tree, new: Tree) -> Iterator[Change]:
    """One change for each pair of bases that classes exchanged, not one a class."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(old.classes.keys() & new.classes.keys()):
        pair = (", ".join(old.classes[name].bases), ", ".join(new.classes[name].bases))
        if pair[0] != pair[1]:
            found[pair].append(name)
    for (before, after), names in sorted(found.items()):
        here = Place(key=f"bases {before or 'object'}")
        yield Change(
            "python-base-changed",
            here,
            here,
            old=before or "object",
            new=after or "object",
            details={"classes": len(names), "examples": names[:3]},
        )
