"""From definitions to shapes: a direct reader of Swagger 2 schemas.

It reads what the engine reads and gives the same types (a test holds both together on two
releases), in a twentieth of the time, because comparing needs no more of a schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kubewright.codegen import annotate
from kubewright.codegen.ir import ListOf, MapOf, ModelRef, Scalar, TypeRef
from kubewright.codegen.naming import class_names, underscore
from kubewright.drift.values import (
    MODEL,
    Definition,
    Json,
    Kind,
    Property,
    Snapshot,
    Type,
)
from kubewright.spec import document, fixups
from kubewright.spec.document import INT_OR_STRING, QUANTITY, Definitions, Document
from kubewright.spec.fixups import META
from kubewright.spec.schemas import Schema, reference

APIEXTENSIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"
# Inlined definitions whose type is known by their key: leaf, format, and the type in Python.
KNOWN: Mapping[str, tuple[str, str, Scalar]] = {
    QUANTITY: ("quantity", "", Scalar.QUANTITY),
    INT_OR_STRING: ("int-or-string", "", Scalar.INT_OR_STRING),
    f"{META}.MicroTime": ("string", "micro-time", Scalar.MICRO_TIME),
    "io.k8s.apimachinery.pkg.runtime.RawExtension": (
        "raw-extension",
        "",
        Scalar.RAW_EXTENSION,
    ),
    f"{APIEXTENSIONS}.JSON": ("json", "", Scalar.JSON),
    f"{APIEXTENSIONS}.JSONSchemaPropsOrBool": (
        "schema-or-bool",
        "",
        Scalar.JSON_SCHEMA_OR_BOOL,
    ),
    f"{APIEXTENSIONS}.JSONSchemaPropsOrArray": (
        "schema-or-array",
        "",
        Scalar.JSON_SCHEMA_OR_ARRAY,
    ),
    f"{APIEXTENSIONS}.JSONSchemaPropsOrStringArray": (
        "schema-or-strings",
        "",
        Scalar.JSON_SCHEMA_OR_STRING_ARRAY,
    ),
}
PLAIN: Mapping[tuple[str, str], Scalar] = {
    ("string", ""): Scalar.STRING,
    ("string", "byte"): Scalar.BYTES,
    ("string", "date-time"): Scalar.TIME,
    ("integer", ""): Scalar.INTEGER,
    ("number", ""): Scalar.NUMBER,
    ("boolean", ""): Scalar.BOOLEAN,
    ("object", ""): Scalar.OBJECT,
    ("any", ""): Scalar.JSON,
}
SCALARS = {**PLAIN, **{(leaf, form): scalar for leaf, form, scalar in KNOWN.values()}}

MERGING = (
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-patch-merge-key",
    "x-kubernetes-patch-strategy",
)
KINDS = "x-kubernetes-group-version-kind"
DEPRECATED = ("deprecated", "x-kubernetes-deprecated")
# Keywords that are read elsewhere, or that say nothing about values.
APART = frozenset(
    {
        "$ref",
        "type",
        "format",
        "items",
        "additionalProperties",
        "properties",
        "required",
    }
    | {
        "description",
        "title",
        "examples",
        "externalDocs",
        "example",
        "default",
        "enum",
        KINDS,
        *MERGING,
        *DEPRECATED,
    }
)
UNORDERED = frozenset({"x-kubernetes-list-map-keys"})
HOLDERS = ("items", "additionalProperties")


def snapshot(found: Document, name: str) -> Snapshot:
    """The shapes of the definitions in `found`, corrected as generated models are."""
    definitions = fixups.apply(found).definitions
    reader = _Reader(definitions)
    bodies = {key: reader.definition(key) for key in sorted(definitions)}
    return Snapshot(name, document.digest(found.definitions), bodies, found.release)


def type_text(kind: Type, names: Mapping[str, Definition]) -> str:
    """`kind` as `openapi_types` writes it: `Dict[str, V1Pod]`."""
    return annotate.openapi_type(type_ref(kind, names))


def type_ref(kind: Type, names: Mapping[str, Definition]) -> TypeRef:
    """`kind` as the intermediate representation has it."""
    result: TypeRef
    if kind.is_model:
        owner = names[kind.key]
        result = ModelRef(owner.class_name, owner.module)
    else:
        result = SCALARS.get((kind.leaf, kind.format)) or SCALARS[kind.leaf, ""]
    for step in range(len(kind.containers), 0, -2):
        is_list = kind.containers[step - 2 : step] == "[]"
        result = ListOf(result) if is_list else MapOf(result)
    return result


class _Reader:
    """The names of all definitions, and what each schema means beside them."""

    def __init__(self, definitions: Definitions) -> None:
        self.definitions = definitions
        self.names = class_names(definitions)

    def definition(self, key: str) -> Definition:
        body = self.definitions[key]
        has_class = bool(body.get("properties"))
        name = self.names[key] if has_class else ""
        return Definition(
            key=key,
            class_name=name,
            module=underscore(name),
            type=Type("", MODEL, "", key) if has_class else self.type(body),
            description=body.get("description", ""),
            properties=self.properties(body) if has_class else {},
            kinds=tuple(_kinds(body)),
            merging=_keywords(body, MERGING),
            constraints=_constraints(body),
            deprecated=_deprecated(body),
        )

    def properties(self, body: Schema) -> dict[str, Property]:
        required = frozenset(body.get("required", ()))
        return {
            wire: self.property(wire, schema, wire in required)
            for wire, schema in sorted(body["properties"].items())
        }

    def property(self, wire: str, schema: Schema, required: bool) -> Property:
        kind = self.type(schema)
        own = schema.get("description")
        target = reference(schema)
        if own is None and target and (not kind.is_model or kind.containers):
            own = self.definitions[target].get("description")
        return Property(
            wire=wire,
            type=kind,
            required=required,
            description=own or "",
            default=schema.get("default"),
            enum=_once(self.enum(schema)),
            merging=dict(_nested(schema, lambda part: _keywords(part, MERGING))),
            constraints=dict(_nested(schema, _constraints)),
            deprecated=_deprecated(schema),
        )

    def type(self, schema: Schema) -> Type:
        if key := reference(schema):
            return self.referred(key)
        kind = schema.get("type", "any")
        if kind == "array":
            return self.inside("[]", schema["items"])
        if kind == "object":
            values = schema.get("additionalProperties")
            found = self.inside("{}", values) if isinstance(values, dict) else None
            return found if found and found != Type("{}", "any") else Type("", "object")
        return Type("", kind, schema.get("format", ""))

    def referred(self, key: str) -> Type:
        body = self.definitions[key]
        if body.get("properties"):
            return Type("", MODEL, "", key)
        if key in KNOWN:
            leaf, form, _ = KNOWN[key]
            return Type("", leaf, form, key)
        found = self.type(body)
        # Inlined, it stands for a model where it only leads to one.
        return found if found.is_model else replace(found, key=key)

    def inside(self, container: str, schema: Schema) -> Type:
        inner = self.type(schema)
        return replace(inner, containers=container + inner.containers)

    def enum(self, schema: Schema) -> Iterator[Json]:
        """The values that the innermost schema allows, also of an inlined definition."""
        yield from schema.get("enum", ())
        for name in HOLDERS:
            if isinstance(inner := schema.get(name), dict):
                yield from self.enum(inner)
        key = reference(schema)
        if key and not self.definitions[key].get("properties"):
            yield from self.enum(self.definitions[key])


def _once(values: Iterable[Json]) -> tuple[Json, ...]:
    """Each value once: a list may repeat one, and so may what it refers to."""
    return tuple({document.canonical(value): value for value in values}.values())


def _nested(schema: Schema, read: Any, prefix: str = "") -> Iterator[tuple[str, Json]]:
    """What `read` finds in `schema` and, under a prefix, in the schemas of its items."""
    yield from ((prefix + name, value) for name, value in read(schema).items())
    for name in HOLDERS:
        if isinstance(inner := schema.get(name), dict):
            yield from _nested(inner, read, f"{prefix}{name}.")


def _keywords(schema: Schema, names: tuple[str, ...]) -> dict[str, Json]:
    return {name: schema[name] for name in names if name in schema}


def _constraints(schema: Schema) -> dict[str, Json]:
    found = {name: schema[name] for name in sorted(schema) if name not in APART}
    if schema.get("additionalProperties") is False:
        found["additionalProperties"] = False
    return found


def _deprecated(schema: Schema) -> bool:
    return any(schema.get(name) is True for name in DEPRECATED)


def _kinds(body: Schema) -> Iterator[Kind]:
    entries = body.get(KINDS)
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            group, version, name = map(entry.get, ("group", "version", "kind"))
            if not isinstance(group, str):
                continue
            # An entry without version or kind is no kind that anyone can write.
            if isinstance(version, str) and isinstance(name, str) and version and name:
                yield Kind(group, version, name)
