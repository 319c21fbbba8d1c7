"""Generated from com.example.v1.Formats. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictBool, StrictInt

from ._runtime import Model, Number


class V1Formats(Model):
    "Formats mean nothing on other types."

    moment: StrictInt
    flag: Optional[StrictBool] = None
    many: Optional[List[Number]] = None

    openapi_types = {
        "moment": "int",
        "flag": "bool",
        "many": "List[float]",
    }

    attribute_map = {
        "moment": "moment",
        "flag": "flag",
        "many": "many",
    }
