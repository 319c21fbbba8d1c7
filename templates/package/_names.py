"""Public, wire and hidden names of a generated class."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Dict, TypeVar

from pydantic import (
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    SerializationInfo,
    SerializerFunctionWrapHandler,
)
from pydantic_core import CoreSchema, core_schema

from ._rules import Form, is_linked

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
    if Form.of(info) is not Form.PUBLIC:
        return written
    return {self._hidden.get(key, key): part for key, part in written.items()}


# The annotation is for type checkers: pydantic would describe the class by it.
write_names.__annotations__.pop("return")


def write_subclass(
    self: Model, handler: SerializerFunctionWrapHandler, info: SerializationInfo
) -> Any:
    """What a class of the user's own is in a tree: its `to_dict()`, or its fields.

    Fields that the class adds are in no `to_dict()` but in all JSON. One that has a
    `to_dict` of its own is written by that, as it is when handed to ApiClient itself.
    """
    form = Form.of(info)
    if form is None or (form.on_wire and is_linked(type(self))):
        return handler(self)
    return self.to_dict(True) if form is Form.NAMED else self.to_dict()


def mark_subclass(
    cls: type[Model], source: Any, handler: GetCoreSchemaHandler
) -> CoreSchema:
    """The schema of a user's class, written by `write_subclass` unless it says how."""
    schema = handler(source)
    node: Any = handler.resolve_ref_schema(schema)
    while node["type"] != "model" and "schema" in node:
        node = node["schema"]
    if node.get("serialization", {}).get("function") in (None, write_names):
        node["serialization"] = core_schema.wrap_serializer_function_ser_schema(
            write_subclass, info_arg=True
        )
    return schema


def forward(name: str) -> property:
    """A property that stands for the attribute of a hidden name."""
    return property(
        lambda self: getattr(self, name),
        lambda self, value: setattr(self, name, value),
    )


class PublicSignature:
    """Signature of a class in public names, made when somebody asks for it."""

    def __get__(self, obj: object, cls: type[Model]) -> inspect.Signature:
        if cls.__pydantic_custom_init__:
            return _without_self(inspect.signature(cls.__init__))
        return inspect.Signature(
            [_parameter(cls, name) for name in cls.__pydantic_fields__],
            return_annotation=None,
        )


def _without_self(signature: inspect.Signature) -> inspect.Signature:
    parameters = list(signature.parameters.values())[1:]
    return signature.replace(parameters=parameters, return_annotation=None)


def _parameter(cls: type[Model], name: str) -> inspect.Parameter:
    field = cls.__pydantic_fields__[name]
    return inspect.Parameter(
        cls._hidden.get(name, name),
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if field.is_required() else field.get_default(),
        annotation=field.rebuild_annotation(),
    )
