"""Findings, and the rows of the rules that give them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

ErrorType = Literal[
    "Required",
    "Invalid",
    "Duplicate",
    "TooLong",
    "TooMany",
    "NotSupported",
    "Forbidden",
    "NotFound",
    "Warning",
]
Release = tuple[int, int]

FIRST: Release = (1, 34)
LAST: Release = (1, 37)


class Finding(NamedTuple):
    """One thing the API server would say about an object.

    `type` is its error type, or "Warning" for what it accepts but cannot work; `field` the
    path in its spelling; `value` what stands there, where that is short; `rule` a rule's id.
    """

    type: ErrorType
    field: str
    value: Any
    message: str
    rule: str

    def __str__(self) -> str:
        return f"{self.field}: {self.type}: {self.message}"


@dataclass(frozen=True, slots=True)
class Rule:
    """One row: what is wrong where, in which releases, and who says so.

    In `path` a leading * stands for any path, [] for an index and [key] for a map key. A
    declarative rule is reported at the path of the object's own version (v1beta1 has
    `basic` and inline requests) and not again for what an update leaves as it was.
    """

    id: str
    type: ErrorType
    path: str
    message: str
    source: str
    since: Release = FIRST
    until: Release = LAST
    declarative: bool = False

    def holds(self, release: Release) -> bool:
        """Whether servers of a release apply the rule."""
        return self.since <= release <= self.until

    @property
    def releases(self) -> str:
        """The span of releases as text."""
        first, last = (
            ".".join(map(str, release)) for release in (self.since, self.until)
        )
        return first if first == last else f"{first}-{last}"
