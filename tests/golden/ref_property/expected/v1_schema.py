"""Generated from com.example.v1.Schema. Do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional

from pydantic import AliasChoices, Field, StrictStr

from ._runtime import (
    JSON,
    JSONSchemaPropsOrArray,
    JSONSchemaPropsOrBool,
    JSONSchemaPropsOrStringArray,
    RemappedModel,
)


class V1Schema(RemappedModel):
    "Schema describes values."

    ref: Optional[StrictStr] = Field(
        default=None,
        validation_alias=AliasChoices("$ref", "ref"),
        serialization_alias="$ref",
    )
    var_schema: Optional[StrictStr] = Field(
        default=None,
        alias="schema",
        validation_alias=AliasChoices("$schema", "schema"),
        serialization_alias="$schema",
        description="Its dialect.",
    )
    items: Optional[JSONSchemaPropsOrArray] = Field(
        default=None,
        description="One schema or several.",
    )
    additional_properties: Optional[JSONSchemaPropsOrBool] = Field(
        default=None,
        description="A schema or a boolean.",
    )
    dependencies: Optional[Dict[str, JSONSchemaPropsOrStringArray]] = None
    default: Optional[JSON] = Field(default=None, description="JSON is any value.")
    enum: Optional[List[JSON]] = None
    properties: Optional[Dict[str, V1Schema]] = None
    type: Optional[StrictStr] = None
    required: Optional[List[StrictStr]] = None
    description: Optional[StrictStr] = None

    if TYPE_CHECKING:

        @property  # type: ignore[override]
        def schema(self) -> Optional[StrictStr]: ...

        @schema.setter
        def schema(self, value: Optional[StrictStr]) -> None: ...

    openapi_types = {
        "ref": "str",
        "schema": "str",
        "items": "object",
        "additional_properties": "object",
        "dependencies": "Dict[str, object]",
        "default": "object",
        "enum": "List[object]",
        "properties": "Dict[str, V1Schema]",
        "type": "str",
        "required": "List[str]",
        "description": "str",
    }

    attribute_map = {
        "ref": "$ref",
        "schema": "$schema",
        "items": "items",
        "additional_properties": "additionalProperties",
        "dependencies": "dependencies",
        "default": "default",
        "enum": "enum",
        "properties": "properties",
        "type": "type",
        "required": "required",
        "description": "description",
    }
