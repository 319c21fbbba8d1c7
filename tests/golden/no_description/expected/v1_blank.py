"""Generated from com.example.v1.Blank. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Blank(Model):
    "V1Blank"

    value: Optional[StrictStr] = None

    openapi_types = {
        "value": "str",
    }

    attribute_map = {
        "value": "value",
    }
