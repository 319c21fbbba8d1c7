"""From models to dicts and text: one core call, and what surrounds it."""

from __future__ import annotations

from typing import Any, Dict

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError

from ._constants import check_written
from ._cores import Cores
from ._rules import Form


def write_dict(cores: Cores, obj: BaseModel, serialize: bool) -> Dict[str, Any]:
    """Declared fields as Python values, under wire names or public ones."""
    try:
        written: Dict[str, Any] = (
            cores.named if serialize else cores.public
        ).to_python(
            obj,
            by_alias=serialize or None,  # None: as each class of the schema says
            exclude_computed_fields=True,
            warnings=False,
            polymorphic_serialization=True,
            context=Form.NAMED if serialize else Form.PUBLIC,
        )
    except PydanticSerializationError as error:
        raise ValueError(str(error)) from None
    return written


def write_request(cores: Cores, obj: BaseModel) -> Dict[str, Any]:
    """A request body: wire names, None left out, times as objects.

    Raises ValueError where `write_json` does.
    """
    try:
        written: Dict[str, Any] = cores.request.to_python(
            obj,
            by_alias=True,
            exclude_none=True,
            warnings=False,
            polymorphic_serialization=True,
            context=Form.REQUEST,
        )
    except PydanticSerializationError as error:
        write_json(cores, obj)  # names the place, if it finds the same fault
        raise ValueError(str(error)) from None
    return written


def write_json(cores: Cores, obj: BaseModel) -> str:
    """Compact ASCII text. Raises ValueError where a value has no JSON."""
    raw = _raw(cores, obj, ensure_ascii=False)
    check_written(raw)
    # Escaping costs a third more, and nearly all objects are ASCII as they are.
    return (raw if raw.isascii() else _raw(cores, obj, ensure_ascii=True)).decode()


def _raw(cores: Cores, obj: BaseModel, ensure_ascii: bool) -> bytes:
    try:
        return cores.json.to_json(
            obj,
            ensure_ascii=ensure_ascii,
            by_alias=True,
            exclude_none=True,
            warnings=False,
            polymorphic_serialization=True,
            context=Form.JSON,
        )
    except PydanticSerializationError as error:
        raise ValueError(str(error)) from None
