"""Generated from com.example.v1.PreferredSchedulingTermWithALongName. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictInt

from ._runtime import Model


class V1PreferredSchedulingTermWithALongName(Model):
    "Term has a weight."

    weight: Optional[StrictInt] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "weight": "int",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "weight": "weight",
    }
