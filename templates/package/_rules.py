"""What a value type adds to plain pydantic: one small class a rule.

The serializers written here are those of the class's own schema, so they run where
pydantic finds a model by itself (a model inside free-form data). They act on a context
of ours only; `_cores` swaps them for faster ones where a whole tree is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum
from typing import Any, Callable, Optional, Union, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema, from_json

from ._constants import finite

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_MOST_DIGITS = 1000


class Form(str, Enum):
    """The four forms a tree is written in; the context of every dump of ours.

    Text, so that a model of the sync tree knows the context of an aio one around it.
    """

    PUBLIC = "to_dict()"
    NAMED = "to_dict(serialize=True)"
    JSON = "to_json()"
    REQUEST = "the body handed to ApiClient"

    @classmethod
    def of(cls, info: core_schema.SerializationInfo) -> Optional[Form]:
        """The form that is being written; None in a dump that is not ours."""
        context = info.context
        known = isinstance(context, str) and context in _FORMS
        return cls(context) if known else None

    @property
    def on_wire(self) -> bool:
        """True where the API server will read the result."""
        return self is Form.JSON or self is Form.REQUEST


_FORMS = frozenset(form.value for form in Form)


def as_utc(value: Any) -> Any:
    """The value; a datetime without a zone gets UTC."""
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=timezone.utc)
    return value


def micro_text(value: Any) -> Any:
    """RFC 3339 text with six digits and `Z`, the one form a MicroTime is read from."""
    if not isinstance(value, datetime):
        return value
    try:
        moment = as_utc(value).astimezone(timezone.utc)
    except OverflowError:  # year 1 or 9999, and an offset that leads out of it
        return value.isoformat(timespec="microseconds")
    return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def byte_text(value: Any) -> Any:
    """Bytes as the text they hold; anything else as it is."""
    return value.decode() if isinstance(value, bytes) else value


def own_time(
    value: Any, handler: Callable[[Any], Any], info: core_schema.SerializationInfo
) -> Any:
    """Write a Time of a model that pydantic found by itself."""
    return handler(as_utc(value) if _on_wire(info) else value)


def own_micro_time(
    value: Any, handler: Callable[[Any], Any], info: core_schema.SerializationInfo
) -> Any:
    """Write a MicroTime of such a model."""
    return micro_text(value) if _on_wire(info) else handler(value)


def own_bytes(
    value: Any, handler: Callable[[Any], Any], info: core_schema.SerializationInfo
) -> Any:
    """Write a byte value of such a model."""
    return byte_text(value) if _on_wire(info) else handler(value)


def own_number(
    value: Any, handler: Callable[[Any], Any], info: core_schema.SerializationInfo
) -> Any:
    """Write a number of such a model."""
    return handler(finite(value) if _on_wire(info) else value)


def _on_wire(info: core_schema.SerializationInfo) -> bool:
    form = Form.of(info)
    return form is not None and form.on_wire


def _written_by(schema: CoreSchema, function: Any) -> CoreSchema:
    writer = core_schema.wrap_serializer_function_ser_schema(
        function, info_arg=True, schema=cast(CoreSchema, {**schema})
    )
    return cast(CoreSchema, {**schema, "serialization": writer})


@dataclass(frozen=True)
class TimeRule:
    """A time without a zone is written as UTC; the attribute keeps it as it is."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return _written_by(handler(source), own_time)


@dataclass(frozen=True)
class MicroTimeRule:
    """Six digits and `Z` on the wire: the API server refuses fewer."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return _written_by(handler(source), own_micro_time)


@dataclass(frozen=True)
class NumberRule:
    """NaN and the infinities pass the constructor and are refused by the JSON reader."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        finite_only = core_schema.union_schema(
            [
                core_schema.float_schema(strict=True, allow_inf_nan=False),
                core_schema.int_schema(strict=True),
            ]
        )
        either = core_schema.json_or_python_schema(finite_only, handler(source))
        return _written_by(either, own_number)


@dataclass(frozen=True)
class ByteRule:
    """Text or bytes, kept as given; bytes that are no UTF-8 text are refused."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        inner = handler(source)
        # The JSON reader offers every text to the bytes branch first, so it comes
        # out as bytes there and is turned back.
        read = core_schema.no_info_after_validator_function(self.text, inner)
        given = core_schema.no_info_after_validator_function(self.check, inner)
        either = core_schema.json_or_python_schema(read, given)
        return _written_by(either, own_bytes)

    def text(self, value: Union[bytes, str]) -> str:
        """The text a byte field of a JSON document holds."""
        return str(byte_text(self.check(value)))

    def check(self, value: Union[bytes, str]) -> Union[bytes, str]:
        """The value, if it can be written as text."""
        byte_text(value)
        return value


@dataclass(frozen=True)
class Base64Rule(ByteRule):
    """As ByteRule, and the text must be base64."""

    def check(self, value: Union[bytes, str]) -> Union[bytes, str]:
        """The value, if it is base64 text."""
        if not _BASE64.fullmatch(byte_text(value)):
            raise ValueError("not base64 text")
        return value


@dataclass(frozen=True)
class QuantityRule:
    """Text as it is; a number becomes its digits, never with an exponent."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        # A union, so that text (all that servers send) costs no Python call.
        return core_schema.union_schema(
            [
                core_schema.str_schema(strict=True),
                core_schema.no_info_plain_validator_function(number_text),
            ],
            mode="left_to_right",
            custom_error_type="string_type",
            serialization=core_schema.simple_ser_schema("str"),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(core_schema.str_schema())


def number_text(value: Any) -> str:
    """Digits of an int, float or Decimal. Anything else, NaN and infinities: ValueError."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise ValueError("neither text nor a number")  # noqa: TRY004
    if isinstance(value, int):
        return int.__repr__(value)
    exact = Decimal(float.__repr__(value)) if isinstance(value, float) else value
    if not exact.is_finite() or abs(exact.adjusted()) > _MOST_DIGITS:
        raise ValueError("not a finite number")
    if exact == exact.to_integral_value():
        return str(int(exact))
    return format(exact.normalize(), "f")


@dataclass(frozen=True)
class JsonRule:
    """Free-form data; a model given here is held as the dict it has on the wire."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        inner = handler(source)
        given = core_schema.no_info_before_validator_function(wire_data, inner)
        return core_schema.json_or_python_schema(inner, given)


def wire_data(value: Any) -> Any:
    """A model as its wire dict, a list of models as a list of such; else the value."""
    if is_model(value):
        return from_json(value.to_json())
    if isinstance(value, list) and any(map(is_model, value)):
        return [wire_data(item) for item in value]
    return value


def is_model(value: Any) -> bool:
    """True for a model of any class tree that ApiClient writes by wire names."""
    return is_linked(type(value)) and hasattr(value, "to_json")


LINK = "_openapi_generator_to_dict"


def is_linked(cls: type) -> bool:
    """True where `to_dict` and the request projection of a class name each other."""
    to_dict = getattr(cls, "to_dict", None)
    projection = getattr(to_dict, LINK, None)
    return projection is not None and getattr(projection, LINK, None) is to_dict
