"""Generated from com.example.v1.Limits. Do not edit."""

from __future__ import annotations

from typing import Dict, Optional

from pydantic import Field

from ._runtime import Model, Quantity
from .example_resource_quantity import ExampleResourceQuantity


class V1Limits(Model):
    "Limits are amounts."

    limits: Optional[Dict[str, Quantity]] = Field(
        default=None,
        description="Limits by resource.",
    )
    size: Quantity
    own: Optional[ExampleResourceQuantity] = None

    openapi_types = {
        "limits": "Dict[str, str]",
        "size": "str",
        "own": "ExampleResourceQuantity",
    }

    attribute_map = {
        "limits": "limits",
        "size": "size",
        "own": "own",
    }
