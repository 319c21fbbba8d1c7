"""Generated from Single. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class Single(Model):
    "A key of one part."

    one: Optional[StrictStr] = None

    openapi_types = {
        "one": "str",
    }

    attribute_map = {
        "one": "one",
    }
