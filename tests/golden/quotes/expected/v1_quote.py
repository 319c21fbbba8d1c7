"""Generated from com.example.v1.Quote. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import Field, StrictStr

from ._runtime import Model


class V1Quote(Model):
    '\x22Quoted" from the start to the "end\x22'

    both: Optional[StrictStr] = Field(
        default=None,
        description='It\'s "both" and \\ a backslash',
    )
    double: Optional[StrictStr] = Field(default=None, description='say "yes"')
    single: Optional[StrictStr] = Field(default=None, description="don't")
    triple: Optional[StrictStr] = Field(default=None, description='""" import os """')
    jinja: Optional[StrictStr] = Field(
        default=None,
        description="{{ 7 * 7 }} {% raw %} {# no #}",
    )
    choice: Optional[StrictStr] = Field(default=None, description="AliasChoices(1)")
    ends: Optional[StrictStr] = Field(
        default=None,
        description="ends with a backslash \\",
    )

    openapi_types = {
        "both": "str",
        "double": "str",
        "single": "str",
        "triple": "str",
        "jinja": "str",
        "choice": "str",
        "ends": "str",
    }

    attribute_map = {
        "both": "both",
        "double": "double",
        "single": "single",
        "triple": "triple",
        "jinja": "jinja",
        "choice": "choice",
        "ends": "ends",
    }
