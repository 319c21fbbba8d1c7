"""The changes of kinds and of group versions, taken from the object kinds themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kubewright.drift.fields import place
from kubewright.drift.shapes import IDENTICAL, Shapes
from kubewright.drift.values import (
    NOWHERE,
    Change,
    Definition,
    Json,
    Kind,
    Place,
    Snapshot,
)
from kubewright.drift.words import (
    MACHINERY,
    says_deprecated,
    split_key,
    version_rank,
    version_stability,
)

LIST = "List"
STABLE = {"alpha": 0, "beta": 1, "ga": 2, "none": 2}


@dataclass(frozen=True, slots=True)
class Kinds:
    """The object kinds of a release by group, version and kind, and the versions of each."""

    owners: Mapping[Kind, Definition]
    versions: Mapping[tuple[str, str], frozenset[str]]

    def group_versions(self) -> set[tuple[str, str]]:
        """The group versions that have an object kind."""
        return {(kind.group, kind.version) for kind in self.owners}


def kinds(snapshot: Snapshot) -> Kinds:
    """The object kinds of `snapshot`.

    Options and answers of the machinery stand under many groups and are no objects; a list
    is there whenever its items are.
    """
    owners: dict[Kind, Definition] = {}
    versions: dict[tuple[str, str], set[str]] = defaultdict(set)
    for body in snapshot.models().values():
        for kind in body.kinds if _is_object(body) else ():
            owners[kind] = body
            versions[kind.group, kind.kind].add(kind.version)
    return Kinds(owners, {name: frozenset(found) for name, found in versions.items()})


def group_names(*releases: Snapshot) -> dict[str, str]:
    """The API group of each part of keys that stands for one: `resource` -> `resource.k8s.io`."""
    return {
        split_key(body.key)[0]: kind.group or "core"
        for release in releases
        for kind, body in sorted(kinds(release).owners.items(), key=lambda row: row[0])
    }


def _is_object(body: Definition) -> bool:
    is_list = body.key.endswith(LIST) and "items" in body.properties
    return not is_list and not body.key.startswith(MACHINERY)


def changes(
    old: Snapshot, new: Snapshot, shapes: Shapes, follow: Callable[[Change], Change]
) -> Iterator[Change]:
    """All changes of kinds and group versions; `follow` gives a kind that is gone its cause."""
    before, after = kinds(old), kinds(new)
    gone = [follow(_gone(kind, before, after, shapes)) for kind in _only(before, after)]
    come = [_come(kind, before, after) for kind in _only(after, before)]
    yield from (*gone, *come)
    for kind in sorted(before.owners.keys() & after.owners.keys()):
        yield from _deprecated(kind, before.owners[kind], after.owners[kind])
    yield from _group_versions(before, after, (*gone, *come))


def _only(one: Kinds, other: Kinds) -> list[Kind]:
    return sorted(one.owners.keys() - other.owners.keys())


def _words(kind: Kind) -> dict[str, Json]:
    return {"group": kind.group, "version": kind.version, "kind": kind.kind}


def _gone(kind: Kind, before: Kinds, after: Kinds, shapes: Shapes) -> Change:
    owner = before.owners[kind]
    left = after.versions.get((kind.group, kind.kind))
    if not left:
        return Change(
            "kind-removed", place(owner), NOWHERE, old=str(kind), details=_words(kind)
        )
    best = Kind(kind.group, max(left, key=version_rank), kind.kind)
    target = after.owners[best]
    shape = shapes.compare(owner.key, target.key)
    return Change(
        "kind-version-removed",
        place(owner),
        place(target),
        old=str(kind),
        new=str(best),
        fix="exact" if shape == IDENTICAL else "suggested",
        confidence=1.0,
        evidence=(f"shape {shape}",),
        details={
            **_words(kind),
            "replacement": target.class_name,
            "shape": shape,
            "replacement_api_version": best.api_version,
        },
    )


def _come(kind: Kind, before: Kinds, after: Kinds) -> Change:
    known = before.versions.get((kind.group, kind.kind), frozenset())
    level = STABLE[version_stability(kind.version)]
    more_stable = known and all(
        STABLE[version_stability(each)] < level for each in known
    )
    source = NOWHERE
    if known:
        best = Kind(kind.group, max(known, key=version_rank), kind.kind)
        source = place(before.owners[best])
    return Change(
        "kind-promoted" if more_stable else "kind-added",
        source,
        place(after.owners[kind]),
        new=str(kind),
        fix="suggested" if more_stable else "none",
        details={**_words(kind), "known_versions": sorted(known, key=version_rank)},
    )


def _deprecated(kind: Kind, before: Definition, after: Definition) -> Iterator[Change]:
    by_text = says_deprecated(after.description) and not says_deprecated(
        before.description
    )
    if by_text or (after.deprecated and not before.deprecated):
        yield Change(
            "kind-deprecated",
            place(before),
            place(after),
            new=after.description,
            fix="suggested",
            details=_words(kind),
        )


def _group_versions(
    before: Kinds, after: Kinds, of_kinds: Sequence[Change]
) -> Iterator[Change]:
    """Group versions that came or went; each follows from the first of its kinds."""
    old, new = before.group_versions(), after.group_versions()
    for what, found in (("removed", old - new), ("added", new - old)):
        for group, version in sorted(found):
            cause = next(
                change
                for change in of_kinds
                if (change.details["group"], change.details["version"])
                == (group, version)
            )
            yield _group_version(what, Kind(group, version, ""), cause)


def _group_version(what: str, kind: Kind, cause: Change) -> Change:
    text, gone = kind.api_version, what == "removed"
    # The group version stands where a key would, so that fingerprints differ.
    here = Place(key=text)
    return Change(
        f"group-version-{what}",
        here if gone else NOWHERE,
        NOWHERE if gone else here,
        old=text if gone else None,
        new=None if gone else text,
        details={"group": kind.group, "version": kind.version},
        cause=cause,
    )
