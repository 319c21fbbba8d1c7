"""What the change of one field's type is: wider, narrower, another container or model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kubewright.drift.reader import type_text
from kubewright.drift.shapes import Shapes
from kubewright.drift.values import Json, Type

# What a wider type accepts besides itself, as words of the schema.
WIDER: Mapping[str, frozenset[str]] = {
    "integer": frozenset({"number", "int-or-string", "any", "json", "raw-extension"}),
    "string": frozenset({"int-or-string", "any", "json", "raw-extension"}),
    "number": frozenset({"any", "json", "raw-extension"}),
    "boolean": frozenset({"any", "json", "raw-extension"}),
    "object": frozenset({"any", "json", "raw-extension"}),
    "quantity": frozenset({"string", "any", "json"}),
    "int-or-string": frozenset({"any", "json", "raw-extension"}),
}


@dataclass(frozen=True, slots=True)
class TypeChange:
    """The id of a type's change, its values before and after, and further words."""

    id: str
    old: Json
    new: Json
    details: Mapping[str, Json] = field(default_factory=dict)


def type_change(before: Type, after: Type, shapes: Shapes) -> TypeChange | None:
    """The change from one type to the other, or None; a reference may follow a rename."""
    old, new = type_text(before, shapes.old), type_text(after, shapes.new)
    if before.containers != after.containers:
        return TypeChange("field-container-changed", old, new)
    if before.is_model and after.is_model:
        return _reference(before, after, shapes, old, new)
    if before.is_model or after.is_model:
        return TypeChange("field-type-changed", old, new)
    if before.leaf == after.leaf:
        return _format(before, after, old, new)
    return _scalar(before, after, old, new)


def _reference(
    before: Type, after: Type, shapes: Shapes, old: str, new: str
) -> TypeChange | None:
    if before.key == after.key or shapes.pairs.get(before.key) == after.key:
        return TypeChange("field-ref-renamed", old, new) if old != new else None
    shape = shapes.compare(before.key, after.key)
    keys = {"target_old": before.key, "target_new": after.key}
    return TypeChange("field-ref-retargeted", old, new, {"shape": shape, **keys})


def _format(before: Type, after: Type, old: str, new: str) -> TypeChange | None:
    """A change of format; it is one of types as well where Python has another type."""
    if before.format == after.format:
        return None
    changed = old != new
    details = {
        "python_type_changed": changed,
        "format_old": before.format,
        "format_new": after.format,
    }
    if not changed:
        old, new = before.format or before.leaf, after.format or after.leaf
    return TypeChange("field-format-changed", old, new, details)


def _scalar(before: Type, after: Type, old: str, new: str) -> TypeChange:
    # The words of the schema: `openapi_types` calls int-or-string and others `object`.
    words = {"type_old": old, "type_new": new}
    if after.leaf in WIDER.get(before.leaf, ()):
        return TypeChange("field-type-widened", _word(before), _word(after), words)
    if before.leaf in WIDER.get(after.leaf, ()):
        return TypeChange("field-type-narrowed", _word(before), _word(after), words)
    return TypeChange("field-type-changed", old, new)


def _word(kind: Type) -> str:
    text = kind.leaf
    for step in range(len(kind.containers), 0, -2):
        is_list = kind.containers[step - 2 : step] == "[]"
        text = f"List[{text}]" if is_list else f"Dict[str, {text}]"
    return text
