"""What must hold of definitions before anything is made of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from kubewright.errors import Problem, quoted
from kubewright.spec.schemas import LISTS, MAPS, SINGLES, Schema, reference, walk

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*", re.ASCII)
PROPERTY = re.compile(r"\$?[A-Za-z][A-Za-z0-9_.-]*", re.ASCII)
NAME_LIMIT = 200
# Of schemas in schemas, references to what has no class included.
DEPTH_LIMIT = 60
RING_SHOWN = 8
# Upstream has 873 definitions, at most 43 properties in one, and texts of 5,000 characters.
DEFINITION_LIMIT = 50_000
PROPERTY_LIMIT = 5_000
TEXT_LIMIT = 2**20
TYPES = frozenset({"array", "boolean", "integer", "number", "object", "string"})
LESS = "leave out what you do not need"
HOLDERS = frozenset((*MAPS, *SINGLES, *LISTS))


def problems(definitions: Mapping[str, Schema]) -> list[Problem]:
    """All faults of `definitions`: keys, property names, references, types, endless inlining."""
    if len(definitions) > DEFINITION_LIMIT:
        expected = f"at most {DEFINITION_LIMIT:,}"
        return [
            Problem("the document", f"{len(definitions):,} definitions", expected, LESS)
        ]
    found = [*_key_problems(definitions)]
    for key, body in definitions.items():
        found.extend(_body_problems(key, body, definitions))
    return found or [*_inlining_problems(definitions)]


def _key_problems(definitions: Mapping[str, Schema]) -> Iterator[Problem]:
    for key in definitions:
        if not KEY.fullmatch(key) or len(key) > NAME_LIMIT:
            yield Problem(
                f"definition {quoted(key)}",
                "a key that is no dotted name",
                f"letters, digits, `_`, `-` and dots, at most {NAME_LIMIT} characters",
            )


def _body_problems(
    key: str, body: Schema, known: Mapping[str, Schema]
) -> Iterator[Problem]:
    for path, schema, depth in walk(body):
        where = f"definition {quoted(key)}"
        if path:
            where += f", field {quoted(path.removeprefix('.'))}"
        if depth > DEPTH_LIMIT:
            yield Problem(
                where, "deeper nesting", f"schemas at most {DEPTH_LIMIT} levels deep"
            )
            return
        if isinstance(schema, dict):
            yield from _schema_problems(where, schema, known)
        else:
            yield Problem(where, f"{schema!r:.40}", "a schema object")


def _schema_problems(
    where: str, schema: Schema, known: Mapping[str, Schema]
) -> Iterator[Problem]:
    yield from _keyword_problems(where, schema)
    yield from _holder_problems(where, schema)
    yield from _property_problems(where, schema)
    yield from _text_problems(where, schema)
    if "$ref" in schema:
        yield from _reference_problems(where, schema["$ref"], known)


def _keyword_problems(where: str, schema: Schema) -> Iterator[Problem]:
    kind = schema.get("type", "object")
    if not (isinstance(kind, str) and kind in TYPES):
        yield Problem(where, f"type {kind!r:.40}", f"one of {', '.join(sorted(TYPES))}")
    for name in ("description", "format"):
        if not isinstance(schema.get(name, ""), str):
            yield Problem(where, f"a {name} that is no text", "a string")
    if not isinstance(schema.get("enum", []), list):
        yield Problem(where, f"`enum` {schema['enum']!r:.40}", "a list of values")
    required = schema.get("required", [])
    if not (
        isinstance(required, list) and all(isinstance(name, str) for name in required)
    ):
        yield Problem(
            where, "`required` that is no list of names", "a list of property names"
        )


def _holder_problems(where: str, schema: Schema) -> Iterator[Problem]:
    """Keywords that hold schemas, but not in the form that they should."""
    if (
        isinstance(fields := schema.get("properties"), dict)
        and len(fields) > PROPERTY_LIMIT
    ):
        found = f"{len(fields):,} properties"
        yield Problem(where, found, f"at most {PROPERTY_LIMIT:,}", LESS)
    if schema.get("type") == "array" and isinstance(schema.get("items", True), bool):
        yield Problem(where, "an array without items", "`items` with one schema")
    for names, form, text in (
        (MAPS, dict, "an object of schemas"),
        (SINGLES, (dict, bool), "a schema"),
        (LISTS, list, "a list of schemas"),
    ):
        for name in names:
            if name in schema and not isinstance(schema[name], form):
                yield Problem(where, f"`{name}` {schema[name]!r:.40}", text)


def _property_problems(where: str, schema: Schema) -> Iterator[Problem]:
    properties = schema.get("properties")
    for name in properties if isinstance(properties, dict) else ():
        if not PROPERTY.fullmatch(name) or len(name) > NAME_LIMIT:
            yield Problem(
                f"{where}, property {quoted(name)}",
                "a name outside the allowed characters",
                "an optional `$`, a letter, then letters, digits, `_`, `-` and dots",
            )


def _text_problems(where: str, schema: Schema) -> Iterator[Problem]:
    """Texts that are too long, or have half a character, which no file can hold."""
    for name, value in schema.items():
        if isinstance(value, str) and len(value) > TEXT_LIMIT:
            found = f"{len(value):,} characters in {quoted(name)}"
            yield Problem(where, found, f"at most {TEXT_LIMIT:,}", LESS)
        text = value if isinstance(value, str) else ""
        if name not in HOLDERS and isinstance(value, (dict, list)):
            text = json.dumps(value, ensure_ascii=False)
        if not (_encodable(name) and _encodable(text)):
            yield Problem(
                where, f"half a character in {quoted(name)}", "whole Unicode characters"
            )


def _encodable(text: str) -> bool:
    return text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text)


def _reference_problems(
    where: str, target: Any, known: Mapping[str, Schema]
) -> Iterator[Problem]:
    if not isinstance(target, str) or not target.startswith("#/definitions/"):
        yield Problem(
            where, f"$ref {quoted(str(target))}", "a reference inside the document"
        )
    elif target.removeprefix("#/definitions/") not in known:
        yield Problem(where, f"$ref to {quoted(target)}", "a definition of that key")


def _inlining_problems(definitions: Mapping[str, Schema]) -> Iterator[Problem]:
    """Definitions without properties, which stand inside others: endless or too deep ones."""
    inlined = [key for key, body in definitions.items() if not body.get("properties")]
    uses = {key: _targets(definitions[key]) for key in inlined}
    graph = {
        key: [target for target in found if target in uses]
        for key, found in uses.items()
    }
    try:
        order = [*TopologicalSorter(graph).static_order()]
    except CycleError as error:
        ring = error.args[1][::-1]
        shown = ring if len(ring) <= RING_SHOWN else [*ring[:RING_SHOWN], "..."]
        text = f"the cycle of references {' -> '.join(shown)}"
        yield Problem(
            f"definition {quoted(ring[0])}", text, "a schema that ends somewhere"
        )
        return
    yield from _depth_problems(order, uses)


def _depth_problems(
    order: Iterable[str], uses: Mapping[str, Mapping[str, int]]
) -> Iterator[Problem]:
    """The first of `order`, where what is used comes first, that is nested too deeply."""
    depths: dict[str, int] = {}
    for key in order:
        steps = [depths.get(used, 0) + below for used, below in uses[key].items()]
        depths[key] = 1 + max(steps, default=0)
        if depths[key] > DEPTH_LIMIT:
            expected = f"schemas at most {DEPTH_LIMIT} levels deep"
            found = "a chain of references that nests deeper"
            yield Problem(f"definition {quoted(key)}", found, expected, LESS)
            return


def _targets(body: Schema) -> dict[str, int]:
    """What `body` refers to, each with the deepest level that it does so at."""
    return {
        target: depth
        for _, schema, depth in sorted(walk(body), key=lambda step: step[2])
        if (target := reference(schema))
    }
