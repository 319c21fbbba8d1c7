"""Generated from io.k8s.api.core.v1.Event. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class ApiCoreV1Event(Model):
    "Event of the core group."

    reason: Optional[StrictStr] = None

    openapi_types = {
        "reason": "str",
    }

    attribute_map = {
        "reason": "reason",
    }
