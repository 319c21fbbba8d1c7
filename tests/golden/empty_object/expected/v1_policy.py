"""Generated from com.example.v1.Policy. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from pydantic import AliasChoices, Field

from ._runtime import Object, RemappedModel


class V1Policy(RemappedModel):
    "Policy chooses one."

    basic: Optional[Object] = Field(
        default=None,
        description="BasicPolicy has no settings.",
    )
    var_none: Optional[Object] = Field(
        default=None,
        alias="_none",
        validation_alias=AliasChoices("none", "_none"),
        serialization_alias="none",
        description="Its own text.",
    )

    if TYPE_CHECKING:

        @property
        def _none(self) -> Optional[Object]: ...

        @_none.setter
        def _none(self, value: Optional[Object]) -> None: ...

    openapi_types = {
        "basic": "object",
        "_none": "object",
    }

    attribute_map = {
        "basic": "basic",
        "_none": "none",
    }
