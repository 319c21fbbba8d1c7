"""Generated from com.example.v1.Config. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import Field

from ._runtime import JSON, Model, Object, RawExtension


class V1Config(Model):
    "Config is free-form."

    values: Object = Field(description="Any values.")
    raw: RawExtension = Field(description="RawExtension holds any object.")
    fields: Optional[Object] = Field(
        default=None,
        description="FieldsV1 holds a set of fields.",
    )
    anything: Optional[JSON] = Field(default=None, description="No type at all.")
    open: Optional[Object] = None
    list: Optional[List[Object]] = None

    openapi_types = {
        "values": "object",
        "raw": "object",
        "fields": "object",
        "anything": "object",
        "open": "object",
        "list": "List[object]",
    }

    attribute_map = {
        "values": "values",
        "raw": "raw",
        "fields": "fields",
        "anything": "anything",
        "open": "open",
        "list": "list",
    }
