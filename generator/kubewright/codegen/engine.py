"""The adapter to datamodel-code-generator: the one file that knows its classes.

The engine reads structure and nothing else. Descriptions, extensions and all keywords that
make no type stay outside, so no foreign text passes through it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from typing import Any

from datamodel_code_generator.model import DataModel
from datamodel_code_generator.model.base import DataModelFieldBase
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
from kubewright.codegen.structure import ROOT, Slice
from kubewright.errors import KubewrightError, Problem, refuse

PRIMITIVES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "Base64Str": "byte",
    "AwareDatetime": "date-time",
    "Any": "any",
}


def read(part: Slice) -> dict[str, ParsedModel]:
    """The definitions of `part` as parsed models, by key and in order.

    Raises `KubewrightError` when the engine leaves one out or reports an unknown type.
    """
    # It asks for a folder to resolve files by; the document names none, and the current
    # one may be gone.
    parser = OpenAPIParser(_document(part), base_path=Path("/"))
    parser.parse_raw()
    results = {_key(result.reference.path): result for result in parser.results}
    refuse(
        Problem(
            f"definition {key}", "no result of the engine", "one model a definition"
        )
        for key in part.schemas
        if key not in results
    )
    known = part.schemas.keys() | part.others
    return {
        key: _model(key, schema, results[key], known)
        for key, schema in part.schemas.items()
    }


def _document(part: Slice) -> str:
    """The document that the engine gets: OpenAPI 3 in JSON."""
    others = {key: {"type": "object"} for key in sorted(part.others)}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": {"title": "definitions", "version": "0"},
            "paths": {},
            "components": {"schemas": {**part.schemas, **others}},
        }
    )


def _model(
    key: str, schema: Mapping[str, Any], result: DataModel, known: Set[str]
) -> ParsedModel:
    where = f"definition {key}"
    if "properties" not in schema:
        root = result.fields[0].data_type if result.fields else None
        return ParsedModel(key, (), _type(root, where, known) if root else OBJECT)
    return ParsedModel(key, tuple(_fields(result, where, known)), OBJECT)


def _fields(result: DataModel, where: str, known: Set[str]) -> Iterator[ParsedField]:
    for field in result.fields:
        wire = _wire(field, where)
        kind = _type(field.data_type, f"{where}, field {wire}", known)
        yield ParsedField(wire, kind, bool(field.required))


def _wire(field: DataModelFieldBase, where: str) -> str:
    if not field.original_name:
        raise KubewrightError(
            Problem(where, "a field without its wire name", "a property")
        )
    return field.original_name


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
