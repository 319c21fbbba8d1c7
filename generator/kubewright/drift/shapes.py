"""Whether two definitions have one shape, all the way down."""

from __future__ import annotations

from collections.abc import Mapping

from kubewright.drift.values import Definition, Property, Snapshot, Type
from kubewright.drift.words import versionless

IDENTICAL, SUPERSET, SUBSET, DIFFERENT = "identical", "superset", "subset", "different"
Pairs = Mapping[str, str]


class Shapes:
    """Comparisons between definitions of two releases; `pairs` maps renamed keys."""

    def __init__(
        self, old: Snapshot, new: Snapshot, pairs: Pairs | None = None
    ) -> None:
        self.old, self.new = old.definitions, new.definitions
        self.pairs = pairs or {}
        self._known: dict[tuple[str, str], str] = {}
        self._walk: dict[tuple[str, str], str] = {}

    def compare(self, before: str, after: str) -> str:
        """The shape of `after` beside `before`: identical, superset, subset or different."""
        pair = (before, after)
        if pair not in self._known:
            # What was found on the way rests on the assumption below: only the end counts.
            self._walk = {}
            self._known[pair] = self._reached(before, after)
        return self._known[pair]

    def _reached(self, before: str, after: str) -> str:
        pair = (before, after)
        if pair not in self._walk:
            # A recursive definition is equal to itself while nothing speaks against it.
            self._walk[pair] = IDENTICAL
            self._walk[pair] = self._compare(self.old[before], self.new[after])
        return self._walk[pair]

    def _compare(self, before: Definition, after: Definition) -> str:
        if bool(before.class_name) != bool(after.class_name):
            return DIFFERENT
        if not before.class_name:
            return IDENTICAL if self.same_type(before.type, after.type) else DIFFERENT
        gone = before.properties.keys() - after.properties.keys()
        come = after.properties.keys() - before.properties.keys()
        inner = {
            self._property(before.properties[name], after.properties[name])
            for name in before.properties.keys() & after.properties.keys()
        }
        return _verdict(bool(gone), bool(come), inner, before.merging == after.merging)

    def _property(self, before: Property, after: Property) -> str:
        if not self._same_keywords(before, after):
            return DIFFERENT
        if before.type.is_model and after.type.is_model:
            same = before.type.containers == after.type.containers
            return self._reached(before.type.key, after.type.key) if same else DIFFERENT
        return IDENTICAL if self.same_type(before.type, after.type) else DIFFERENT

    @staticmethod
    def _same_keywords(before: Property, after: Property) -> bool:
        return (
            before.required == after.required
            and set(map(str, before.enum)) == set(map(str, after.enum))
            and before.default == after.default
            and before.merging == after.merging
            and before.constraints == after.constraints
        )

    def same_type(self, before: Type, after: Type) -> bool:
        """Whether two types are equal, references modulo version and modulo renames."""
        if (before.containers, before.leaf, before.format) != (
            after.containers,
            after.leaf,
            after.format,
        ):
            return False
        return not before.is_model or self.same_key(before.key, after.key)

    def same_key(self, before: str, after: str) -> bool:
        """Whether a reference to `before` may become one to `after` and mean the same."""
        return self.pairs.get(before) == after or versionless(before) == versionless(
            after
        )


def _verdict(gone: bool, come: bool, inner: set[str], same: bool) -> str:
    found = inner - {IDENTICAL}
    found |= {SUBSET} if gone else set()
    found |= {SUPERSET} if come else set()
    if not same or len(found) > 1:
        return DIFFERENT
    return found.pop() if found else IDENTICAL
