"""Generated from com.example.v1.Wrapped. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import Field, StrictStr

from ._runtime import IntOrString, Model
from .v1_item import V1Item


class V1Wrapped(Model):
    "Wrapped comes from OpenAPI 3."

    item: Optional[V1Item] = None
    name: StrictStr
    port: Optional[IntOrString] = Field(default=None, description="A port.")

    openapi_types = {
        "item": "V1Item",
        "name": "str",
        "port": "object",
    }

    attribute_map = {
        "item": "item",
        "name": "name",
        "port": "port",
    }
