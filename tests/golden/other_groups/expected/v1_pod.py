"""Generated from io.k8s.api.core.v1.Pod. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class V1Pod(Model):
    "Pod stands in for the real one."

    name: Optional[StrictStr] = None

    openapi_types = {
        "name": "str",
    }

    attribute_map = {
        "name": "name",
    }
