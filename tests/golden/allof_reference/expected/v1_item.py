"""Generated from com.example.v1.Item. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Item(Model):
    "Item is inside."

    value: Optional[StrictStr] = None

    openapi_types = {
        "value": "str",
    }

    attribute_map = {
        "value": "value",
    }
