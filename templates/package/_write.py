"""From models to dicts and text: one core call, and what surrounds it."""

from __future__ import annotations

from typing import Any, Dict, Optional

from pydantic import BaseModel
from pydantic_core import PydanticSerializationError, SchemaSerializer

from ._constants import check_written
from ._cores import Cores
from ._pause import NOTHING, is_large, paused_gc
from ._rules import Form


def write_dict(cores: Cores, obj: BaseModel, serialize: bool) -> Dict[str, Any]:
    """Declared fields as Python values, under wire names or public ones."""
    writer, form = cores.public, Form.PUBLIC
    if serialize:
        writer, form = cores.named, Form.NAMED
    # Without `by_alias` each class of the schema has its say: the remapped ones give
    # their public names as aliases.
    return _python(obj, writer, form, by_alias=serialize or None)


def write_request(cores: Cores, obj: BaseModel) -> Dict[str, Any]:
    """A request body: wire names, None left out, times as objects.

    Raises ValueError where `write_json` does.
    """
    try:
        return _python(obj, cores.request, Form.REQUEST, by_alias=True)
    except ValueError:
        write_json(cores, obj)  # names the place, if it finds the same fault
        raise


def _python(
    obj: BaseModel, writer: SchemaSerializer, form: Form, by_alias: Optional[bool]
) -> Dict[str, Any]:
    try:
        with paused_gc() if is_large(obj.__dict__) else NOTHING:
            written: Dict[str, Any] = writer.to_python(
                obj,
                by_alias=by_alias,
                exclude_none=form is Form.REQUEST,
                exclude_computed_fields=form is not Form.REQUEST,
                warnings=False,
                polymorphic_serialization=True,
                context=form,
            )
    except PydanticSerializationError as error:
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
