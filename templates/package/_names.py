"""Public, wire and hidden names of a generated class."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Dict, TypeVar

from pydantic import (
    BaseModel,
    ModelWrapValidatorHandler,
    SerializationInfo,
    SerializerFunctionWrapHandler,
)

from ._rules import Form

if TYPE_CHECKING:
    from ._runtime import Model, RemappedModel

    AnyModel = TypeVar("AnyModel", bound=Model)


def camel(name: str) -> str:
    """Wire name of a regular public name: `hostNetwork` of `host_network`."""
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)


def read_names(
    cls: type[AnyModel], value: Any, handler: ModelWrapValidatorHandler[AnyModel]
) -> AnyModel:
    """Validate a dict under its wire names, so that errors speak of those only."""
    return handler(_wire_keys(cls, value) if isinstance(value, dict) else value)


def _wire_keys(cls: type[Model], value: Dict[str, Any]) -> Dict[str, Any]:
    """The dict under wire names; of two spellings the public one stays and is extra."""
    wire = cls._origin.attribute_map
    return {
        key if (name := wire.get(key, key)) in value else name: part
        for key, part in value.items()
    }


def write_names(
    self: RemappedModel, handler: SerializerFunctionWrapHandler, info: SerializationInfo
) -> Dict[str, Any]:
    """Public names instead of hidden ones in to_dict(); else what pydantic writes."""
    written: Dict[str, Any] = handler(self)
    if info.context is not Form.PUBLIC:
        return written
    return {self._hidden.get(key, key): part for key, part in written.items()}


# The annotation is for type checkers: pydantic would describe the class by it.
write_names.__annotations__.pop("return")


def forward(name: str) -> property:
    """A property that stands for the attribute of a hidden name."""
    return property(
        lambda self: getattr(self, name),
        lambda self, value: setattr(self, name, value),
    )


class PublicSignature:
    """Signature of a class in public names, made when somebody asks for it."""

    def __get__(self, obj: object, cls: type[Model]) -> inspect.Signature:
        if cls.__init__ is not BaseModel.__init__:
            return _without_self(inspect.signature(cls.__init__))
        return inspect.Signature(
            [_parameter(cls, name) for name in cls.__pydantic_fields__],
            return_annotation=None,
        )


def _without_self(signature: inspect.Signature) -> inspect.Signature:
    return signature.replace(parameters=list(signature.parameters.values())[1:])


def _parameter(cls: type[Model], name: str) -> inspect.Parameter:
    field = cls.__pydantic_fields__[name]
    return inspect.Parameter(
        cls._hidden.get(name, name),
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if field.is_required() else field.get_default(),
        annotation=field.rebuild_annotation(),
    )
