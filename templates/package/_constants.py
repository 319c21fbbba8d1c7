"""NaN and the infinities: numbers to Python and pydantic-core, and nothing in JSON."""

from __future__ import annotations

import json
import math
import re
from typing import Any, List, Optional, Tuple, Union

from pydantic_core import PydanticSerializationError, ValidationError, to_json

Text = Union[str, bytes, bytearray]
Path = Tuple[Union[int, str], ...]

# In a long text a pattern looks for its first letter, three times as fast as `in`.
_LONG = 4096
_IN_BYTES = re.compile(rb"NaN").search, re.compile(rb"Infinity").search
_IN_STR = re.compile(r"NaN").search, re.compile(r"Infinity").search


def finite(value: Any) -> Any:
    """The value; ValueError for a float that is none of JSON's numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(f"{value} is not JSON")
    return value


def finite_data(value: Any) -> Any:
    """Free-form data as it is; ValueError for NaN or an infinity at any depth."""
    try:
        text = to_json(value)
    except PydanticSerializationError:
        # Objects pydantic does not know are ApiClient's affair; the rest is checked.
        text = to_json(value, fallback=str)
    if b"NaN" in text or b"Infinity" in text:
        check_written(text)
    return value


def check_written(text: bytes) -> None:
    """ValueError for a constant outside the strings of a text that was written."""
    found = _constant_in(text)
    if found:
        raise ValueError(f"{found[0]} is not JSON: {'.'.join(map(str, found[1]))}")


def check_read(title: str, text: Text) -> None:
    """ValidationError for a constant in a text that pydantic-core has read."""
    found = _constant_in(text)
    if found:
        raise _invalid(title, *found)


class _Constant(str):
    """A constant of JavaScript's where a JSON value should be."""


def _constant_in(text: Text) -> Optional[Tuple[str, Path]]:
    """The first constant and where it stands. Nesting is limited: the core was here."""
    if not _is_suspect(text):
        return None
    return _find(json.loads(text, parse_constant=_Constant))


def _is_suspect(text: Text) -> bool:
    if isinstance(text, str):
        if len(text) < _LONG:
            return "NaN" in text or "Infinity" in text
        return bool(_IN_STR[0](text) or _IN_STR[1](text))
    if len(text) < _LONG:
        return b"NaN" in text or b"Infinity" in text
    return bool(_IN_BYTES[0](text) or _IN_BYTES[1](text))


def _find(document: Any) -> Optional[Tuple[str, Path]]:
    todo: List[Tuple[Any, Path]] = [(document, ())]
    while todo:
        item, path = todo.pop()
        if isinstance(item, _Constant):
            return str(item), path
        if isinstance(item, dict):
            todo.extend((part, (*path, key)) for key, part in item.items())
        elif isinstance(item, list):
            todo.extend((part, (*path, at)) for at, part in enumerate(item))
    return None


def _invalid(title: str, constant: str, path: Path) -> ValidationError:
    error = f"{constant} is not a JSON value"
    return ValidationError.from_exception_data(
        title,
        [
            {
                "type": "json_invalid",
                "loc": path,
                "input": constant,
                "ctx": {"error": error},
            }
        ],
        input_type="json",
    )
