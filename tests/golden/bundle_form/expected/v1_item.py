"""Generated from com.example.v1.Item. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict

from pydantic import StrictStr

from ._runtime import Model


class V1Item(Model):
    "Item is inside."

    api_version: StrictStr

    openapi_types: ClassVar[Dict[str, str]] = {
        "api_version": "str",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "api_version": "apiVersion",
    }
