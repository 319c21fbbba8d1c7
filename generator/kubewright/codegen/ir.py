"""The intermediate representation: what a release's models are, with names final.

Frozen values without behaviour; templates and docs read them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto


class Scalar(Enum):
    """A type without parts."""

    STRING = auto()
    INTEGER = auto()
    NUMBER = auto()
    BOOLEAN = auto()
    TIME = auto()
    MICRO_TIME = auto()
    BYTES = auto()
    QUANTITY = auto()
    INT_OR_STRING = auto()
    OBJECT = auto()
    RAW_EXTENSION = auto()
    JSON = auto()
    JSON_SCHEMA_OR_BOOL = auto()
    JSON_SCHEMA_OR_ARRAY = auto()
    JSON_SCHEMA_OR_STRING_ARRAY = auto()


@dataclass(frozen=True, slots=True)
class ModelRef:
    """A reference to the model of that class and module."""

    class_name: str
    module: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of `item`."""

    item: TypeRef


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from text to `value`."""

    value: TypeRef


TypeRef = Scalar | ModelRef | ListOf | MapOf


@dataclass(frozen=True, slots=True)
class Field:
    """A property: `wire` in JSON, `public` for users, `storage` as pydantic's field.

    `description` is None where the property has none and where it refers to a model.
    """

    wire: str
    public: str
    storage: str
    type: TypeRef
    required: bool
    description: str | None


@dataclass(frozen=True, slots=True)
class Model:
    """A definition with properties: one class in one module."""

    key: str
    class_name: str
    module: str
    description: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Package:
    """The models of a release by class name, and the keys of the definitions without one.

    `aliases` maps a class name of an earlier release to the class of the same definition.
    """

    models: tuple[Model, ...]
    inlined: tuple[str, ...]
    aliases: Mapping[str, str]
