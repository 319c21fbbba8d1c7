"""Annotations of generated classes, read once for all classes that share them.

The modules hold them as text, and pydantic would compile and evaluate each of the ten
thousand by itself, two thirds of the time that importing all models takes. They are
few forms over few names, and mostly the same ones.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Dict, List, Optional

_READ: Dict[str, Any] = {"str": str}


def read_hints(cls: type) -> None:
    """Put types where a class of this package has text; other forms are left alone."""
    if cls.__module__.rpartition(".")[0] != __package__:
        return  # names of a module of the user's mean what they mean there
    hints = cls.__annotations__
    names = {**vars(sys.modules[cls.__module__]), cls.__name__: cls}
    hints.update({name: _read_or_leave(text, names) for name, text in hints.items()})


def _read_or_leave(text: Any, names: Dict[str, Any]) -> Any:
    try:
        return _read(text, names)
    except (AttributeError, KeyError, TypeError):
        return text


def _read(text: str, names: Dict[str, Any]) -> Any:
    if text not in _READ:
        head, bracket, rest = text.partition("[")
        _READ[text] = _read_form(head, rest, names) if bracket else names[text]
    return _READ[text]


def _read_form(head: str, rest: str, names: Dict[str, Any]) -> Any:
    inner = rest.removesuffix("]")
    if head == "Dict":
        key, _, value = inner.partition(", ")
        return _FORMS[head][_read(key, names), _read(value, names)]
    return _FORMS[head][_read(inner, names)]


_FORMS: Dict[str, Any] = {
    "ClassVar": ClassVar,
    "Dict": Dict,
    "List": List,
    "Optional": Optional,
}
