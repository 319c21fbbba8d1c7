"""Generated from com.example.v1.Text. Do not edit."""

from __future__ import annotations

from typing import Dict, Optional

from pydantic import StrictInt, StrictStr

from ._runtime import Model


class V1Text(Model):
    "Text has a field called str."

    str: Optional[StrictStr] = None
    labels: Optional[Dict[str, StrictStr]] = None
    int: Optional[StrictInt] = None

    openapi_types = {
        "str": "str",
        "labels": "Dict[str, str]",
        "int": "int",
    }

    attribute_map = {
        "str": "str",
        "labels": "labels",
        "int": "int",
    }
