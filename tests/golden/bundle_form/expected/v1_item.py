"""Generated from com.example.v1.Item. Do not edit."""

from __future__ import annotations

from pydantic import StrictStr

from ._runtime import Model


class V1Item(Model):
    "Item is inside."

    api_version: StrictStr

    openapi_types = {
        "api_version": "str",
    }

    attribute_map = {
        "api_version": "apiVersion",
    }
