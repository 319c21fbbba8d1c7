"""Generated from com.example.v1.Lease. Do not edit."""

from __future__ import annotations

from typing import Dict, Optional

from pydantic import Field

from ._runtime import MicroTime, Model, Time


class V1Lease(Model):
    "Lease is held for a time."

    renew_time: Optional[MicroTime] = Field(
        default=None,
        description="MicroTime has microseconds.",
    )
    acquire_time: Optional[MicroTime] = Field(
        default=None,
        description="When it began.",
    )
    created: Time = Field(description="Time has seconds.")
    seen: Optional[Dict[str, Time]] = None

    openapi_types = {
        "renew_time": "datetime",
        "acquire_time": "datetime",
        "created": "datetime",
        "seen": "Dict[str, datetime]",
    }

    attribute_map = {
        "renew_time": "renewTime",
        "acquire_time": "acquireTime",
        "created": "created",
        "seen": "seen",
    }
