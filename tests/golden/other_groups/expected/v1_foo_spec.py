"""Generated from com.example.v1.FooSpec. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictInt

from ._runtime import Model


class V1FooSpec(Model):
    "FooSpec says how many."

    replicas: Optional[StrictInt] = None

    openapi_types = {
        "replicas": "int",
    }

    attribute_map = {
        "replicas": "replicas",
    }
