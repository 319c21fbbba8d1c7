"""YAML documents as plain values with the line of every key and item, built from events.

PyYAML's own nodes take ten times the memory and call themselves for each level.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import yaml

_CORE = "tag:yaml.org,2002:"
_KEPT = {f"{_CORE}{name}" for name in ("int", "float", "bool", "null", "binary")}
_TEXT = {None, "!", f"{_CORE}str", f"{_CORE}timestamp"}
_NUMBERS = {f"{_CORE}int", f"{_CORE}float"}
_CONTAINERS = {None, "!", f"{_CORE}map", f"{_CORE}seq"}
_SAFE: Any = yaml.SafeLoader("")
_MERGE = object()
# What aliases may stand for in one document; a text counts as one for each 100 characters.
ALIAS_LIMIT = 1_000_000
# YAML ends lines at the last three too, and editors do not.
BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
Lines = dict[int, dict[Any, int]]


class Unreadable(ValueError):
    """What keeps a text from being YAML, and its line (0 if that is not known)."""

    def __init__(self, problem: str, line: int = 0) -> None:
        super().__init__(problem, line)
        self.problem, self.line = problem, line


@dataclass(slots=True)
class Document:
    """A value; `line` is its own, `lines` those of the keys and items of each container."""

    value: Any
    line: int
    lines: Lines


def documents(text: str) -> Iterator[Document]:
    """The documents of a text, null ones included.

    Times stay text, as in JSON. Raises Unreadable, also for a key that stands twice.
    """
    inner = _inner_breaks(text)
    builder = _Builder(inner)
    try:
        for event in yaml.parse(
            text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        ):
            builder.read(event)
            if isinstance(event, yaml.DocumentEndEvent):
                yield builder.finished()
                builder = _Builder(inner)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Unreadable(f"no YAML ({error.problem})", _line(mark, inner)) from error
    except yaml.YAMLError as error:
        raise Unreadable(f"no YAML ({str(error).splitlines()[0]})") from error
    except RecursionError as error:
        raise Unreadable("values nested too deep") from error


@dataclass(slots=True)
class _Open:
    """A container whose end has not come; a mapping waits for a key or for its value."""

    value: Any
    lines: dict[Any, int]
    key: Any = None
    waiting: bool = False
    merged: list[Any] = field(default_factory=list)
    anchor: str | None = None
    size: int = 1


class _Builder:
    """Puts events together; a stack of its own takes the place of calls."""

    def __init__(self, inner: Sequence[int]) -> None:
        self.inner = inner
        self.open: list[_Open] = []
        # The value and how many values it has; of one that is still open, none is known.
        self.anchors: dict[str, tuple[Any, int | None]] = {}
        self.multiplied = 0
        self.lines: Lines = {}
        self.root: Any = None
        self.line = 0

    def finished(self) -> Document:
        return Document(self.root, self.line, self.lines)

    def read(self, event: yaml.Event) -> None:
        take = _TAKE.get(type(event))
        if take is not None:
            take(self, event)

    def line_of(self, event: yaml.Event) -> int:
        return _line(event.start_mark, self.inner)

    def scalar(self, event: yaml.ScalarEvent) -> None:
        line = self.line_of(event)
        value = self.text_of(event, line)
        size = 1 + len(event.value) // 100
        if event.anchor:
            self.anchors[event.anchor] = value, size
        self.add(value, line, size)

    def text_of(self, event: yaml.ScalarEvent, line: int) -> Any:
        plain = event.tag is None and event.implicit[0]
        if plain and event.value == "<<" and self.expects_key():
            return _MERGE
        try:
            return _plain(event.value) if plain else _tagged(event.tag, event.value)
        except (
            LookupError,
            ArithmeticError,
        ) as error:  # `!!int` of nothing, `!!bool 1`
            found = f"no YAML ({event.value!r:.40} with the tag {event.tag})"
            raise Unreadable(found, line) from error
        except (ValueError, TypeError, yaml.YAMLError) as error:
            raise Unreadable(f"no YAML ({str(error).splitlines()[0]})", line) from error

    def expects_key(self) -> bool:
        return (
            bool(self.open)
            and isinstance(self.open[-1].value, dict)
            and not self.open[-1].waiting
        )

    def alias(self, event: yaml.AliasEvent) -> None:
        line = self.line_of(event)
        if event.anchor not in self.anchors:
            raise Unreadable(f"the alias *{event.anchor} of no anchor", line)
        value, size = self.anchors[event.anchor]
        if size is None:
            raise Unreadable(f"the alias *{event.anchor} of what it is part of", line)
        self.multiplied += size
        if self.multiplied > ALIAS_LIMIT:
            raise Unreadable(
                f"aliases that stand for over {ALIAS_LIMIT:,} values", line
            )
        self.add(value, line, size)

    def start(self, event: yaml.CollectionStartEvent) -> None:
        line = self.line_of(event)
        if event.tag not in _CONTAINERS:
            raise Unreadable(f"the tag {event.tag}, which JSON has no form for", line)
        value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        if event.anchor:
            self.anchors[event.anchor] = value, None
        if self.expects_key():
            raise Unreadable("a list or mapping as a key", line)
        self.add(value, line, 0)
        self.open.append(_Open(value, {}, anchor=event.anchor))
        self.lines[id(value)] = self.open[-1].lines

    def end(self, event: yaml.Event) -> None:
        closed = self.open.pop()
        for source in closed.merged:
            for mapping in source if isinstance(source, list) else [source]:
                if not isinstance(mapping, dict):
                    raise Unreadable(
                        "a merge of what is no mapping", self.line_of(event)
                    )
                for key, value in mapping.items():
                    closed.value.setdefault(key, value)
        if closed.anchor:
            self.anchors[closed.anchor] = closed.value, closed.size
        if self.open:
            self.open[-1].size += closed.size

    def add(self, value: Any, line: int, size: int) -> None:
        if not self.open:
            self.root, self.line = value, line
            return
        top = self.open[-1]
        top.size += size
        if isinstance(top.value, list):
            top.lines[len(top.value)] = line
            top.value.append(value)
        elif top.waiting:
            self.pair(top, value)
        else:
            self.key(top, value, line)

    def key(self, top: _Open, key: Any, line: int) -> None:
        if not isinstance(key, Hashable):
            raise Unreadable("a list or mapping as a key", line)
        if key is not _MERGE and key in top.value:
            raise Unreadable(f"the key {key!r} a second time", line)
        top.key, top.waiting = key, True
        top.lines[key] = line

    def pair(self, top: _Open, value: Any) -> None:
        if top.key is _MERGE:
            top.merged.append(value)
        else:
            top.value[top.key] = value
        top.waiting = False


def _inner_breaks(text: str) -> Sequence[int]:
    """The numbers of YAML's lines, from 0, that end inside of an editor's line."""
    if text.isascii():
        return ()
    breaks = enumerate(BREAK.findall(text))
    return [number for number, mark in breaks if not mark.isascii()]


def _line(mark: Any, inner: Sequence[int]) -> int:
    """The line of an editor at `mark`, from 1; 0 where there is no mark."""
    return mark.line + 1 - bisect_left(inner, mark.line) if mark else 0


def _plain(text: str) -> Any:
    """A scalar without quotes and tag: the type that YAML 1.1 sees in it.

    Numbers to base 60 stay text, as in Kubernetes' parser: 52:54:00:12:34:56 is no number.
    """
    return _short(text) if len(text) <= SHORT else _resolved(text)


def _resolved(text: str) -> Any:
    tag = _SAFE.resolve(yaml.ScalarNode, text, (True, False))
    return text if ":" in text and tag in _NUMBERS else _tagged(tag, text)


# Words repeat, and long texts do not: they are not worth keeping alive.
SHORT = 64
_short = lru_cache(maxsize=65536)(_resolved)


def _tagged(tag: str | None, text: str) -> Any:
    if tag in _TEXT:
        return text
    if tag not in _KEPT:
        raise ValueError(f"the tag {tag}, which JSON has no form for")
    return _SAFE.construct_object(yaml.ScalarNode(tag, text))


_TAKE: dict[type, Callable[[_Builder, Any], None]] = {
    yaml.ScalarEvent: _Builder.scalar,
    yaml.AliasEvent: _Builder.alias,
    yaml.MappingStartEvent: _Builder.start,
    yaml.SequenceStartEvent: _Builder.start,
    yaml.MappingEndEvent: _Builder.end,
    yaml.SequenceEndEvent: _Builder.end,
}
