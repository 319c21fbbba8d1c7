"""The adapter to datamodel-code-generator: the one file that knows its classes.

The engine reads structure and nothing else. Descriptions, extensions and all keywords that
make no type stay outside, so no foreign text passes through it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from datamodel_code_generator.parser.openapi import OpenAPIParser
from datamodel_code_generator.types import DataType

from kubewright.codegen.parsed import (
    ANY,
    OBJECT,
    Items,
    ParsedField,
    ParsedModel,
    ParsedType,
    Primitive,
    Reference,
    Values,
)
from kubewright.codegen.structure import REFERRED, Shaped, schemas
from kubewright.codegen.workers import collector_paused
from kubewright.errors import KubewrightError, Problem, refuse
from kubewright.spec.document import Definitions

PRIMITIVES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "Base64Str": "byte",
    "AwareDatetime": "date-time",
    "Any": "any",
}


# Shapes an object of the engine's document: it looks at all names of one together.
GROUP = 100


def read(definitions: Definitions) -> dict[str, ParsedModel]:
    """All definitions as parsed models, by key and in order.

    The schemas of a release have a few shapes, and the engine reads each of them once.
    Raises `KubewrightError` when it leaves one out or reports an unknown type.
    """
    found = {key: schemas(body) for key, body in definitions.items()}
    types = _types(_places(found))
    return {
        key: _model(key, found[key], body.get("required", ()), types)
        for key, body in definitions.items()
    }


def _model(
    key: str,
    found: Mapping[str | None, Shaped],
    required: Collection[str],
    types: Mapping[str, ParsedType],
) -> ParsedModel:
    kinds = {wire: _of(schema, types) for wire, schema in found.items()}
    fields = (
        ParsedField(wire, kind, wire in required)
        for wire, kind in kinds.items()
        if wire is not None
    )
    return ParsedModel(key, tuple(fields), kinds.get(None, OBJECT))


def _of(schema: Shaped, types: Mapping[str, ParsedType]) -> ParsedType:
    """The type of `schema`: that of its shape, with the reference of its own."""
    kind = types[schema.shape]
    return kind if schema.key is None else _leading(kind, schema.key)


def _leading(kind: ParsedType, key: str) -> ParsedType:
    match kind:
        case Reference():
            return Reference(key)
        case Items(item):
            return Items(_leading(item, key))
        case Values(value):
            return Values(_leading(value, key))
        case Primitive():
            return kind


def _places(found: Mapping[str, Mapping[str | None, Shaped]]) -> dict[str, str]:
    """Each shape that a field or a definition has, and the first place that has it."""
    places: dict[str, str] = {}
    for key, body in found.items():
        for wire, schema in body.items():
            field = "" if wire is None else f", field {wire}"
            places.setdefault(schema.shape, f"definition {key}{field}")
    return places


def _types(places: Mapping[str, str]) -> dict[str, ParsedType]:
    """The type of each shape of `places`."""
    with collector_paused():
        # It asks for a folder to resolve files by; the document names none, and the current
        # one may be gone.
        parser = OpenAPIParser(_document(list(places)), base_path=Path("/"))
        parser.parse_raw()
    fields = {
        field.original_name: field
        for result in parser.results
        for field in result.fields
    }
    names = dict(zip(places, map(_name, range(len(places))), strict=True))
    refuse(
        Problem(places[text], "no result of the engine", "a type for each schema")
        for text, name in names.items()
        if name not in fields
    )
    return {
        text: _type(fields[name].data_type, places[text])
        for text, name in names.items()
    }


def _document(shapes: Sequence[str]) -> str:
    """The document that the engine gets: OpenAPI 3 in JSON, objects of shapes to read."""
    objects: dict[str, Any] = {REFERRED: {"type": "object"}}
    for start in range(0, len(shapes), GROUP):
        group = enumerate(shapes[start : start + GROUP], start)
        fields = {_name(number): json.loads(text) for number, text in group}
        objects[f"Group{start}"] = {"type": "object", "properties": fields}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "definitions", "version": "0"},
            "paths": {},
            "components": {"schemas": objects},
        }
    )


def _name(number: int) -> str:
    return f"schema{number}"


def _type(data: DataType, where: str) -> ParsedType:
    if data.reference is not None:
        return Reference(REFERRED)
    if data.is_list:
        return Items(_only(data, where))
    if data.is_dict:
        value = _only(data, where)
        return OBJECT if value == ANY else Values(value)
    if data.type is None and len(data.data_types) == 1:
        return _type(data.data_types[0], where)
    if data.type in PRIMITIVES:
        return Primitive(PRIMITIVES[data.type])
    raise KubewrightError(
        Problem(
            where, f"the engine's type {data.type!r}", f"one of {', '.join(PRIMITIVES)}"
        )
    )


def _only(data: DataType, where: str) -> ParsedType:
    """The type of the items or values of `data`; of any kind where the schema says nothing."""
    return _type(data.data_types[0], where) if data.data_types else ANY
