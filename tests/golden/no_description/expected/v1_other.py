"""Generated from com.example.v1.Other. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictInt

from ._runtime import Model


class V1Other(Model):
    "V1Other"

    value: Optional[StrictInt] = None

    openapi_types = {
        "value": "int",
    }

    attribute_map = {
        "value": "value",
    }
