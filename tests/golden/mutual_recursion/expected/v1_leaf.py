"""Generated from com.example.v1.Leaf. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Leaf(Model):
    "Leaf ends a branch."

    colour: Optional[StrictStr] = None

    openapi_types = {
        "colour": "str",
    }

    attribute_map = {
        "colour": "colour",
    }
