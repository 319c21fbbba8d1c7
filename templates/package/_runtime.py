"""What all generated models share: decoding, encoding, comparison, names."""

from __future__ import annotations

import pprint
from contextlib import contextmanager
from contextvars import ContextVar
from inspect import Parameter, Signature
from typing import Any, ClassVar, Dict, Iterator, Literal, Mapping, Optional, overload

from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict
from typing_extensions import Self

from ._types import (
    JSON,
    Base64Bytes,
    Bytes,
    IntOrString,
    JSONSchemaPropsOrArray,
    JSONSchemaPropsOrBool,
    JSONSchemaPropsOrStringArray,
    MicroTime,
    Number,
    Object,
    Quantity,
    RawExtension,
    Time,
)

__all__ = [
    "Base64Bytes",
    "Bytes",
    "IntOrString",
    "JSON",
    "JSONSchemaPropsOrArray",
    "JSONSchemaPropsOrBool",
    "JSONSchemaPropsOrStringArray",
    "MicroTime",
    "Model",
    "Number",
    "Object",
    "Quantity",
    "RawExtension",
    "RemappedModel",
    "Time",
    "unknown_keys",
]

Unknown = Literal["drop", "keep", "error"]
_unknown: ContextVar[Unknown] = ContextVar("unknown_keys", default="drop")
_EXTRA = {"drop": "ignore", "keep": "allow", "error": "forbid"}


@contextmanager
def unknown_keys(mode: Unknown) -> Iterator[None]:
    """Set what from_dict and from_json do with unknown keys inside the block."""
    token = _unknown.set(mode)
    try:
        yield
    finally:
        _unknown.reset(token)


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def _both(name: str) -> AliasChoices:
    return AliasChoices(_camel(name), name)


class Model(BaseModel):
    """Base of every generated class."""

    model_config = ConfigDict(
        validate_by_name=True,
        validate_by_alias=True,
        validate_assignment=True,
        extra="forbid",
        protected_namespaces=(),
        defer_build=True,
        alias_generator=AliasGenerator(
            validation_alias=_camel, serialization_alias=_camel
        ),
    )
    openapi_types: ClassVar[Dict[str, str]] = {}
    attribute_map: ClassVar[Dict[str, str]] = {}

    @overload
    @classmethod
    def from_dict(cls, obj: None, unknown: Optional[Unknown] = None) -> None: ...
    @overload
    @classmethod
    def from_dict(
        cls, obj: Mapping[str, Any] | Self, unknown: Optional[Unknown] = None
    ) -> Self: ...
    @classmethod
    def from_dict(
        cls, obj: Mapping[str, Any] | Self | None, unknown: Optional[Unknown] = None
    ) -> Optional[Self]:
        if obj is None:
            return None
        return cls.model_validate(obj, extra=_EXTRA[unknown or _unknown.get()])

    @classmethod
    def from_json(
        cls, json_str: str | bytes | bytearray, unknown: Optional[Unknown] = None
    ) -> Optional[Self]:
        if len(json_str) < 16 and json_str.strip() in ("null", b"null"):
            return None
        return cls.model_validate_json(
            json_str, extra=_EXTRA[unknown or _unknown.get()]
        )

    def to_dict(self, serialize: bool = False) -> Dict[str, Any]:
        return self.model_dump(by_alias=serialize, warnings=False)

    def to_json(self) -> str:
        return self.model_dump_json(
            by_alias=True, exclude_none=True, warnings=False, ensure_ascii=True
        )

    def to_str(self) -> str:
        return pprint.pformat(self.to_dict())

    def __repr__(self) -> str:
        return self.to_str()

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.__dict__ == other.__dict__

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        if "attribute_map" in cls.__dict__:
            setattr(
                cls, f"_{cls.__name__}__properties", list(cls.attribute_map.values())
            )
            cls._expose()

    @classmethod
    def _expose(cls) -> None:
        pass


class RemappedModel(Model):
    """Base of the classes with a public name that pydantic takes for no field."""

    model_config = ConfigDict(
        validate_by_name=False,
        alias_generator=AliasGenerator(
            validation_alias=_both, serialization_alias=_camel
        ),
    )

    @classmethod
    def _expose(cls) -> None:
        for name, field in cls.__pydantic_fields__.items():
            if name.startswith("var_") and field.alias:
                setattr(cls, field.alias, _forward(name))


def _forward(name: str) -> property:
    return property(
        lambda self: getattr(self, name), lambda self, value: setattr(self, name, value)
    )


def _projection(obj: Model) -> Dict[str, Any]:
    return obj.model_dump(by_alias=True, exclude_none=True, warnings=False)


Model.to_dict._openapi_generator_to_dict = _projection  # type: ignore[attr-defined]
_projection._openapi_generator_to_dict = Model.to_dict  # type: ignore[attr-defined]
