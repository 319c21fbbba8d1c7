"""Generated from io.k8s.api.core.v1.EventSource. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model
from .api_core_v1_event import ApiCoreV1Event


class V1EventSource(Model):
    "EventSource names a reporter."

    host: Optional[StrictStr] = None
    event: Optional[ApiCoreV1Event] = None

    openapi_types = {
        "host": "str",
        "event": "ApiCoreV1Event",
    }

    attribute_map = {
        "host": "host",
        "event": "event",
    }
