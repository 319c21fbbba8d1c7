"""Generated from com.example.v1.Item. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Item(Model):
    "Item is one thing."

    name: Optional[StrictStr] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "name": "str",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "name": "name",
    }
