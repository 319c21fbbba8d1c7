"""The adapter to datamodel-code-generator: the one file that knows its classes.

The engine reads structure and nothing else. Descriptions, extensions and all keywords that
make no type stay outside, so no foreign text passes through it.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datamodel_code_generator.model import DataModel
from datamodel_code_generator.model.base import DataModelFieldBase
from datamodel_code_generator.parser.openapi import OpenAPIParser
from datamodel_code_generator.types import DataType

from kubewright.errors import KubewrightError, Problem, refuse
from kubewright.spec.document import Definitions
from kubewright.spec.schemas import rewrite

KEYWORDS = frozenset(
    {
        "$ref",
        "type",
        "format",
        "items",
        "additionalProperties",
        "properties",
        "required",
    }
)
# Any other format of a string or number is the plain type, as in the official client.
FORMATS = frozenset({"byte", "date-time"})
ROOT = "#/components/schemas/"

PRIMITIVES = {
    "str": "string",
    "int": "integer",
    "float": "number",
    "bool": "boolean",
    "Base64Str": "byte",
    "AwareDatetime": "date-time",
    "Any": "any",
}


@dataclass(frozen=True, slots=True)
class Primitive:
    """A type without parts: a value of `PRIMITIVES`, or `object` for a free-form object."""

    name: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to the definition with that key."""

    key: str


@dataclass(frozen=True, slots=True)
class Items:
    """An array of `item`."""

    item: ParsedType


@dataclass(frozen=True, slots=True)
class Values:
    """An object whose values are `value`."""

    value: ParsedType


ParsedType = Primitive | Reference | Items | Values
ANY, OBJECT = Primitive("any"), Primitive("object")


@dataclass(frozen=True, slots=True)
class ParsedField:
    """A property under its wire name."""

    wire: str
    type: ParsedType
    required: bool


@dataclass(frozen=True, slots=True)
class ParsedModel:
    """A definition: its properties in order, or its type `root` where it has none."""

    key: str
    fields: tuple[ParsedField, ...]
    root: ParsedType


def read(definitions: Definitions) -> dict[str, ParsedModel]:
    """All definitions as parsed models, by key and in order.

    Raises `KubewrightError` when the engine leaves one out or reports an unknown type.
    """
    with _collector_paused():
        # It asks for a folder to resolve files by; the document names none, and the
        # current one may be gone.
        parser = OpenAPIParser(components(definitions), base_path=Path("/"))
        parser.parse_raw()
    results = {_key(result.reference.path): result for result in parser.results}
    refuse(
        Problem(
            f"definition {key}", "no result of the engine", "one model a definition"
        )
        for key in definitions
        if key not in results
    )
    return {key: _model(key, results[key], definitions) for key in definitions}


def components(definitions: Definitions) -> str:
    """The document that the engine gets: OpenAPI 3 in JSON, structure alone."""
    schemas = {key: rewrite(body, _structure) for key, body in definitions.items()}
    info = {"title": "definitions", "version": "0"}
    return json.dumps(
        {
            "openapi": "3.0.0",
            "info": info,
            "paths": {},
            "components": {"schemas": schemas},
        }
    )


def _structure(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in schema.items() if name in KEYWORDS}
    if kept.get("type") != "string" or kept.get("format") not in FORMATS:
        kept.pop("format", None)
    if "properties" in kept:
        # Other keys of such an object are unknown keys, whatever the schema says of them.
        kept.pop("additionalProperties", None)
    if "$ref" in kept:
        return {"$ref": kept["$ref"].replace("#/definitions/", ROOT, 1)}
    return kept


def _model(key: str, result: DataModel, known: Mapping[str, object]) -> ParsedModel:
    where = f"definition {key}"
    if "properties" not in known[key]:  # type: ignore[operator]
        root = result.fields[0].data_type if result.fields else None
        return ParsedModel(key, (), _type(root, where, known) if root else OBJECT)
    return ParsedModel(key, tuple(_fields(result, where, known)), OBJECT)


def _fields(
    result: DataModel, where: str, known: Mapping[str, object]
) -> Iterator[ParsedField]:
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


def _type(data: DataType, where: str, known: Mapping[str, object]) -> ParsedType:
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


def _only(data: DataType, where: str, known: Mapping[str, object]) -> ParsedType:
    """The type of the items or values of `data`; of any kind where the schema says nothing."""
    return _type(data.data_types[0], where, known) if data.data_types else ANY


def _key(path: str) -> str:
    return path.partition(ROOT)[2] or path


@contextmanager
def _collector_paused() -> Iterator[None]:
    # The engine makes some 100,000 objects that live to the end: collecting costs a fifth.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
