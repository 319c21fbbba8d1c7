"""The values of the room: releases as shapes, and the changes between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Json = Any
MODEL = "model"


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a value: `[]` and `{}` outermost first, then what they hold.

    `leaf` is a word of the schema (`string`, `int-or-string`), or `model`; `key` is the
    definition that the schema refers to, else ``""``: that of the model, or an inlined one.
    """

    containers: str
    leaf: str
    format: str = ""
    key: str = ""

    @property
    def is_model(self) -> bool:
        """Whether the leaf is a definition with a class."""
        return self.leaf == MODEL


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a definition under its wire name.

    `merging` holds the keywords of list and map semantics, `constraints` all keywords that
    make no type; keywords of items stand there as `items.pattern`.
    """

    wire: str
    type: Type
    required: bool
    description: str = ""
    default: Json = None
    enum: tuple[Json, ...] = ()
    merging: Mapping[str, Json] = field(default_factory=dict)
    constraints: Mapping[str, Json] = field(default_factory=dict)
    deprecated: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """A group, version and kind."""

    group: str
    version: str
    kind: str

    @property
    def api_version(self) -> str:
        """What manifests say: `apps/v1`, or `v1` for the core group."""
        return f"{self.group}/{self.version}" if self.group else self.version

    def __str__(self) -> str:
        return f"{self.api_version} {self.kind}"


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition; `class_name` and `module` are ``""`` where it is inlined as `type`."""

    key: str
    class_name: str
    module: str
    type: Type
    description: str
    properties: Mapping[str, Property]
    kinds: tuple[Kind, ...] = ()
    merging: Mapping[str, Json] = field(default_factory=dict)
    constraints: Mapping[str, Json] = field(default_factory=dict)
    deprecated: bool = False


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A release as drift sees it; `release` is None for a file or URL of no known release."""

    name: str
    digest: str
    definitions: Mapping[str, Definition]
    release: str | None = None

    def models(self) -> dict[str, Definition]:
        """The definitions that have a class, by key."""
        return {key: body for key, body in self.definitions.items() if body.class_name}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a change is, on one side; ``""`` for what does not apply."""

    key: str = ""
    class_name: str = ""
    module: str = ""
    field: str = ""
    attribute: str = ""


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Change:
    """One fact about two releases, not yet judged.

    `details` are further words of the JSON form (`to`, `replacement`, `shape`); `cause` is
    the change that this one follows from.
    """

    id: str
    before: Place
    after: Place
    old: Json = None
    new: Json = None
    fix: str = "none"
    confidence: float | None = None
    evidence: tuple[str, ...] = ()
    details: Mapping[str, Json] = field(default_factory=dict)
    cause: Change | None = None
