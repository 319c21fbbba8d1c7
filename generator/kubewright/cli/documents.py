"""Objects of YAML and JSON files, with the line of any of their fields."""

from __future__ import annotations

import json
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from kubewright.errors import KubewrightError, Problem

EXPECTED = "YAML or JSON documents of Kubernetes objects in UTF-8"
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
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise KubewrightError(Problem(path, reason, EXPECTED)) from error
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


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Safe YAML as the API reads it: times stay text, a key stands once in a mapping."""

    yaml_implicit_resolvers = {  # noqa: RUF012 (PyYAML's own name and form)
        first: [pair for pair in pairs if pair[0] != "tag:yaml.org,2002:timestamp"]
        for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(
        self, node: yaml.MappingNode, deep: bool = False
    ) -> dict[Any, Any]:
        seen = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value != "<<":
                if key.value in seen:
                    problem = f"the key {key.value!r} a second time"
                    raise yaml.constructor.ConstructorError(
                        None, None, problem, key.start_mark
                    )
                seen.add(key.value)
        made: dict[Any, Any] = super().construct_mapping(node, deep)
        return made


def _yaml(text: str, shown: str) -> Iterator[Item]:
    try:
        loader = _Loader(text)
        number = 0
        while loader.check_node():
            number += 1
            node = loader.get_node()
            value = loader.construct_document(node)
            if value is not None:
                yield from _listed(Item(shown, number, value, _YamlLines(node).locate))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{shown}:{mark.line + 1}" if mark else shown
        found = f"no YAML ({error.problem})"
        raise KubewrightError(Problem(where, found, EXPECTED)) from error
    except (yaml.YAMLError, ValueError, TypeError) as error:
        found = f"no YAML ({str(error).splitlines()[0]})"
        raise KubewrightError(Problem(shown, found, EXPECTED)) from error
    except (RecursionError, MemoryError) as error:
        raise KubewrightError(
            Problem(shown, "values nested too deep", EXPECTED)
        ) from error


def _listed(item: Item) -> Iterator[Item]:
    """The objects of a List or *List, each with the kind of the list if it has none."""
    value = item.value
    kind = value.get("kind") if isinstance(value, dict) else None
    items = (
        value.get("items") if isinstance(kind, str) and kind.endswith("List") else None
    )
    if not isinstance(items, list):
        yield item
        return
    for index, entry in enumerate(items):
        below = _below(item.locate, f"items[{index}]")
        own = _with_kind(entry, value.get("apiVersion"), kind.removesuffix("List"))
        yield from _listed(Item(item.file, item.document, own, below))


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


class _YamlLines:
    """Lines of fields in a document's nodes; of a missing field, the line of its parent."""

    def __init__(self, node: yaml.Node) -> None:
        self.node = node

    def locate(self, path: str) -> int:
        node, line = self.node, self.node.start_mark.line
        while path:
            step = _STEP.match(path)
            if (
                isinstance(node, yaml.SequenceNode)
                and step
                and int(step[1]) < len(node.value)
            ):
                node, path = node.value[int(step[1])], path[step.end() :].removeprefix(
                    "."
                )
                line = node.start_mark.line
                continue
            keys = {k.value: (k, v) for k, v in _pairs(node)}
            key = _key_of(path, keys)
            if key is None:
                path, besides = _detour(before := path, keys)
                if besides is None and path == before:
                    break
                node = keys[besides][1] if besides else node
                continue
            line, node, path = (
                keys[key][0].start_mark.line,
                keys[key][1],
                _rest(path, key),
            )
        return int(line) + 1


def _pairs(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    return node.value if isinstance(node, yaml.MappingNode) else []


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
