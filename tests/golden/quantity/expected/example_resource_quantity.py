"""Generated from com.example.resource.Quantity. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class ExampleResourceQuantity(Model):
    "A model that only has the name."

    amount: Optional[StrictStr] = None

    openapi_types = {
        "amount": "str",
    }

    attribute_map = {
        "amount": "amount",
    }
