"""Generated from com.example.v1.Schlssel. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import Field, StrictStr

from ._runtime import Model


class V1Schlssel(Model):
    "Café ☕ with \u200bzero width and a very long line that goes on and on, with ümläuts, until it is longer than any line of code should be."

    text: Optional[StrictStr] = Field(
        default=None,
        description="Ärger – 日本語, 😀, \u202eRTL\u202c, nul\x00, tab and  line, bell\x07, nbsp\xa0",
    )

    openapi_types = {
        "text": "str",
    }

    attribute_map = {
        "text": "text",
    }
