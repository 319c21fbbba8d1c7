"""Definitions as a reader of schemas understands them: fields and their types, no names."""

from __future__ import annotations

from dataclasses import dataclass


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
