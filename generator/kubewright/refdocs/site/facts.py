"""What a page of the site says, as JSON that Sphinx reads: one file a page.

Only facts stand here. How they look is decided when Sphinx reads them, so a file changes
when, and only when, its page says something else.
"""

from __future__ import annotations

from typing import Literal, TypedDict

# What a model is to its group: an object of the API, a list of them, or a part of one.
Role = Literal["kind", "list", "part"]
# A text, and the class whose page it is a link to or "".
Span = tuple[str, str]


class FieldFacts(TypedDict):
    """A row of the table of fields."""

    name: str
    wire: str
    type: list[Span]
    required: bool
    description: str
    since: str
    badge: str


class ModelFacts(TypedDict):
    """The page of a model; `links` are names that its descriptions may link to."""

    form: Literal["model"]
    title: str
    group: str
    group_title: str
    key: str
    kind: dict[str, str]
    role: Role
    badge: str
    description: str
    imports: dict[str, str]
    fields: list[FieldFacts]
    used_by: list[tuple[str, str]]
    examples: dict[str, str]
    schema: str
    history: list[tuple[str, str]]
    links: dict[str, str]


class Entry(TypedDict):
    """A model in a list of models."""

    name: str
    summary: str
    badge: str


class GroupFacts(TypedDict):
    """The page of a group and version."""

    form: Literal["group"]
    title: str
    group: str
    prefix: str
    package: str
    entries: dict[str, list[Entry]]


class GroupLine(TypedDict):
    """A group and version in the start page's table and in the navigation."""

    title: str
    group: str
    version: str
    slug: str
    kinds: list[str]
    models: int
    changed: int


class StartFacts(TypedDict):
    """The start page."""

    form: Literal["start"]
    title: str
    release: str
    package: str
    models: int
    fields: int
    new: int
    changed: int
    removed: int
    common: list[Entry]
    groups: list[GroupLine]
    guide: list[tuple[str, str, str]]


class Change(TypedDict):
    """A changed model and what happened to it."""

    name: str
    lines: list[str]


class ChangesFacts(TypedDict):
    """The page of what the release brought."""

    form: Literal["changes"]
    title: str
    release: str
    new: list[Entry]
    changed: list[Change]
    removed: list[str]


Page = ModelFacts | GroupFacts | StartFacts | ChangesFacts
