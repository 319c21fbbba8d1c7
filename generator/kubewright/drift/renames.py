"""Which removed definition is which added one: renamed, replaced, or a version of it.

The same name in another version is a *version successor* and never a rename. Apart from
that a rename needs evidence: shared fields, places of use, text and name, in this order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kubewright.drift import fieldpairs
from kubewright.drift.fieldpairs import CERTAIN, LIKELY, MARGIN
from kubewright.drift.shapes import IDENTICAL, Shapes
from kubewright.drift.values import Definition, Snapshot
from kubewright.drift.words import (
    alike_names,
    alike_texts,
    split_key,
    version_rank,
    versionless,
)

WEIGHTS = {"fields": 0.50, "sites": 0.25, "text": 0.15, "name": 0.10}
# Every kind has these, so they tell nothing.
BOILERPLATE = frozenset(
    {"apiVersion", "kind", "metadata", "spec", "status", "items", "conditions"}
)
# Shape must speak for a rename, and something besides shape.
LEAST_FIELDS, LEAST_NAME, LEAST_TEXT, LEAST_SITES = 0.4, 0.3, 0.5, 0.5
COVERED = 0.5
CARRIED = ("", "Spec", "Status", "List")
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Match:
    """A removed definition and an added one, and what speaks for their being the same."""

    before: str
    after: str
    confidence: float
    evidence: tuple[str, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """What became of the definitions with a class, by old key.

    `successors` are other versions; `replaced` and `candidates` are added definitions that
    hold the place or the content of a removed one, `reused` those that took its class name.
    """

    renamed: Mapping[str, Match] = field(default_factory=dict)
    successors: Mapping[str, str] = field(default_factory=dict)
    reused: Mapping[str, str] = field(default_factory=dict)
    replaced: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    candidates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def keys(self) -> dict[str, str]:
        """The new key of each renamed definition."""
        return {key: match.after for key, match in self.renamed.items()}


Site = tuple[str, str]


class _Evidence:
    """Both releases, and where their definitions are used."""

    def __init__(self, old: Snapshot, new: Snapshot, pairs: Mapping[str, str]) -> None:
        self.old, self.new = old.models(), new.models()
        self.shapes = Shapes(old, new, pairs)
        self.pairs = pairs
        self.old_sites, self.new_sites = sites(self.old), sites(self.new)
        self.old_versions, self.new_versions = versions(self.old), versions(self.new)
        # Until a first round has found pairs, a reference may follow any rename.
        self.open = not pairs
        self.gone = self.old.keys() - new.definitions.keys()
        self.come = self.new.keys() - old.definitions.keys()

    def same_type(self, before: Definition, after: Definition, wire: str) -> bool:
        one, other = before.properties[wire].type, after.properties[wire].type
        if (one.key, other.key) == (before.key, after.key):
            return one.containers == other.containers
        if self.shapes.same_type(one, other):
            return True
        follows = one.key in self.gone and other.key in self.come
        return (
            self.open
            and one.is_model
            and follows
            and one.containers == other.containers
        )

    def followed(self, site: Site) -> Iterator[str]:
        """What the field at an old site refers to now; the field may have been renamed."""
        owner, wire = self.pairs.get(site[0], site[0]), site[1]
        if owner not in self.new or site[0] not in self.old:
            return
        before, after = self.old[site[0]], self.new[owner]
        if wire in after.properties:
            yield after.properties[wire].type.key
            return
        for pair in fieldpairs.renamed(before, after, self.shapes):
            if pair.before.wire == wire:
                yield pair.after.type.key


def sites(models: Mapping[str, Definition]) -> dict[str, list[Site]]:
    """The owner and field of each reference, by the key referred to."""
    found: dict[str, list[Site]] = defaultdict(list)
    for key, body in models.items():
        for wire, entry in body.properties.items():
            if entry.type.is_model:
                found[entry.type.key].append((key, wire))
    return found


def pair(old: Snapshot, new: Snapshot) -> Pairing:
    """What became of the models of `old` in `new`."""
    pairs: dict[str, str] = {}
    matches: dict[str, Match] = {}
    for _ in range(ROUNDS):
        evidence = _Evidence(old, new, pairs)
        matches = _renames(evidence)
        if (found := {key: match.after for key, match in matches.items()}) == pairs:
            break
        pairs = found
    return _pairing(_Evidence(old, new, pairs), matches)


def _renames(evidence: _Evidence) -> dict[str, Match]:
    scored = list(_scored(evidence))
    found: dict[str, Match] = {}
    for match in sorted(
        scored, key=lambda match: (-match.confidence, match.before, match.after)
    ):
        if (
            match.confidence < LIKELY
            or _taken(match, found)
            or _rival(match, scored, found)
        ):
            continue
        found[match.before] = match
        for carried in _carried(match, evidence):
            if not _taken(carried, found):
                found[carried.before] = carried
    return found


def _scored(evidence: _Evidence) -> Iterator[Match]:
    """All pairs of removed and added models of one group that are no version successors."""
    groups: dict[str, list[str]] = defaultdict(list)
    for key in sorted(evidence.come):
        groups[split_key(key)[0]].append(key)
    for before in sorted(evidence.gone):
        if successor(before, evidence.new_versions):
            continue
        for after in groups[split_key(before)[0]]:
            if not successor(after, evidence.old_versions):
                yield _score(evidence, evidence.old[before], evidence.new[after])


def _taken(match: Match, found: Mapping[str, Match]) -> bool:
    return match.before in found or any(
        match.after == other.after for other in found.values()
    )


def _rival(match: Match, scored: Iterable[Match], found: Mapping[str, Match]) -> bool:
    return any(
        (other.before == match.before) != (other.after == match.after)
        and match.confidence - other.confidence < MARGIN
        and not _taken(other, found)
        for other in scored
    )


def _score(evidence: _Evidence, before: Definition, after: Definition) -> Match:
    shares = _shares(evidence, before, after)
    weight = sum(WEIGHTS[name] for name in shares)
    total = sum(WEIGHTS[name] * share for name, share in shares.items()) / weight
    if not _speaks(shares):
        total = min(total, LIKELY - MARGIN)
    words = tuple(f"{name} {share:.2f}" for name, share in shares.items())
    exact = evidence.shapes.compare(before.key, after.key) == IDENTICAL
    return Match(
        before.key, after.key, round(total, 2), words, exact and total >= CERTAIN
    )


def _speaks(shares: Mapping[str, float]) -> bool:
    """Whether shape and something besides shape speak for a rename."""
    beside = (
        shares["name"] >= LEAST_NAME
        or shares.get("text", 0) >= LEAST_TEXT
        or shares.get("sites", 0) >= LEAST_SITES
    )
    return shares.get("fields", 0) >= LEAST_FIELDS and beside


def _shares(
    evidence: _Evidence, before: Definition, after: Definition
) -> dict[str, float]:
    """How far each sort of evidence speaks for a rename; what is absent on a side is left out."""
    found = {"name": alike_names(split_key(before.key)[2], split_key(after.key)[2])}
    if before.description and after.description:
        own = (split_key(before.key)[2], split_key(after.key)[2])
        found["text"] = alike_texts(before.description, after.description, own)
    if places := evidence.old_sites.get(before.key):
        kept = [_follows(evidence, site, before, after) for site in places]
        found["sites"] = sum(kept) / len(kept)
    fields = _fields(evidence, before, after)
    if fields is not None:
        certain = found.get("sites", 0) >= LEAST_SITES
        found["fields"] = fields[0] if certain else fields[0] * (1 - 0.5 ** fields[1])
    return found


def _follows(
    evidence: _Evidence, site: Site, before: Definition, after: Definition
) -> bool:
    """Whether the field at `site` refers to `after` now; a self reference does so by name."""
    if site[0] == before.key:
        entry = after.properties.get(site[1])
        return entry is not None and entry.type.key == after.key
    if site[0] in evidence.gone and evidence.open:
        return any(
            place[1] == site[1] for place in evidence.new_sites.get(after.key, ())
        )
    return after.key in evidence.followed(site)


def _fields(
    evidence: _Evidence, before: Definition, after: Definition
) -> tuple[float, int] | None:
    """The share of common fields of equal type and their number; None for wrappers."""
    old = before.properties.keys() - BOILERPLATE
    new = after.properties.keys() - BOILERPLATE
    if not old and not new:
        return None
    common = sum(evidence.same_type(before, after, wire) for wire in old & new)
    return 2 * common / (len(old) + len(new)), common


def _carried(match: Match, evidence: _Evidence) -> Iterator[Match]:
    """The wrappers that a rename takes along: X and XList with XSpec, if both sides have them."""
    before, after = _stem(match.before), _stem(match.after)
    for ending in CARRIED:
        pair = replace(
            match,
            before=before + ending,
            after=after + ending,
            evidence=(f"carried by {split_key(match.before)[2]}",),
        )
        if pair.before in evidence.gone and pair.after in evidence.come:
            yield replace(pair, exact=match.exact and _exact(evidence, pair))


def _exact(evidence: _Evidence, match: Match) -> bool:
    return evidence.shapes.compare(match.before, match.after) == IDENTICAL


def _stem(key: str) -> str:
    return next(
        (key.removesuffix(end) for end in CARRIED[1:] if key.endswith(end)), key
    )


def successor(key: str, known: Mapping[tuple[str, str], Sequence[str]]) -> str | None:
    """The most stable other version of `key` among the `known` ones."""
    group, version, name = split_key(key)
    if not version:
        return None
    parts = [part for part in known.get((group, name), ()) if part != key]
    return max(parts, key=lambda part: version_rank(split_key(part)[1]), default=None)


def versions(models: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    """The keys of each group and name."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in models:
        found[versionless(key)].append(key)
    return found


