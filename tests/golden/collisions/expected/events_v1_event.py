"""Generated from io.k8s.api.events.v1.Event. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class EventsV1Event(Model):
    "Event of the events group."

    note: Optional[StrictStr] = None

    openapi_types = {
        "note": "str",
    }

    attribute_map = {
        "note": "note",
    }
