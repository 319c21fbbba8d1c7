"""Generated from com.example.v1.Quiet. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model
from .v1_other import V1Other


class V1Quiet(Model):
    "V1Quiet"

    name: StrictStr
    other: Optional[V1Other] = None

    openapi_types = {
        "name": "str",
        "other": "V1Other",
    }

    attribute_map = {
        "name": "name",
        "other": "other",
    }
