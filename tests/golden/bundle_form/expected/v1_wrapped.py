"""Generated from com.example.v1.Wrapped. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictStr

from ._runtime import Model
from .v1_item import V1Item


class V1Wrapped(Model):
    "Wrapped comes from the bundle."

    item: Optional[V1Item] = None
    names: Optional[List[StrictStr]] = None

    openapi_types = {
        "item": "V1Item",
        "names": "List[str]",
    }

    attribute_map = {
        "item": "item",
        "names": "names",
    }
