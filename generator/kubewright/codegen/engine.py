"""The adapter to datamodel-code-generator: the one file that knows its classes.

The engine reads structure and nothing else. Descriptions, extensions and all keywords that
make no type stay outside, so no foreign text passes through it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
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
from kubewright.codegen.structure import ROOT, Structure, references, structures
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


# Schemas an object of the engine's document: it looks at all names of one together.
GROUP = 100


def read(definitions: Definitions) -> dict[str, ParsedModel]:
    """All definitions as parsed models, by key and in order.

    Most schemas of a release are the same few, so the engine reads each of them once.
    Raises `KubewrightError` when it leaves one out or reports an unknown type.
    """
    bodies = structures(definitions)
    types = _types(_places(bodies), definitions.keys())
    return {key: _model(key, body, types) for key, body in bodies.items()}


def _model(key: str, body: Structure, types: Mapping[str, ParsedType]) -> ParsedModel:
    if "properties" not in body:
        return ParsedModel(key, (), types[_text(body)])
    required = body.get("required", ())
    fields = (
        ParsedField(wire, types[_text(schema)], wire in required)
        for wire, schema in body["properties"].items()
    )
    return ParsedModel(key, tuple(fields), OBJECT)


def _places(bodies: Mapping[str, Structure]) -> dict[str, str]:
    """The text of each schema that a field or a definition has, and the first place of it."""
    places: dict[str, str] = {}
    for key, body in bodies.items():
        where = f"definition {key}"
        if "properties" not in body:
            places.setdefault(_text(body), where)
        for wire, schema in body.get("properties", {}).items():
            places.setdefault(_text(schema), f"{where}, field {wire}")
    return places


def _text(schema: Structure) -> str:
    return json.dumps(schema)


def _types(places: Mapping[str, str], known: Set[str]) -> dict[str, ParsedType]:
    """The type of each schema of `places`; `known` are the keys that references lead to."""
    with collector_paused():
        # It asks for a folder to resolve files by; the document names none, and the current
        # one may be gone.
        parser = OpenAPIParser(
            _document([*map(json.loads, places)]), base_path=Path("/")
        )
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
        text: _type(fields[name].data_type, places[text], known)
        for text, name in names.items()
    }


def _document(read: Sequence[Structure]) -> str:
    """The document that the engine gets: OpenAPI 3 in JSON, objects of schemas to read.

    What references lead to is there by name alone. No key of a definition is a number.
    """
    used = sorted({key for schema in read for key in references(schema)})
    schemas: dict[str, Any] = {key: {"type": "object"} for key in used}
    for start in range(0, len(read), GROUP):
        group = enumerate(read[start : start + GROUP], start)
        fields = {_name(number): schema for number, schema in group}
        schemas[str(start)] = {"type": "object", "properties": fields}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "definitions", "version": "0"},
            "paths": {},
            "components": {"schemas": schemas},
        }
    )


def _name(number: int) -> str:
    return f"schema{number}"


def _type(data: DataType, where: str, known: Set[str]) -> ParsedType:
    if data.reference is not None:
        key = _key(data.reference.path)
        # An object written in place is a model of the engine's own; it is free-form here.
        return Reference(key) if key in known else OBJECT
    if data.is_list:
        return Items(_only(data, where, known))
    if data.is_dict:
        value = _only(data, where, known)
        return OBJECT if value == ANY else Values(value)
    if data.type is None and len(data.data_types) == 1:
        return _type(data.data_types[0], where, known)
    if data.type in PRIMITIVES:
        return Primitive(PRIMITIVES[data.type])
    raise KubewrightError(
        Problem(
            where, f"the engine's type {data.type!r}", f"one of {', '.join(PRIMITIVES)}"
        )
    )


def _only(data: DataType, where: str, known: Set[str]) -> ParsedType:
    """The type of the items or values of `data`; of any kind where the schema says nothing."""
    return _type(data.data_types[0], where, known) if data.data_types else ANY


def _key(path: str) -> str:
    return path.partition(ROOT)[2] or path
