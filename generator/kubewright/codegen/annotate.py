"""Types of the representation as annotations, and as the type strings of `openapi_types`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kubewright.codegen.ir import Field, ListOf, MapOf, Model, ModelRef, Scalar, TypeRef

# The name of a scalar in an annotation, and in `openapi_types`.
SCALARS: Mapping[Scalar, tuple[str, str]] = {
    Scalar.STRING: ("StrictStr", "str"),
    Scalar.INTEGER: ("StrictInt", "int"),
    Scalar.BOOLEAN: ("StrictBool", "bool"),
    Scalar.NUMBER: ("Number", "float"),
    Scalar.TIME: ("Time", "datetime"),
    Scalar.MICRO_TIME: ("MicroTime", "datetime"),
    Scalar.BYTES: ("Bytes", "bytes"),
    Scalar.QUANTITY: ("Quantity", "str"),
    Scalar.INT_OR_STRING: ("IntOrString", "object"),
    Scalar.OBJECT: ("Object", "object"),
    Scalar.RAW_EXTENSION: ("RawExtension", "object"),
    Scalar.JSON: ("JSON", "object"),
    Scalar.JSON_SCHEMA_OR_BOOL: ("JSONSchemaPropsOrBool", "object"),
    Scalar.JSON_SCHEMA_OR_ARRAY: ("JSONSchemaPropsOrArray", "object"),
    Scalar.JSON_SCHEMA_OR_STRING_ARRAY: ("JSONSchemaPropsOrStringArray", "object"),
}
# A field of bytes holds base64 text and is checked; bytes in a list or map are not.
BYTES_FIELD = "Base64Bytes"
PYDANTIC = frozenset({"StrictBool", "StrictInt", "StrictStr"})
RUNTIME = frozenset({name for name, _ in SCALARS.values()} | {BYTES_FIELD}) - PYDANTIC


def annotation(field: Field) -> str:
    """The annotation of `field`: `Optional[List[StrictStr]]`."""
    text = BYTES_FIELD if field.type is Scalar.BYTES else _annotation(field.type)
    return text if field.required else f"Optional[{text}]"


def openapi_type(kind: TypeRef) -> str:
    """The type string of `kind` as ApiClient reads it: `List[str]`."""
    match kind:
        case ListOf(item):
            return f"List[{openapi_type(item)}]"
        case MapOf(value):
            return f"Dict[str, {openapi_type(value)}]"
        case ModelRef(class_name):
            return class_name
        case Scalar():
            return SCALARS[kind][1]


def levels(kind: TypeRef) -> Iterator[TypeRef]:
    """`kind`, and what it is of below lists and maps, the innermost last."""
    yield kind
    while isinstance(kind, ListOf | MapOf):
        kind = kind.item if isinstance(kind, ListOf) else kind.value
        yield kind


def leaves(model: Model) -> Iterator[ModelRef | str]:
    """What the annotations of `model` mention: models, and names of scalar types."""
    for field in model.fields:
        if field.type is Scalar.BYTES:
            yield BYTES_FIELD
        else:
            yield from map(_mentioned, levels(field.type))


def _mentioned(kind: TypeRef) -> ModelRef | str:
    """What the outermost part of `kind` is in an annotation."""
    match kind:
        case ListOf():
            return "List"
        case MapOf():
            return "Dict"
        case ModelRef():
            return kind
        case Scalar():
            return SCALARS[kind][0]


def _annotation(kind: TypeRef) -> str:
    match kind:
        case ListOf(item):
            return f"List[{_annotation(item)}]"
        case MapOf(value):
            return f"Dict[str, {_annotation(value)}]"
        case ModelRef(class_name):
            return class_name
        case Scalar():
            return SCALARS[kind][0]
