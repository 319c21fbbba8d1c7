"""What all generated models share: names, decoding, writing, comparison.

A generated module holds only what differs from its neighbours (fields, types, wire
names); every method stands here, once for the package.
"""

from __future__ import annotations

import pprint
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Dict,
    Mapping,
    Optional,
    Union,
    cast,
    overload,
)

from pydantic import (
    AliasChoices,
    BaseModel,
    ConfigDict,
    model_serializer,
    model_validator,
)
from typing_extensions import Self

from ._constants import Text
from ._copy import copied
from ._cores import Cores
from ._decode import decode, decode_json
from ._hints import read_hints
from ._names import (
    PublicSignature,
    camel,
    forward,
    mark_subclass,
    read_names,
    write_names,
)
from ._pause import pause_gc
from ._rules import LINK
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
from ._unknown import Unknown, unknown_keys
from ._write import write_dict, write_json, write_request

__all__ = [
    "JSON",
    "Base64Bytes",
    "Bytes",
    "IntOrString",
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
    "pause_gc",
    "unknown_keys",
]

_ABOUT = """

Attributes:
  openapi_types (dict): type of each attribute, in the words of the API description.
  attribute_map (dict): name of each attribute in JSON."""


class Model(BaseModel):
    """Base of every generated class."""

    model_config = ConfigDict(
        validate_by_name=True,
        validate_by_alias=True,
        validate_assignment=True,
        extra="forbid",
        protected_namespaces=(),
        defer_build=True,
    )
    if TYPE_CHECKING:
        # pydantic would evaluate annotations of the base anew for each class.
        openapi_types: ClassVar[Dict[str, str]]
        attribute_map: ClassVar[Dict[str, str]]
        _cores: ClassVar[Cores]
        _hidden: ClassVar[Dict[str, str]]
        _origin: ClassVar[type[Model]]
    else:
        __signature__ = PublicSignature()

        def __setattr__(self, name, value):
            # pydantic-core empties the store of unknown keys on every assignment.
            try:
                kept = self.__pydantic_extra__
            except AttributeError:  # in an __init__ of the user's, before ours
                kept = None
            BaseModel.__setattr__(self, name, value)
            if kept:
                object.__setattr__(self, "__pydantic_extra__", kept)

    @overload
    @classmethod
    def from_dict(cls, obj: None, unknown: Optional[Unknown] = None) -> None: ...
    @overload
    @classmethod
    def from_dict(
        cls, obj: Union[Mapping[str, Any], Self], unknown: Optional[Unknown] = None
    ) -> Self: ...
    @classmethod
    def from_dict(
        cls,
        obj: Union[Mapping[str, Any], Self, None],
        unknown: Optional[Unknown] = None,
    ) -> Optional[Self]:
        """Read a decoded JSON object, under wire or public names; None gives None.

        A null where a list or a map is required counts as an empty one. `unknown` says
        what becomes of keys the class does not have: see `unknown_keys`.
        Raises ValidationError, with the path from the root.
        """
        model: Optional[Self] = decode(cls._cores, obj, unknown)
        return model

    @classmethod
    def from_json(
        cls, json_str: Text, unknown: Optional[Unknown] = None
    ) -> Optional[Self]:
        """Read JSON text as `from_dict` reads its content; `null` gives None.

        Raises ValidationError, also for text that is not JSON.
        """
        model: Optional[Self] = decode_json(cls._cores, json_str, unknown)
        return model

    def to_dict(self, serialize: bool = False) -> Dict[str, Any]:
        """All declared fields, None included, under public or wire names.

        Times and bytes stay objects; keys of free-form data are left alone.
        """
        written = write_dict(type(self)._cores, self, serialize)
        if len(self.__dict__) < len(self.attribute_map):
            # `model_construct` leaves out required fields that it was not given.
            names = self.attribute_map
            keys = names.values() if serialize else names
            return {key: written.get(key) for key in keys}
        return written

    def to_json(self) -> str:
        """Compact ASCII JSON under wire names, None left out.

        Raises ValueError where a value has no JSON: NaN, an infinity, a lone surrogate.
        """
        return write_json(type(self)._cores, self)

    def to_str(self) -> str:
        """`to_dict()`, pretty-printed."""
        try:
            return pprint.pformat(self.to_dict())
        except (RecursionError, ValueError):
            return f"<{type(self).__name__}, nested too deeply to print>"

    def __repr__(self) -> str:
        return self.to_str()

    def __str__(self) -> str:
        return self.to_str()

    def __deepcopy__(self, memo: Optional[Dict[int, Any]] = None) -> Self:
        """A copy that shares what cannot change."""
        if type(self) is not self._origin:
            return super().__deepcopy__(memo)
        return copied(self, {} if memo is None else memo)

    def __eq__(self, other: object) -> bool:
        """True for an object of the same generated class with equal declared fields."""
        origin = self._origin
        if not isinstance(other, origin):
            return False
        mine, theirs = self.__dict__, other.__dict__
        if len(mine) == len(theirs) == len(origin.__pydantic_fields__):
            return mine == theirs
        # Fields of a subclass and attributes like `_note` do not count.
        return all(
            mine.get(name) == theirs.get(name) for name in origin.__pydantic_fields__
        )

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if not hasattr(cls, "_origin"):
            read_hints(cls)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        cls._cores = Cores(cls)
        if hasattr(cls, "_origin"):
            cls._mark()
        elif "attribute_map" in cls.__dict__:
            cls._origin = cls
            cls._finish()

    @classmethod
    def _mark(cls) -> None:
        """Have a class of the user's written as `write_subclass` says."""
        if "__get_pydantic_core_schema__" not in cls.__dict__:
            marker = classmethod(mark_subclass)
            type.__setattr__(cls, "__get_pydantic_core_schema__", marker)

    @classmethod
    def __pydantic_on_complete__(cls) -> None:
        # pydantic has just put its own signature, which lists wire names, on the class.
        if "__signature__" in cls.__dict__:
            del cls.__signature__

    @classmethod
    def _finish(cls) -> None:
        """Give a generated class what its module does not spell out."""
        cls.__doc__ = f"{cls.__doc__ or cls.__name__}{_ABOUT}"
        setattr(cls, f"_{cls.__name__}__properties", list(cls.attribute_map.values()))
        for name, field in cls.__pydantic_fields__.items():
            if field.validation_alias is None:
                wire = camel(name)
                field.validation_alias = cls._spellings(wire, name)
                field.serialization_alias = wire

    @classmethod
    def _spellings(cls, wire: str, name: str) -> Union[str, AliasChoices]:
        return wire


