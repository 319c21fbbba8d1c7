"""Generated from com.example.v1.Node. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Node(Model):
    "Node is a part of a tree."

    children: Optional[List[V1Node]] = None
    parent: Optional[V1Node] = None
    by_name: Optional[Dict[str, V1Node]] = None
    name: StrictStr

    openapi_types = {
        "children": "List[V1Node]",
        "parent": "V1Node",
        "by_name": "Dict[str, V1Node]",
        "name": "str",
    }

    attribute_map = {
        "children": "children",
        "parent": "parent",
        "by_name": "byName",
        "name": "name",
    }
