"""Generated from com.example.v1.Sensor. Do not edit."""

from __future__ import annotations

from typing import Optional

from pydantic import StrictBool, StrictInt, StrictStr

from ._runtime import Model, Number, Time


class V1Sensor(Model):
    "Sensor measures one thing."

    name: StrictStr
    count: StrictInt
    small: Optional[StrictInt] = None
    plain: Optional[StrictInt] = None
    ratio: Number
    active: StrictBool
    since: Time
    address: Optional[StrictStr] = None
    id: Optional[StrictStr] = None

    openapi_types = {
        "name": "str",
        "count": "int",
        "small": "int",
        "plain": "int",
        "ratio": "float",
        "active": "bool",
        "since": "datetime",
        "address": "str",
        "id": "str",
    }

    attribute_map = {
        "name": "name",
        "count": "count",
        "small": "small",
        "plain": "plain",
        "ratio": "ratio",
        "active": "active",
        "since": "since",
        "address": "address",
        "id": "id",
    }
