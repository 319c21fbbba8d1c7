"""Generated from com.example.v1.Item. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Item(Model):
    "Item is one thing."

    name: Optional[StrictStr] = None

    openapi_types = {
        "name": "str",
    }

    attribute_map = {
        "name": "name",
    }
