"""Since when models and fields exist, and what became of them, over the pinned releases.

Read straight from the definitions: a release costs some milliseconds, not a run of the
engine. What the oldest release has may be older than it.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from kubewright.codegen.naming import class_names
from kubewright.spec import fixups, releases, sources
from kubewright.spec.document import Definitions, Document
from kubewright.spec.schemas import Schema, reference

# A field that goes and one that comes in the same release, this alike, are one renamed.
ALIKE = 0.8


class What(Enum):
    """What happened to a model or a field of it."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    REQUIRED = "became required"
    OPTIONAL = "became optional"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that a release brought; `field` is "" for the model itself.

    `old` is the name before, where the release brought another one.
    """

    release: str
    what: What
    field: str = ""
    old: str = ""


@dataclass(frozen=True, slots=True)
class ModelHistory:
    """What releases brought to one model, oldest first.

    `since` is None where the oldest release that was looked at has it already.
    """

    oldest: str
    since: str | None = None
    events: tuple[Event, ...] = ()
    fields: Mapping[str, str | None] = field(default_factory=dict)

    def in_release(self, release: str) -> list[Event]:
        """What `release` brought."""
        return [event for event in self.events if event.release == release]


@dataclass(frozen=True, slots=True)
class Shape:
    """What the history looks at of a definition: its class and its properties."""

    class_name: str
    properties: Mapping[str, Schema]
    required: frozenset[str]


Shapes = Mapping[str, Shape]
History = Mapping[str, ModelHistory]


def load(document: Document, release: str) -> dict[str, Shapes]:
    """The shapes of the pinned releases before `release`, and of `document` as that one.

    Definitions that share no key with the release before are another API, without history.
    """
    found: dict[str, Shapes] = {release: shapes(_corrected(document))}
    pinned = [name for name in releases.pinned() if _is_older(name, release)]
    for name in reversed(pinned):
        older = shapes(_corrected(sources.load(name)))
        if not older.keys() & found[release].keys():
            break
        found[name] = older
    return dict(reversed(found.items()))


def _is_older(name: str, release: str) -> bool:
    return releases.age(name) < releases.age(release)


def shapes(definitions: Definitions) -> Shapes:
    """The shape of each definition that is a model, by key."""
    names = class_names(definitions)
    return {
        key: Shape(names[key], body["properties"], frozenset(body.get("required", ())))
        for key, body in definitions.items()
        if body.get("properties")
    }


def histories(found: Mapping[str, Shapes]) -> dict[str, ModelHistory]:
    """The history of each model of the last of the releases in `found`, by key."""
    last = list(found.values())[-1]
    return {key: _history(key, found) for key in last}


def removed(found: Mapping[str, Shapes]) -> list[str]:
    """The classes that the release before the last had and the last has not."""
    before, now = [{}, *found.values()][-2:]
    return sorted(shape.class_name for key, shape in before.items() if key not in now)


def _history(key: str, found: Mapping[str, Shapes]) -> ModelHistory:
    events: list[Event] = []
    since: dict[str, str | None] = {}
    first: str | None = None
    before: Shape | None = None
    for index, (release, shapes) in enumerate(found.items()):
        now = shapes.get(key)
        if now is None:
            continue
        if before is None:
            first = release if index else None
            since = dict.fromkeys(now.properties, first)
        else:
            changes = [*_changes(before, now, release)]
            events.extend(changes)
            since = _since(since, now, changes, release)
        before = now
    added = [Event(first, What.ADDED)] if first else []
    return ModelHistory(next(iter(found)), first, tuple(added + events), since)


def _since(
    since: Mapping[str, str | None], now: Shape, changes: list[Event], release: str
) -> dict[str, str | None]:
    old = {event.field: event.old for event in changes if event.what is What.RENAMED}
    return {
        name: since.get(name, since.get(old.get(name, ""), release))
        for name in now.properties
    }


def _changes(before: Shape, now: Shape, release: str) -> Iterator[Event]:
    if before.class_name != now.class_name:
        yield Event(release, What.RENAMED, old=before.class_name)
    renamed = _renamed(before, now)
    for name in now.properties:
        if name in renamed:
            yield Event(release, What.RENAMED, name, renamed[name])
        elif name not in before.properties:
            yield Event(release, What.ADDED, name)
        if name in before.properties and (name in now.required) != (
            name in before.required
        ):
            what = What.REQUIRED if name in now.required else What.OPTIONAL
            yield Event(release, what, name)
    for name in before.properties:
        if name not in now.properties and name not in renamed.values():
            yield Event(release, What.REMOVED, name)


def _renamed(before: Shape, now: Shape) -> dict[str, str]:
    """The names of fields that are old ones under another name, each with the old one."""
    gone = [name for name in before.properties if name not in now.properties]
    come = [name for name in now.properties if name not in before.properties]
    found = {}
    for name in come:
        close = difflib.get_close_matches(name, gone, n=1, cutoff=ALIKE)
        if close and _form(before.properties[close[0]]) == _form(now.properties[name]):
            found[name] = close[0]
            gone.remove(close[0])
    return found


def _form(schema: Schema) -> str:
    """A list, a map, a reference or a scalar: what a rename does not change."""
    if reference(schema):
        return "reference"
    values = "map" if isinstance(schema.get("additionalProperties"), dict) else ""
    return values or str(schema.get("type"))


def _corrected(document: Document) -> Definitions:
    return fixups.apply(document).definitions
