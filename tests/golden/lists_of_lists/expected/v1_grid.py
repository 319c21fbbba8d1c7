"""Generated from com.example.v1.Grid. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Optional

from pydantic import StrictInt, StrictStr

from ._runtime import Model
from .v1_cell import V1Cell


class V1Grid(Model):
    "Grid is a table."

    rows: List[List[StrictInt]]
    cells: Optional[List[List[V1Cell]]] = None
    paths: Optional[Dict[str, List[StrictStr]]] = None

    openapi_types = {
        "rows": "List[List[int]]",
        "cells": "List[List[V1Cell]]",
        "paths": "Dict[str, List[str]]",
    }

    attribute_map = {
        "rows": "rows",
        "cells": "cells",
        "paths": "paths",
    }
