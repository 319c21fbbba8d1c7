"""Generated from com.example.v1.Port. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import Field

from ._runtime import IntOrString, Model


class V1Port(Model):
    "Port has a number or a name."

    port: IntOrString
    ports: Optional[List[IntOrString]] = None
    target: Optional[IntOrString] = Field(default=None, description="Number or name.")

    openapi_types = {
        "port": "object",
        "ports": "List[object]",
        "target": "object",
    }

    attribute_map = {
        "port": "port",
        "ports": "ports",
        "target": "target",
    }
