"""Generated from com.example.v1.half-open. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1HalfOpen(Model):
    "A key with a hyphen at its end."

    a: Optional[StrictStr] = None

    openapi_types = {
        "a": "str",
    }

    attribute_map = {
        "a": "a",
    }
