"""Generated from io.k8s.api.core.v1.User. Do not edit."""

from __future__ import annotations

from typing import Optional

from ._runtime import Model
from .v1_pod import V1Pod


class V1User(Model):
    "User refers through a forward."

    pod: Optional[V1Pod] = None

    openapi_types = {
        "pod": "V1Pod",
    }

    attribute_map = {
        "pod": "pod",
    }
