"""Generated from com.example.v1.Tree. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Tree(Model):
    "Tree has branches."

    branches: Optional[List[V1Branch]] = None
    name: Optional[StrictStr] = None

    openapi_types = {
        "branches": "List[V1Branch]",
        "name": "str",
    }

    attribute_map = {
        "branches": "branches",
        "name": "name",
    }


from .v1_branch import V1Branch
