"""Generated from io.k8s.kube-aggregator.pkg.apis.core.v1.Event. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictStr

from ._runtime import Model


class ApisCoreV1Event(Model):
    "Event with one part more."

    other: Optional[StrictStr] = None

    openapi_types = {
        "other": "str",
    }

    attribute_map = {
        "other": "other",
    }
