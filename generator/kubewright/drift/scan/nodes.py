"""Manifests as nodes with positions; built without recursion and within bounds.

An alias is the node of its anchor and not a copy, so a document that multiplies itself
stays as small as its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from kubewright.drift.values import Json

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
EVENT_LIMIT = 1_000_000
DEPTH_LIMIT = 100
# JSON writes characters beyond 16 bits as two escapes, which YAML refuses; blanks of the same
# length keep the columns.
PAIRS = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
BLANKS = r"\\u0020\\u0020"
# YAML ends lines at these too, and neither editors nor readers of reports do.
BREAKS = re.compile("[\x85\u2028\u2029]")


@dataclass(slots=True)
class Scalar:
    """A text with its position: lines and columns from 1, `end` one past the last.

    `quote` is the mark around it, ``""`` where there is none.
    """

    value: Json
    line: int
    column: int
    end_line: int
    end: int
    quote: str = ""


@dataclass(slots=True)
class Items:
    """A sequence of nodes."""

    line: int
    column: int
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Entries:
    """A mapping; its keys are scalars. It is `open` where it has more than can be read."""

    line: int
    column: int
    entries: list[tuple[Scalar, Node]] = field(default_factory=list)
    open: bool = False

    def get(self, name: str) -> Node | None:
        """The value of the key `name`."""
        return next((node for key, node in self.entries if key.value == name), None)

    def text(self, name: str) -> str:
        """The text at the key `name`, ``""`` where there is none."""
        node = self.get(name)
        return str(node.value) if isinstance(node, Scalar) else ""


Node = Scalar | Items | Entries


class Unreadable(Exception):
    """A manifest that does not parse or is beyond the bounds."""


def documents(text: str, file: str, filled: list[int] | None = None) -> Iterator[Node]:
    """The documents of a YAML or JSON file; raises `Unreadable` where it ends early.

    `filled` takes the lines where a template leaves something to be filled in: `{{ x }}`
    parses, as a mapping whose key is a mapping.
    """
    builder = _Builder([] if filled is None else filled)
    text = BREAKS.sub(" ", text)
    text = PAIRS.sub(BLANKS, text) if file.endswith(".json") else text
    try:
        for count, event in enumerate(yaml.parse(text, Loader=LOADER)):
            if count > EVENT_LIMIT:
                raise Unreadable(f"more than {EVENT_LIMIT} parts")
            found = builder.take(event)
            if found is not None:
                yield found
    except yaml.YAMLError as error:
        raise Unreadable(_reason(error)) from error


def _reason(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f" at line {mark.line + 1}" if mark else ""
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
    return f"does not parse{where} ({problem}); a template?"


class _Builder:
    """Nodes from the events of a parser, one document after the other."""

    def __init__(self, filled: list[int]) -> None:
        self.filled = filled
        self.open: list[Items | Entries] = []
        self.keys: list[Scalar | None] = []
        self.anchors: dict[str, Node] = {}
        self.root: Node | None = None

    def take(self, event: yaml.Event) -> Node | None:
        """The document that ends with `event`, if one does."""
        if isinstance(event, yaml.DocumentEndEvent):
            root, self.root, self.anchors = self.root, None, {}
            return root
        if isinstance(event, yaml.CollectionStartEvent):
            self._start(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self.open.pop()
            self.keys.pop()
        elif isinstance(event, yaml.ScalarEvent):
            self._add(_scalar(event), event.anchor)
        elif isinstance(event, yaml.AliasEvent):
            self._add(self.anchors.get(str(event.anchor)) or _nothing(event), None)
        return None

    def _start(self, event: yaml.CollectionStartEvent) -> None:
        is_map = isinstance(event, yaml.MappingStartEvent)
        node = (Entries if is_map else Items)(*_place(event.start_mark))
        self._add(node, event.anchor)
        self.open.append(node)
        self.keys.append(None)
        if len(self.open) > DEPTH_LIMIT:
            raise Unreadable(f"nested more than {DEPTH_LIMIT} levels deep")

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor:
            self.anchors[anchor] = node
        if not self.open:
            self.root = node
            return
        owner, key = self.open[-1], self.keys[-1]
        if isinstance(owner, Items):
            owner.items.append(node)
        elif key is None:
            self.keys[-1] = node if isinstance(node, Scalar) else _unnamed(node)
            if isinstance(node, Entries):
                owner.open = True
                self.filled.append(node.line)
        else:
            owner.entries.append((key, node))
            self.keys[-1] = None


def _scalar(event: yaml.ScalarEvent) -> Scalar:
    start, end = _place(event.start_mark), _place(event.end_mark)
    quote = event.style if event.style in ("'", '"') else ""
    return Scalar(event.value, *start, *end, quote)


def _nothing(event: yaml.Event) -> Scalar:
    line, column = _place(event.start_mark)
    return Scalar("", line, column, line, column)


def _place(mark: Any) -> tuple[int, int]:
    """Line and column from 1; the parser counts from 0."""
    return mark.line + 1, mark.column + 1


def _unnamed(node: Items | Entries) -> Scalar:
    """The key of an entry whose key is no text: it names no field."""
    return Scalar(None, node.line, node.column, node.line, node.column)
