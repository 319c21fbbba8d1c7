"""Generated from com.example.v1.Link. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import Field, StrictStr

from ._runtime import Model


class V1Link(Model):
    "Link is described at https://example.com/a/very/long/path/that/has/no/blank/and/so/cannot/be/wrapped/anywhere/at/all/without/breaking-it#fragment"

    url: Optional[StrictStr] = Field(
        default=None,
        description=(
            "More info: "
            "https://example.com/a/very/long/path/that/has/no/blank/and/so/cannot/be/wrapped/anywhere/at/all/without/breaking-it#fragment"
            " and then some more words that follow it, with  two blanks and a trailing "
            "one "
        ),
    )
    only: Optional[StrictStr] = Field(
        default=None,
        description="https://example.com/a/very/long/path/that/has/no/blank/and/so/cannot/be/wrapped/anywhere/at/all/without/breaking-it#fragment",
    )

    openapi_types = {
        "url": "str",
        "only": "str",
    }

    attribute_map = {
        "url": "url",
        "only": "only",
    }
