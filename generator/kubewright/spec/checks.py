"""What must hold of definitions before anything is made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kubewright.errors import Problem
from kubewright.spec.schemas import Schema, reference, walk

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(\.[A-Za-z0-9][A-Za-z0-9_-]*)*", re.ASCII)
PROPERTY = re.compile(r"\$?[A-Za-z][A-Za-z0-9_.-]*", re.ASCII)
NAME_LIMIT = 200
DEPTH_LIMIT = 60
TYPES = frozenset({"array", "boolean", "integer", "number", "object", "string"})


def problems(definitions: Mapping[str, Schema]) -> list[Problem]:
    """All faults of `definitions`: keys, property names, references, types, pure cycles."""
    found = [*_key_problems(definitions)]
    for key, body in definitions.items():
        found.extend(_body_problems(key, body, definitions))
    return found or [*_cycle_problems(definitions)]


def _key_problems(definitions: Mapping[str, Schema]) -> Iterator[Problem]:
    for key in definitions:
        if not KEY.fullmatch(key) or len(key) > NAME_LIMIT:
            yield Problem(
                f"definition {_shown(key)}",
                "a key that is no dotted name",
                f"letters, digits, `_`, `-` and dots, at most {NAME_LIMIT} characters",
            )


def _body_problems(key: str, body: Schema, known: Mapping[str, Schema]) -> Iterator[Problem]:
    for path, schema, depth in walk(body):
        where = f"definition {_shown(key)}" + (f", field {_shown(path[1:])}" if path else "")
        if depth > DEPTH_LIMIT:
            yield Problem(where, "deeper nesting", f"schemas at most {DEPTH_LIMIT} levels deep")
            return
        if isinstance(schema, dict):
            yield from _schema_problems(where, schema, known)
        else:
            yield Problem(where, f"{schema!r:.40}", "a schema object")


def _schema_problems(where: str, schema: Schema, known: Mapping[str, Schema]) -> Iterator[Problem]:
    yield from _keyword_problems(where, schema)
    yield from _property_problems(where, schema)
    if "$ref" in schema:
        yield from _reference_problems(where, schema["$ref"], known)


def _keyword_problems(where: str, schema: Schema) -> Iterator[Problem]:
    kind = schema.get("type")
    if kind is not None and kind not in (known for known in TYPES if isinstance(kind, str)):
        yield Problem(where, f"type {kind!r:.40}", f"one of {', '.join(sorted(TYPES))}")
    if not isinstance(schema.get("description", ""), str):
        yield Problem(where, "a description that is no text", "a string")
    if not isinstance(schema.get("format", ""), str):
        yield Problem(where, "a format that is no text", "a string")
    if kind == "array" and not isinstance(schema.get("items"), dict):
        yield Problem(where, "an array without items", "`items` with one schema")


def _property_problems(where: str, schema: Schema) -> Iterator[Problem]:
    properties = schema.get("properties", {})
    if not isinstance(properties, dict):
        yield Problem(where, "properties that are no object", "an object of schemas")
        return
    for name in properties:
        if not PROPERTY.fullmatch(name) or len(name) > NAME_LIMIT:
            yield Problem(
                f"{where}, property {_shown(name)}",
                "a name outside the allowed characters",
                "an optional `$`, a letter, then letters, digits, `_`, `-` and dots",
            )
    yield from _required_problems(where, schema.get("required", []), properties)


def _required_problems(where: str, required: Any, properties: Mapping[str, Any]) -> Iterator[Problem]:
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        yield Problem(where, "`required` that is no list of names", "a list of property names")
        return
    for name in required:
        if properties and name not in properties:
            yield Problem(where, f"required {_shown(name)}", "a property of that name")


def _reference_problems(where: str, target: Any, known: Mapping[str, Schema]) -> Iterator[Problem]:
    if not isinstance(target, str) or not target.startswith("#/definitions/"):
        yield Problem(where, f"$ref {_shown(str(target))}", "a reference inside the document")
    elif target.removeprefix("#/definitions/") not in known:
        yield Problem(where, f"$ref to {_shown(target)}", "a definition of that key")


def _cycle_problems(definitions: Mapping[str, Schema]) -> Iterator[Problem]:
    """References that lead round to themselves with nothing but references between."""
    settled: set[str] = set()
    for start in definitions:
        chain: list[str] = []
        key: str | None = start
        while key is not None and key not in settled and key not in chain:
            chain.append(key)
            key = reference(definitions[key])
        if key is not None and key in chain:
            ring = " -> ".join([*chain[chain.index(key) :], key])
            yield Problem(f"definition {key}", f"the cycle of references {ring}", "a schema")
        settled.update(chain)


def _shown(name: str) -> str:
    return repr(name if len(name) <= 80 else f"{name[:77]}...")
