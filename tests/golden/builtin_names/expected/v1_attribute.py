"""Generated from com.example.v1.Attribute. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictBool, StrictInt, StrictStr

from ._runtime import Base64Bytes, Model, Time


class V1Attribute(Model):
    "Attribute has fields called like built-ins."

    bool: Optional[StrictBool] = None
    int: StrictInt
    str: Optional[StrictStr] = None
    type: Optional[StrictStr] = None
    id: Optional[StrictStr] = None
    list: Optional[List[StrictStr]] = None
    format: Optional[StrictStr] = None
    object: Optional[StrictStr] = None
    bytes: Optional[Base64Bytes] = None
    datetime: Optional[Time] = None
    default: Optional[StrictStr] = None
    optional: Optional[StrictStr] = None
    annotations: Optional[StrictStr] = None

    openapi_types = {
        "bool": "bool",
        "int": "int",
        "str": "str",
        "type": "str",
        "id": "str",
        "list": "List[str]",
        "format": "str",
        "object": "str",
        "bytes": "bytes",
        "datetime": "datetime",
        "default": "str",
        "optional": "str",
        "annotations": "str",
    }

    attribute_map = {
        "bool": "bool",
        "int": "int",
        "str": "str",
        "type": "type",
        "id": "id",
        "list": "list",
        "format": "format",
        "object": "object",
        "bytes": "bytes",
        "datetime": "datetime",
        "default": "default",
        "optional": "optional",
        "annotations": "annotations",
    }
