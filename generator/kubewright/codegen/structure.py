"""What of the definitions the engine gets to see: the shapes of their schemas alone.

Descriptions, extensions and all keywords that make no type stay outside, and so do keys.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kubewright.spec.schemas import Schema, reference, rewrite

KEYWORDS = frozenset({"$ref", "type", "format", "items", "additionalProperties"})
# Keywords that say something of values of one type, and nothing of others.
BELONGS = {"items": "array", "additionalProperties": "object"}
# Any other format of a string or number is the plain type, as in the official client.
FORMATS = frozenset({"byte", "date-time"})
# What every reference of a shape leads to.
REFERRED = "Referred"


@dataclass(frozen=True, slots=True)
class Shaped:
    """A schema as its `shape`, a text, and the `key` that it refers to, if any."""

    shape: str
    key: str | None


def schemas(body: Schema) -> dict[str | None, Shaped]:
    """The schemas of a definition by property; its own under None where it has none."""
    if "$ref" in body or "properties" not in body:
        return {None: _shaped(body)}
    return {wire: _shaped(schema) for wire, schema in body["properties"].items()}


def _shaped(schema: Schema) -> Shaped:
    """What of `schema` makes its type."""
    structure = rewrite(schema, _structure)
    return Shaped(json.dumps(rewrite(structure, _shape)), _key(structure))


def _key(structure: Any) -> str | None:
    """The key that a structure refers to, by itself or in its items or values.

    There is one at most, since objects written in place have no fields here.
    """
    while isinstance(structure, dict) and "$ref" not in structure:
        structure = structure.get("items", structure.get("additionalProperties"))
    return reference(structure)


def _structure(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if "properties" in schema and schema.get("type", "object") == "object":
        # An object written in place has no class: it is free-form.
        return {"type": "object"}
    kept = {name: value for name, value in schema.items() if name in KEYWORDS}
    if kept.get("type") != "string" or kept.get("format") not in FORMATS:
        kept.pop("format", None)
    for name, kind in BELONGS.items():
        if kept.get("type") != kind:
            kept.pop(name, None)
    return kept


def _shape(structure: dict[str, Any]) -> dict[str, Any]:
    return (
        {"$ref": f"#/components/schemas/{REFERRED}"}
        if "$ref" in structure
        else structure
    )
