"""Generated from com.example.v1.PreferredSchedulingTermWithALongName. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictInt

from ._runtime import Model


class V1PreferredSchedulingTermWithALongName(Model):
    "Term has a weight."

    weight: Optional[StrictInt] = None

    openapi_types = {
        "weight": "int",
    }

    attribute_map = {
        "weight": "weight",
    }