def _pairing(evidence: _Evidence, matches: Mapping[str, Match]) -> Pairing:
    gone = sorted(evidence.gone - matches.keys())
    successors = {
        key: found for key in gone if (found := successor(key, evidence.new_versions))
    }
    taken = {match.after for match in matches.values()}
    classes = {evidence.new[key].class_name: key for key in evidence.come - taken}
    reused = {
        key: classes[evidence.old[key].class_name]
        for key in gone
        if evidence.old[key].class_name in classes
    }
    left = [key for key in gone if key not in reused and key not in successors]
    holders = {key: _holders(evidence, key) for key in left}
    # What has the shape of the old one is no other thing: a candidate, such as in another group.
    same = {key for key, found in holders.items() if _is_same(evidence, key, found)}
    return Pairing(
        renamed=matches,
        successors=successors,
        reused=reused,
        replaced={
            key: found for key, found in holders.items() if found and key not in same
        },
        candidates={
            key: holders[key] or _nearest(evidence, key)
            for key in left
            if key in same or not holders[key]
        },
    )


def _is_same(evidence: _Evidence, key: str, found: tuple[str, ...]) -> bool:
    """Whether the one model that stands where `key` stood has the same shape."""
    return len(found) == 1 and evidence.shapes.compare(key, found[0]) == IDENTICAL


