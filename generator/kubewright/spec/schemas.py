"""How to walk and rewrite schemas: the only place that knows where schemas hold schemas.

A property may itself be called `$ref`, `type` or `items`, so the walk follows the
structure and never looks at names alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
Rewrite = Callable[[dict[str, Any]], dict[str, Any]]

MAPS = ("properties", "patternProperties")
SINGLES = {"items": "[]", "additionalProperties": "{}", "not": ".not"}
LISTS = ("allOf", "anyOf", "oneOf")


def children(schema: Schema) -> Iterator[tuple[str, Any]]:
    """The schemas directly inside `schema`, each with its path below it, in order."""
    for name in MAPS:
        if isinstance(entries := schema.get(name), dict):
            yield from ((f".{key}", value) for key, value in entries.items())
    for name, step in SINGLES.items():
        if isinstance(value := schema.get(name), dict):
            yield step, value
    for name in LISTS:
        if isinstance(parts := schema.get(name), list):
            yield from ((f".{name}[{index}]", part) for index, part in enumerate(parts))


def walk(schema: Schema, path: str = "") -> Iterator[tuple[str, Any, int]]:
    """`schema` and all schemas inside, each with path and depth; no recursion, any depth."""
    stack: list[tuple[str, Any, int]] = [(path, schema, 0)]
    while stack:
        where, current, depth = stack.pop()
        yield where, current, depth
        if isinstance(current, dict):
            inner = [
                (where + step, child, depth + 1) for step, child in children(current)
            ]
            stack.extend(reversed(inner))


def rewrite(schema: Schema, change: Rewrite) -> dict[str, Any]:
    """A copy of `schema` with `change` applied to each schema inside, innermost first.

    Recursive: `document.parse` has refused what is nested too deeply for it.
    """
    copy = dict(schema)
    for name in MAPS:
        if isinstance(entries := copy.get(name), dict):
            copy[name] = {key: _inner(value, change) for key, value in entries.items()}
    for name in SINGLES:
        if isinstance(value := copy.get(name), dict):
            copy[name] = rewrite(value, change)
    for name in LISTS:
        if isinstance(parts := copy.get(name), list):
            copy[name] = [_inner(part, change) for part in parts]
    return change(copy)


def unwrapped(schema: dict[str, Any]) -> dict[str, Any]:
    """`schema` with a lone reference in `allOf` as its own reference."""
    match schema.get("allOf"):
        case [{"$ref": str(target), **rest}] if not rest:
            del schema["allOf"]
            schema["$ref"] = target
    return schema


def _inner(value: Any, change: Rewrite) -> Any:
    return rewrite(value, change) if isinstance(value, dict) else value


def reference(schema: Any) -> str | None:
    """The key that `schema` refers to (`#/definitions/<key>`), or None."""
    target = schema.get("$ref") if isinstance(schema, dict) else None
    if not isinstance(target, str):
        return None
    return target.removeprefix("#/definitions/")
