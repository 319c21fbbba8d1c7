"""Value types of the generated fields, chosen by the name a property refers to.

A type checker sees the plain type of each alias; the rules ride along as metadata.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Dict, List, Union

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from ._rules import (
    Base64Rule,
    ByteRule,
    JsonRule,
    MicroTimeRule,
    NumberRule,
    QuantityRule,
    TimeRule,
)

__all__ = [
    "JSON",
    "Base64Bytes",
    "Bytes",
    "IntOrString",
    "JSONSchemaPropsOrArray",
    "JSONSchemaPropsOrBool",
    "JSONSchemaPropsOrStringArray",
    "MicroTime",
    "Number",
    "Object",
    "Quantity",
    "RawExtension",
    "Time",
]

_ByteText = Union[
    Annotated[bytes, Field(strict=True)], Annotated[str, Field(strict=True)]
]

Time = Annotated[datetime, TimeRule()]
MicroTime = Annotated[datetime, MicroTimeRule()]
Quantity = Annotated[str, QuantityRule()]
IntOrString = Union[StrictInt, StrictStr]
Number = Annotated[Union[StrictFloat, StrictInt], NumberRule()]
Bytes = Annotated[_ByteText, ByteRule()]
Base64Bytes = Annotated[_ByteText, Base64Rule()]

Object = Dict[str, Any]
RawExtension = Annotated[Dict[str, Any], JsonRule()]
JSON = Annotated[Any, JsonRule()]
JSONSchemaPropsOrBool = Annotated[Union[Dict[str, Any], StrictBool], JsonRule()]
JSONSchemaPropsOrArray = Annotated[
    Union[Dict[str, Any], List[Dict[str, Any]]], JsonRule()
]
JSONSchemaPropsOrStringArray = Annotated[Union[Dict[str, Any], List[str]], JsonRule()]
