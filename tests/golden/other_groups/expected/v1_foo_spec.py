"""Generated from com.example.v1.FooSpec. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictInt

from ._runtime import Model


class V1FooSpec(Model):
    "FooSpec says how many."

    replicas: Optional[StrictInt] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "replicas": "int",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "replicas": "replicas",
    }
