"""What of the definitions the engine gets to see: the shapes of their schemas alone.

Descriptions, extensions and all keywords that make no type stay outside, and so do keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from kubewright.spec.document import Definitions
from kubewright.spec.schemas import reference, rewrite

Structure = Mapping[str, Any]

KEYWORDS = frozenset({"$ref", "type", "format", "items", "additionalProperties"})
# Keywords that say something of values of one type, and nothing of others.
BELONGS = {"items": "array", "additionalProperties": "object"}
# Any other format of a string or number is the plain type, as in the official client.
FORMATS = frozenset({"byte", "date-time"})
# What every reference of a shape leads to.
REFERRED = "Referred"


def structures(definitions: Definitions) -> dict[str, Structure]:
    """What of each definition makes types: its own schema, or its properties and required."""
    return {key: _body(body) for key, body in definitions.items()}


def shape(structure: Structure) -> str:
    """The text of a structure, whatever its reference leads to."""
    return json.dumps(rewrite(structure, _shape))


def target(structure: Structure) -> str | None:
    """The key that a structure refers to, by itself or in its items or values.

    There is one at most, since objects written in place have no fields here.
    """
    inner: Any = structure
    while isinstance(inner, dict) and "$ref" not in inner:
        inner = inner.get("items", inner.get("additionalProperties"))
    return reference(inner)


def _body(body: Structure) -> Structure:
    if "$ref" in body or "properties" not in body:
        return rewrite(body, _structure)
    fields = body["properties"].items()
    properties = {wire: rewrite(schema, _structure) for wire, schema in fields}
    return {"properties": properties, "required": body.get("required", ())}


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
