"""Generated from com.example.v1.Outer. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import Field

from ._runtime import Model, Object


class V1Outer(Model):
    "Outer holds objects without a definition of their own."

    inner: Object = Field(description="An object written in place.")
    many: Optional[List[Object]] = None

    openapi_types = {
        "inner": "object",
        "many": "List[object]",
    }

    attribute_map = {
        "inner": "inner",
        "many": "many",
    }
