"""Generated from com.example.v1.Strict. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictInt, StrictStr

from ._runtime import Model


class V1Strict(Model):
    "Strict says more than the models check."

    mode: Optional[StrictStr] = None
    count: Optional[StrictInt] = None
    set: Optional[List[StrictStr]] = None

    openapi_types = {
        "mode": "str",
        "count": "int",
        "set": "List[str]",
    }

    attribute_map = {
        "mode": "mode",
        "count": "count",
        "set": "set",
    }
