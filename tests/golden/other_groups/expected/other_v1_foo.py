"""Generated from org.other.v1.Foo. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class OtherV1Foo(Model):
    "Foo once more."

    name: Optional[StrictStr] = None

    openapi_types = {
        "name": "str",
    }

    attribute_map = {
        "name": "name",
    }
