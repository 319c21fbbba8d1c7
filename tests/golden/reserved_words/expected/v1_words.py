"""Generated from com.example.v1.Words. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

from pydantic import AliasChoices, Field, StrictBool, StrictStr

from ._runtime import RemappedModel
from .v1_command import V1Command


class V1Words(RemappedModel):
    "Words that Python or pydantic keep."

    var_continue: Optional[StrictStr] = Field(
        default=None,
        alias="_continue",
        validation_alias=AliasChoices("continue", "_continue"),
        serialization_alias="continue",
    )
    var_except: Optional[List[StrictStr]] = Field(
        default=None,
        alias="_except",
        validation_alias=AliasChoices("except", "_except"),
        serialization_alias="except",
    )
    var_exec: Optional[V1Command] = Field(
        default=None,
        alias="_exec",
        validation_alias=AliasChoices("exec", "_exec"),
        serialization_alias="exec",
    )
    var_from: StrictStr = Field(
        alias="_from",
        validation_alias=AliasChoices("from", "_from"),
        serialization_alias="from",
        description="Where it begins.",
    )
    var_not: Optional[StrictBool] = Field(
        default=None,
        alias="_not",
        validation_alias=AliasChoices("not", "_not"),
        serialization_alias="not",
    )
    var_class: Optional[StrictStr] = Field(
        default=None,
        alias="_class",
        validation_alias=AliasChoices("class", "_class"),
        serialization_alias="class",
    )
    var_field: Optional[StrictStr] = Field(default=None, alias="field")
    var_schema: StrictStr = Field(alias="schema", description="Its schema.")
    var_global: Optional[StrictStr] = Field(
        default=None,
        alias="_global",
        validation_alias=AliasChoices("global", "_global"),
        serialization_alias="global",
    )
    self: Optional[StrictStr] = None

    if TYPE_CHECKING:

        @property
        def _continue(self) -> Optional[StrictStr]: ...

        @_continue.setter
        def _continue(self, value: Optional[StrictStr]) -> None: ...

        @property
        def _except(self) -> Optional[List[StrictStr]]: ...

        @_except.setter
        def _except(self, value: Optional[List[StrictStr]]) -> None: ...

        @property
        def _exec(self) -> Optional[V1Command]: ...

        @_exec.setter
        def _exec(self, value: Optional[V1Command]) -> None: ...

        @property
        def _from(self) -> StrictStr: ...

        @_from.setter
        def _from(self, value: StrictStr) -> None: ...

        @property
        def _not(self) -> Optional[StrictBool]: ...

        @_not.setter
        def _not(self, value: Optional[StrictBool]) -> None: ...

        @property
        def _class(self) -> Optional[StrictStr]: ...

        @_class.setter
        def _class(self, value: Optional[StrictStr]) -> None: ...

        @property
        def field(self) -> Optional[StrictStr]: ...

        @field.setter
        def field(self, value: Optional[StrictStr]) -> None: ...

        @property  # type: ignore[override]
        def schema(self) -> StrictStr: ...

        @schema.setter
        def schema(self, value: StrictStr) -> None: ...

        @property
        def _global(self) -> Optional[StrictStr]: ...

        @_global.setter
        def _global(self, value: Optional[StrictStr]) -> None: ...

    openapi_types = {
        "_continue": "str",
        "_except": "List[str]",
        "_exec": "V1Command",
        "_from": "str",
        "_not": "bool",
        "_class": "str",
        "field": "str",
        "schema": "str",
        "_global": "str",
        "self": "str",
    }

    attribute_map = {
        "_continue": "continue",
        "_except": "except",
        "_exec": "exec",
        "_from": "from",
        "_not": "not",
        "_class": "class",
        "field": "field",
        "schema": "schema",
        "_global": "global",
        "self": "self",
    }
