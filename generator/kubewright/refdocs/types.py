"""Types of the representation as Python readers know them, and the model in each."""

from __future__ import annotations

from collections.abc import Mapping

from kubewright.codegen.annotate import openapi_type
from kubewright.codegen.ir import ListOf, MapOf, ModelRef, Scalar, TypeRef

# Where the type string of `openapi_types` says less than the annotation does.
UNIONS: Mapping[Scalar, str] = {
    Scalar.INT_OR_STRING: "Union[int, str]",
    Scalar.JSON: "Any",
    Scalar.JSON_SCHEMA_OR_BOOL: "Union[Dict[str, Any], bool]",
    Scalar.JSON_SCHEMA_OR_ARRAY: "Union[Dict[str, Any], List[Dict[str, Any]]]",
    Scalar.JSON_SCHEMA_OR_STRING_ARRAY: "Union[Dict[str, Any], List[str]]",
}


def python_type(kind: TypeRef) -> str:
    """The type of a field as its page shows it: `List[V1Container]`."""
    match kind:
        case ListOf(item):
            return f"List[{python_type(item)}]"
        case MapOf(value):
            return f"Dict[str, {python_type(value)}]"
        case Scalar():
            return UNIONS.get(kind) or openapi_type(kind)
        case ModelRef(class_name):
            return class_name


def leaf(kind: TypeRef) -> Scalar | ModelRef:
    """What `kind` holds once lists and maps are taken off."""
    while isinstance(kind, ListOf | MapOf):
        kind = kind.item if isinstance(kind, ListOf) else kind.value
    return kind


def model_in(kind: TypeRef) -> ModelRef | None:
    """The model that `kind` is or holds, or None."""
    found = leaf(kind)
    return found if isinstance(found, ModelRef) else None
