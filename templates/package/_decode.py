"""From wire data to models: one core call, and what surrounds it."""

from __future__ import annotations

import json
from typing import Any, List, Optional, Tuple, Union

from pydantic_core import ValidationError

from ._cores import Cores
from ._pause import is_large, paused_gc
from ._unknown import Unknown, extra_for, settle

Text = Union[str, bytes, bytearray]


def decode(cores: Cores, document: Any, unknown: Optional[Unknown]) -> Any:
    """An instance for a mapping, the same object for an instance, None for None."""
    extra = extra_for(unknown)
    if is_large(document):
        with paused_gc():
            model = cores.decoder.validate_python(document, extra=extra)
    else:
        model = cores.decoder.validate_python(document, extra=extra)
    if extra == "allow":
        settle(model)
    return model


def decode_json(cores: Cores, text: Text, unknown: Optional[Unknown]) -> Any:
    """An instance for a JSON object, None for JSON null; both read by pydantic-core."""
    extra = extra_for(unknown)
    if is_large(text):
        with paused_gc():
            model = cores.decoder.validate_json(text, extra=extra)
    else:
        model = cores.decoder.validate_json(text, extra=extra)
    _refuse_constants(cores, text)
    if extra == "allow":
        settle(model)
    return model


def _refuse_constants(cores: Cores, text: Text) -> None:
    """NaN and Infinity, which pydantic-core reads as numbers, are no JSON."""
    if isinstance(text, str):
        suspect = "NaN" in text or "Infinity" in text
    else:
        suspect = b"NaN" in text or b"Infinity" in text
    if suspect:
        path = _path_of_constant(json.loads(text, parse_constant=_Constant))
        if path is not None:
            raise _not_json(cores, *path)


class _Constant(str):
    """A constant that only JavaScript has, where a value should be."""


def _path_of_constant(
    document: Any,
) -> Optional[Tuple[_Constant, Tuple[Union[int, str], ...]]]:
    todo: List[Tuple[Any, Tuple[Union[int, str], ...]]] = [(document, ())]
    while todo:
        item, path = todo.pop()
        if isinstance(item, _Constant):
            return item, path
        if isinstance(item, dict):
            todo.extend((part, (*path, key)) for key, part in item.items())
        elif isinstance(item, list):
            todo.extend((part, (*path, at)) for at, part in enumerate(item))
    return None


def _not_json(
    cores: Cores, constant: _Constant, path: Tuple[Union[int, str], ...]
) -> ValidationError:
    return ValidationError.from_exception_data(
        cores.cls.__name__,
        [
            {
                "type": "json_invalid",
                "loc": path,
                "input": str(constant),
                "ctx": {"error": f"{constant} is not a JSON value"},
            }
        ],
        input_type="json",
    )
