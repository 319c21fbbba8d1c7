"""Generated from com.example.v1.Branch. Do not edit."""

from __future__ import annotations

from typing import Optional

from ._runtime import Model
from .v1_leaf import V1Leaf


class V1Branch(Model):
    "Branch belongs to a tree."

    tree: V1Tree
    leaf: Optional[V1Leaf] = None

    openapi_types = {
        "tree": "V1Tree",
        "leaf": "V1Leaf",
    }

    attribute_map = {
        "tree": "tree",
        "leaf": "leaf",
    }


from .v1_tree import V1Tree
