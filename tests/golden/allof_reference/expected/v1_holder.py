"""Generated from com.example.v1.Holder. Do not edit."""

from __future__ import annotations

from typing import Optional

from ._runtime import Model
from .v1_item import V1Item


class V1Holder(Model):
    "Holder wraps a reference."

    item: Optional[V1Item] = None

    openapi_types = {
        "item": "V1Item",
    }

    attribute_map = {
        "item": "item",
    }
