"""Generated from com.example.v1.Cell. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Cell(Model):
    "Cell is one field of a grid."

    value: Optional[StrictStr] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "value": "str",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "value": "value",
    }
