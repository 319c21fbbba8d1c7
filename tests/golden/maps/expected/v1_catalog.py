"""Generated from com.example.v1.Catalog. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Optional

from pydantic import Field, StrictInt, StrictStr

from ._runtime import Model
from .v1_item import V1Item


class V1Catalog(Model):
    "Catalog holds items."

    labels: Optional[Dict[str, StrictStr]] = Field(
        default=None,
        description="Labels by name.",
    )
    limits: Optional[Dict[str, StrictInt]] = None
    items: Dict[str, V1Item] = Field(description="Items by name.")
    groups: Optional[Dict[str, Dict[str, List[StrictStr]]]] = None

    openapi_types = {
        "labels": "Dict[str, str]",
        "limits": "Dict[str, int]",
        "items": "Dict[str, V1Item]",
        "groups": "Dict[str, Dict[str, List[str]]]",
    }

    attribute_map = {
        "labels": "labels",
        "limits": "limits",
        "items": "items",
        "groups": "groups",
    }
