"""Value types of the generated fields, chosen by the name a property refers to.

A type checker sees the plain type of each alias; the rules ride along as metadata.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Dict, List, Union

from pydantic import (
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
)

Time = Annotated[datetime, Field()]
MicroTime = Annotated[datetime, Field()]
IntOrString = Union[StrictInt, StrictStr]
Number = Union[StrictFloat, StrictInt]
Quantity = StrictStr
Object = Dict[str, Any]
RawExtension = Dict[str, Any]
JSON = Any
JSONSchemaPropsOrBool = Union[Dict[str, Any], StrictBool]
JSONSchemaPropsOrArray = Union[Dict[str, Any], List[Dict[str, Any]]]
JSONSchemaPropsOrStringArray = Union[Dict[str, Any], List[str]]
Bytes = Union[Annotated[bytes, Field(strict=True)], Annotated[str, Field(strict=True)]]
Base64Bytes = Bytes
