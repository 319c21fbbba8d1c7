"""Objects of YAML and JSON files, with the line of any of their fields."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from kubewright.cli import inputs
from kubewright.cli.yaml_documents import Document, Unreadable, documents
from kubewright.errors import KubewrightError, Problem

EXPECTED = "YAML or JSON documents of Kubernetes objects in UTF-8"
LIST_LIMIT = 20
_STEP = re.compile(r"\[(\d+)\]")
_BLANK = re.compile(r"[ \t\r\n]*")
_ANY_DECODER = json.JSONDecoder()

Locate = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Item:
    """One object of a file: the number of its document, and how to find a field's line."""

    file: str
    document: int
    value: Any
    locate: Locate


def read(path: str) -> Iterator[Item]:
    """The objects of a file ("-" for stdin), those of lists one by one.

    Raises KubewrightError for what cannot be read, naming the line where that is known.
    """
    text = _text(path)
    shown = "<stdin>" if path == "-" else path
    if path.endswith(".json") or text.lstrip()[:1] in ("{", "["):
        found = _json(text, shown, strict=path.endswith(".json"))
        if found is not None:
            yield from _listed(Item(shown, 1, found, _JsonLines(text).locate))
            return
    yield from _yaml(text, shown)


def _text(path: str) -> str:
    try:
        return inputs.read(path, EXPECTED).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"a byte that is not UTF-8 at {error.start}"
        raise KubewrightError(Problem(path, found, EXPECTED)) from error


def _json(text: str, shown: str, *, strict: bool) -> Any:
    """The one JSON document of a text; None where it is none and YAML may read it."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except RecursionError:
        problem = Problem(shown, "values nested too deep", EXPECTED)
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        message = getattr(error, "msg", str(error))
        problem = Problem(f"{shown}:{line}", f"no JSON ({message})", EXPECTED)
    if strict:
        raise KubewrightError(problem)
    return None


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON number")


def _yaml(text: str, shown: str) -> Iterator[Item]:
    try:
        for number, document in enumerate(documents(text), 1):
            if document.value is not None:
                locate = partial(_yaml_line, document)
                yield from _listed(Item(shown, number, document.value, locate))
    except Unreadable as error:
        where = f"{shown}:{error.line}" if error.line else shown
        raise KubewrightError(Problem(where, error.problem, EXPECTED)) from error


def _listed(item: Item, level: int = 0) -> Iterator[Item]:
    """The objects of a List or *List, each with the kind of the list if it has none."""
    if level > LIST_LIMIT:
        found, expected = "lists in lists", f"at most {LIST_LIMIT} levels"
        raise KubewrightError(Problem(item.file, found, expected))
    value = item.value if isinstance(item.value, dict) else {}
    kind, items = str(value.get("kind")), value.get("items")
    if not kind.endswith("List") or not isinstance(items, list):
        yield item
        return
    for index, entry in enumerate(items):
        below = _below(item.locate, f"items[{index}]")
        own = _with_kind(entry, value.get("apiVersion"), kind.removesuffix("List"))
        yield from _listed(Item(item.file, item.document, own, below), level + 1)


def _below(locate: Locate, prefix: str) -> Locate:
    return lambda path: locate(f"{prefix}.{path}" if path else prefix)


def _with_kind(entry: Any, version: Any, kind: str) -> Any:
    if not isinstance(entry, dict) or not kind or entry.get("kind"):
        return entry
    return {"apiVersion": version, **entry, "kind": kind}


def _key_of(path: str, keys: Any) -> str | None:
    """The longest key that a path begins with, plain or in brackets."""
    fitting = [
        key
        for key in keys
        if isinstance(key, str) and (path.startswith(f"[{key}]") or _begins(path, key))
    ]
    return max(fitting, key=len, default=None)


def _begins(path: str, key: str) -> bool:
    return path.startswith(key) and path[len(key) : len(key) + 1] in ("", ".", "[")


def _rest(path: str, key: str) -> str:
    return path[len(key) + 2 * path.startswith("[") :].removeprefix(".")


def _detour(path: str, keys: Any) -> tuple[str, str | None]:
    """A step that the document's version lacks (`exactly`) or has besides (`basic`)."""
    if _begins(path, "exactly"):
        return _rest(path, "exactly"), None
    return path, "basic" if "basic" in keys else None


def _yaml_line(document: Document, path: str) -> int:
    """The line of a field; of a missing one, that of its parent."""
    value, line = document.value, document.line
    while path:
        lines = document.lines.get(id(value), {})
        step = _STEP.match(path)
        if isinstance(value, list) and step and int(step[1]) < len(value):
            key: Any = int(step[1])
            path = path[step.end() :].removeprefix(".")
        else:
            found = _key_of(path, value if isinstance(value, dict) else ())
            if found is None:
                path, besides = _detour(
                    before := path, value if isinstance(value, dict) else ()
                )
                if besides is None and path == before:
                    break
                value = value[besides] if besides else value
                continue
            key, path = found, _rest(path, found)
        line, value = lines.get(key, line), value[key]
    return line


class _JsonLines:
    """Lines of fields in a JSON text, found by walking it; whole items are skipped in C."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts: list[int] | None = None
        self.lists: dict[int, list[int]] = {}
        self.objects: dict[int, dict[str, tuple[int, int]]] = {}

    def locate(self, path: str) -> int:
        if self.starts is None:
            self.starts = [found.end() for found in re.finditer("\n", self.text)]
        return bisect_right(self.starts, self._offset(path)) + 1

    def _offset(self, path: str) -> int:
        offset = line = self._skip(0)
        while path:
            step = _STEP.match(path)
            if step and self.text[offset] == "[":
                items = self._items(offset)
                if int(step[1]) >= len(items):
                    break
                offset = line = items[int(step[1])]
                path = path[step.end() :].removeprefix(".")
                continue
            members = self._members(offset) if self.text[offset] == "{" else {}
            key = _key_of(path, members)
            if key is None:
                path, besides = _detour(before := path, members)
                if besides is None and path == before:
                    break
                offset = members[besides][1] if besides else offset
                continue
            line, offset = members[key]
            path = _rest(path, key)
        return line

    def _skip(self, offset: int) -> int:
        found = _BLANK.match(self.text, offset)
        return found.end() if found else offset

    def _items(self, offset: int) -> list[int]:
        if offset not in self.lists:
            self.lists[offset] = list(self._walk_items(offset))
        return self.lists[offset]

    def _walk_items(self, offset: int) -> Iterator[int]:
        offset = self._skip(offset + 1)
        while self.text[offset] != "]":
            yield offset
            offset = self._next(_ANY_DECODER.raw_decode(self.text, offset)[1])

    def _members(self, offset: int) -> dict[str, tuple[int, int]]:
        if offset not in self.objects:
            self.objects[offset] = dict(self._walk_members(offset))
        return self.objects[offset]

    def _walk_members(self, offset: int) -> Iterator[tuple[str, tuple[int, int]]]:
        offset = self._skip(offset + 1)
        while self.text[offset] != "}":
            name, end = _ANY_DECODER.raw_decode(self.text, offset)
            value = self._skip(self._skip(end) + 1)
            yield name, (offset, value)
            offset = self._next(_ANY_DECODER.raw_decode(self.text, value)[1])

    def _next(self, end: int) -> int:
        """The start of what follows a value, past a comma."""
        offset = self._skip(end)
        return self._skip(offset + 1) if self.text[offset] == "," else offset
