"""Generated from com.example.v1.Open. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Open(Model):
    "Open has known and unknown keys."

    a: Optional[StrictStr] = None

    openapi_types = {
        "a": "str",
    }

    attribute_map = {
        "a": "a",
    }
