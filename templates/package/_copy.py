"""Deep copies of generated objects, without a call for each value that cannot change."""

from __future__ import annotations

from copy import deepcopy
from datetime import datetime
from typing import Any, Dict, TypeVar

from pydantic import BaseModel

AnyModel = TypeVar("AnyModel", bound=BaseModel)

_FIXED = frozenset({bool, bytes, datetime, float, int, str, type(None)})
_set = object.__setattr__


def copied(model: AnyModel, memo: Dict[int, Any]) -> AnyModel:
    """A twin that shares no list, dict or model with `model`; kept unknown keys too."""
    twin = type(model).__new__(type(model))
    memo[id(model)] = twin  # first, for what refers back to it
    values = {
        name: value if type(value) in _FIXED else deepcopy(value, memo)
        for name, value in model.__dict__.items()
    }
    _set(twin, "__dict__", values)
    _set(twin, "__pydantic_fields_set__", set(model.__pydantic_fields_set__))
    _set(twin, "__pydantic_extra__", deepcopy(model.__pydantic_extra__, memo))
    _set(twin, "__pydantic_private__", None)
    return twin