Model._hidden = {}


# Generated classes assign these two without an annotation: one here would be evaluated
# anew for each of them.
Model.__class_vars__ |= {"openapi_types", "attribute_map"}


class RemappedModel(Model):
    """Base of the classes with a public name that cannot be a pydantic field.

    Such a field is stored under a hidden name (`var_exec`), which no input may use:
    hence no validation by field name, and both spellings as aliases of every field.
    """

    model_config = ConfigDict(validate_by_name=False)

    _read_names = model_validator(mode="wrap")(cast(Any, classmethod(read_names)))
    _write_names = model_serializer(mode="wrap")(write_names)

    @classmethod
    def _finish(cls) -> None:
        super()._finish()
        hidden = {}
        for name, field in cls.__pydantic_fields__.items():
            if name not in cls.attribute_map and field.alias:
                hidden[name] = field.alias
                setattr(cls, field.alias, forward(name))
        cls._hidden = hidden

    @classmethod
    def _spellings(cls, wire: str, name: str) -> Union[str, AliasChoices]:
        return AliasChoices(wire, name)


def _projection(obj: Model) -> Dict[str, Any]:
    """Body of a request: wire names, None left out, times still objects.

    Raises ValueError where `to_json` does.
    """
    return write_request(type(obj)._cores, obj)


# ApiClient takes the projection of an object only where it and the object's `to_dict`
# name each other, so a subclass with a `to_dict` of its own is written by that one.
setattr(Model.to_dict, LINK, _projection)
setattr(_projection, LINK, Model.to_dict)
