"""Generated from com.example.resource.Quantity. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictStr

from ._runtime import Model


class ExampleResourceQuantity(Model):
    "A model that only has the name."

    amount: Optional[StrictStr] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "amount": "str",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "amount": "amount",
    }
