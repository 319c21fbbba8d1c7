"""Generated from io.k8s.kube-aggregator.pkg.apis.core.v1.Event. Do not edit."""

from __future__ import annotations

from typing import ClassVar, Dict, Optional

from pydantic import StrictStr

from ._runtime import Model


class ApisCoreV1Event(Model):
    "Event with one part more."

    other: Optional[StrictStr] = None

    openapi_types: ClassVar[Dict[str, str]] = {
        "other": "str",
    }

    attribute_map: ClassVar[Dict[str, str]] = {
        "other": "other",
    }
