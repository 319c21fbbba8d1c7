"""Generated from com.example.v1.Command. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Command(Model):
    "Command is run."

    command: Optional[List[StrictStr]] = None

    openapi_types = {
        "command": "List[str]",
    }

    attribute_map = {
        "command": "command",
    }
