"""A second reader of definitions, written apart from the engine: the oracle for its results."""

from __future__ import annotations

from typing import Any

from kubewright.codegen.parsed import (
    Items,
    ParsedField,
    ParsedModel,
    ParsedType,
    Primitive,
    Reference,
    Values,
)


def read(definitions: Any) -> dict[str, ParsedModel]:
    """All definitions by key, as `engine.read` gives them."""
    return {key: model(key, body) for key, body in definitions.items()}


def model(key: str, body: dict[str, Any]) -> ParsedModel:
    """One definition."""
    if "properties" not in body:
        return ParsedModel(key, (), kind(body))
    required = body.get("required", [])
    fields = [
        ParsedField(wire, kind(schema), wire in required)
        for wire, schema in body["properties"].items()
    ]
    return ParsedModel(key, tuple(fields), Primitive("object"))


def kind(schema: dict[str, Any]) -> ParsedType:
    """The type of one schema."""
    if "$ref" in schema:
        return Reference(schema["$ref"].removeprefix("#/definitions/"))
    match schema.get("type"):
        case "array":
            return Items(kind(schema["items"]))
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return Values(kind(schema["additionalProperties"]))
        case "string" if schema.get("format") in ("byte", "date-time"):
            return Primitive(schema["format"])
        case None:
            return Primitive("any")
        case plain:
            return Primitive(plain)
