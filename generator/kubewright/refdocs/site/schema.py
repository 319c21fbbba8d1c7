"""The JSON schema of a model as its wire form has it, without prose."""

from __future__ import annotations

import json
from typing import Any

from kubewright.codegen.ir import ListOf, MapOf, Model, ModelRef, Scalar, TypeRef

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_NUMBER_OR_TEXT = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
_SCALARS: dict[Scalar, dict[str, Any]] = {
    Scalar.STRING: {"type": "string"},
    Scalar.INTEGER: {"type": "integer"},
    Scalar.NUMBER: {"type": "number"},
    Scalar.BOOLEAN: {"type": "boolean"},
    Scalar.TIME: {"type": "string", "format": "date-time"},
    Scalar.MICRO_TIME: {"type": "string", "format": "date-time"},
    Scalar.BYTES: {"type": "string", "contentEncoding": "base64"},
    Scalar.QUANTITY: {"type": "string"},
    Scalar.INT_OR_STRING: _NUMBER_OR_TEXT,
    Scalar.OBJECT: {"type": "object"},
    Scalar.RAW_EXTENSION: {"type": "object"},
    Scalar.JSON: {},
    Scalar.JSON_SCHEMA_OR_BOOL: {"anyOf": [{"type": "object"}, {"type": "boolean"}]},
    Scalar.JSON_SCHEMA_OR_ARRAY: {"anyOf": [{"type": "object"}, {"type": "array"}]},
    Scalar.JSON_SCHEMA_OR_STRING_ARRAY: {
        "anyOf": [{"type": "object"}, {"type": "array", "items": {"type": "string"}}]
    },
}


def schema(model: Model) -> str:
    """The schema of `model`; other models are references by class name."""
    required = [field.wire for field in model.fields if field.required]
    table: dict[str, Any] = {
        "$schema": DIALECT,
        "title": model.class_name,
        "type": "object",
        "properties": {field.wire: _type(field.type) for field in model.fields},
        "additionalProperties": False,
    }
    if required:
        table["required"] = required
    return json.dumps(table, indent=2)


def _type(kind: TypeRef) -> dict[str, Any]:
    match kind:
        case ListOf(item):
            return {"type": "array", "items": _type(item)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _type(value)}
        case ModelRef(name):
            return {"$ref": f"#/$defs/{name}"}
        case Scalar():
            return _SCALARS[kind]
