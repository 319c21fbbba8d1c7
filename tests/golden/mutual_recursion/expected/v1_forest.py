"""Generated from com.example.v1.Forest. Do not edit."""

from __future__ import annotations

from typing import Optional

from ._runtime import Model
from .v1_tree import V1Tree


class V1Forest(Model):
    "Forest holds trees."

    first: Optional[V1Tree] = None

    openapi_types = {
        "first": "V1Tree",
    }

    attribute_map = {
        "first": "first",
    }
