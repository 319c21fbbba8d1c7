"""Spec loading: any bytes of a file are definitions or a KubewrightError, whatever their form."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from fuzz import edits
from fuzz.harness import Target, law
from kubewright.codegen.naming import class_names
from kubewright.errors import KubewrightError
from kubewright.spec import document, fixups, lookup, sources
from kubewright.spec.document import INT_OR_STRING, QUANTITY, Document

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
OVEN = "io.k8s.api.bakery.v1.Oven"
SCHEMAS: dict[str, Any] = {
    OVEN: {
        "description": "An oven.",
        "type": "object",
        "required": ["metadata", "racks"],
        "properties": {
            "apiVersion": {"type": "string", "description": "The version."},
            "kind": {"type": "string"},
            "metadata": {
                "$ref": f"#/definitions/{META}.ObjectMeta",
                "description": "Meta.",
            },
            "racks": {
                "type": "array",
                "items": {"$ref": "#/definitions/io.k8s.api.bakery.v1.Rack"},
                "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["name"],
            },
            "heat": {"$ref": f"#/definitions/{QUANTITY}"},
            "doors": {"$ref": f"#/definitions/{INT_OR_STRING}"},
            "notes": {"type": "object", "additionalProperties": {"type": "string"}},
            "lit": {"type": "string", "format": "date-time"},
        },
        "x-kubernetes-group-version-kind": [
            {"group": "bakery.k8s.io", "version": "v1", "kind": "Oven"}
        ],
    },
    "io.k8s.api.bakery.v1.Rack": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "$ref": {"type": "string"},
            "items": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "number"}},
            },
            "inner": {"$ref": "#/definitions/io.k8s.api.bakery.v1.Rack"},
            "cert": {"type": "string", "format": "byte"},
            "any": {"x-kubernetes-preserve-unknown-fields": True},
        },
    },
    "io.k8s.api.bakery.v1beta1.Oven": {
        "description": "Deprecated. Please use the other.",
        "$ref": f"#/definitions/{OVEN}",
    },
    f"{META}.ObjectMeta": {
        "type": "object",
        "properties": {"name": {"type": "string"}},
    },
    f"{META}.Time": {"type": "string", "format": "date-time"},
    QUANTITY: {"type": "string"},
    INT_OR_STRING: {"type": "string", "format": "int-or-string"},
}


def bases() -> list[Any]:
    """One set of definitions in each form that is read."""
    swagger = {"swagger": "2.0", "info": {"title": "x"}, "definitions": SCHEMAS}
    text = json.dumps(SCHEMAS)
    three = json.loads(text.replace("#/definitions/", "#/components/schemas/"))
    three[OVEN]["properties"]["metadata"] = {
        "allOf": [{"$ref": f"#/components/schemas/{META}.ObjectMeta"}],
        "default": {},
    }
    bundled = json.loads(text.replace("#/definitions/", "#/$defs/"))
    bundled[OVEN]["properties"]["kind"] = {
        "type": ["string", "null"],
        "enum": ["Oven", None],
    }
    bundled[QUANTITY] = {"oneOf": [{"type": "string"}, {"type": "number"}]}
    return [
        swagger,
        {"openapi": "3.0.0", "components": {"schemas": three}},
        {"$defs": bundled},
    ]


BASES = bases()


def check(data: bytes) -> None:
    """The file is refused with reasons, or its definitions can be shown and read again."""
    try:
        found = sources.checked(document.parse(data, "spec.json"))
    except KubewrightError as error:
        told(error)
        return
    readable(found)


def told(error: KubewrightError) -> None:
    """An error has problems, each on one line of characters that a terminal only shows."""
    law(error.problems, "an error without a problem")
    for problem in error.problems:
        law(str(problem).isprintable(), str(problem))
        law(len(str(problem)) < 2000, str(problem))


def readable(found: Document) -> None:
    """Digest, order, corrections and look-ups of accepted definitions."""
    law(found.definitions, "no definition")
    digest = document.digest(found.definitions)
    ordered = json.loads(document.canonical(found.definitions, sort_keys=True))
    law(document.digest(ordered) == digest and ordered == found.definitions, "order")
    again = document.parse(
        json.dumps({"definitions": found.definitions}).encode(), "again"
    )
    law(again.definitions == found.definitions, "a second reading", again.definitions)
    try:
        corrected = fixups.apply(found).definitions
    except KubewrightError as error:
        told(error)
        return
    classes = class_names(corrected)
    for key, body in corrected.items():
        law(lookup.find(key, classes, {}) == key, key)
        for line in lookup.fields(body):
            law(isinstance(line.type, str) and isinstance(line.description, str), line)


SCHEMA_VALUES: tuple[Any, ...] = (
    {"type": "string"},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "additionalProperties": True},
    {"$ref": f"#/definitions/{OVEN}"},
    {"$ref": f"#/components/schemas/{OVEN}"},
    {"$ref": f"#/$defs/{OVEN}"},
    {"$ref": "#/definitions/"},
    {"allOf": [{"$ref": f"#/definitions/{OVEN}"}]},
    {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    {"type": ["string", "null"]},
    {"type": ["string", "integer", "null"]},
    {"properties": {"x": {}}},
    {"properties": {}},
    {"not": {}},
    True,
)


def schema(rng: Random) -> Any:
    """A schema, or any value where one should be."""
    return rng.choice(SCHEMA_VALUES) if rng.random() < 0.5 else edits.value(rng)


def make(rng: Random) -> bytes:
    """A document with a few values changed, now and then with some bytes changed as well."""
    base = rng.choice(BASES)
    value = edits.apply(base, edits.edits(rng, base, schema))
    data = json.dumps(value, ensure_ascii=rng.random() < 0.5).encode(
        "utf-8", "surrogatepass"
    )
    return edits.torn(rng, data) if rng.random() < 0.25 else data


TARGET = Target("spec", make, check, raw=True)