def _holders(evidence: _Evidence, key: str) -> tuple[str, ...]:
    """The added models that stand where `key` stood, and those that hold its content."""
    places = {
        target
        for site in evidence.old_sites.get(key, ())
        for target in evidence.followed(site)
        if target in evidence.new and target not in evidence.old
    }
    if not places:
        return ()
    inside = {
        body.type.key
        for place in places
        for body in evidence.new[place].properties.values()
        if body.type.is_model and body.type.key in evidence.come
    }
    content = {part for part in inside if _covers(evidence, key, part)}
    return (*sorted(places), *sorted(content - places))


def _covers(evidence: _Evidence, key: str, other: str) -> bool:
    old, new = evidence.old[key].properties, evidence.new[other].properties
    kept = sum(
        evidence.shapes.same_type(old[wire].type, new[wire].type)
        for wire in old.keys() & new.keys()
    )
    return kept >= COVERED * len(old) if old else False


def _nearest(evidence: _Evidence, key: str) -> tuple[str, ...]:
    """Up to three added models of the group that resemble `key`, best first."""
    group = split_key(key)[0]
    scored = [
        _score(evidence, evidence.old[key], evidence.new[other])
        for other in evidence.come
        if split_key(other)[0] == group
    ]
    ranked = sorted(scored, key=lambda match: (-match.confidence, match.after))
    return tuple(match.after for match in ranked[:3] if match.confidence >= 0.3)
