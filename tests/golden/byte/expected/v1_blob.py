"""Generated from com.example.v1.Blob. Do not edit."""

from __future__ import annotations

from typing import Dict, List, Optional

from pydantic import Field

from ._runtime import Base64Bytes, Bytes, Model


class V1Blob(Model):
    "Blob holds bytes."

    ca_bundle: Optional[Base64Bytes] = Field(default=None, description="A bundle.")
    data: Optional[Dict[str, Bytes]] = None
    parts: Optional[List[Bytes]] = None
    key: Base64Bytes

    openapi_types = {
        "ca_bundle": "bytes",
        "data": "Dict[str, bytes]",
        "parts": "List[bytes]",
        "key": "bytes",
    }

    attribute_map = {
        "ca_bundle": "caBundle",
        "data": "data",
        "parts": "parts",
        "key": "key",
    }
