"""Whether two values are the same to the API server: Go's semantic equality on wire data."""

from __future__ import annotations

import re
from typing import Any

from kubewright.quantity import Quantity, QuantityError

_STEP = re.compile(r"\.?([^.\[\]]+)|\[([^\]]*)\]")
# Below these keys every text leaf is a quantity.
_QUANTITIES = frozenset(
    {"capacity", "consumedCapacity", "counters", "nodeAllocatableResources"}
)


def same(a: Any, b: Any, quantities: bool = False) -> bool:
    """Equality where null, absent and empty are one, and quantities compare by value."""
    if _empty(a) or _empty(b):
        return _empty(a) and _empty(b)
    if isinstance(a, dict) and isinstance(b, dict):
        return all(
            same(a.get(key), b.get(key), quantities or key in _QUANTITIES)
            for key in a.keys() | b.keys()
        )
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(lambda x, y: same(x, y, quantities), a, b))
    return bool(type(a) is type(b) and a == b) or (quantities and _same_amount(a, b))


def _empty(value: Any) -> bool:
    return value is None or value == {} or value == [] or value == ""


def _same_amount(a: Any, b: Any) -> bool:
    try:
        return Quantity.from_json(a) == Quantity.from_json(b)
    except QuantityError:
        return False


def unchanged(new: Any, old: Any, path: str) -> bool:
    """Whether an update leaves the field at a path as it was, its parent being there before.

    List items correlate by index; the server takes the key of a list with map semantics.
    """
    steps = [name or index for name, index in _STEP.findall(path)]
    missing = object()
    for step in steps[:-1]:
        new, old = _step(new, step, missing), _step(old, step, missing)
        if old is missing or new is missing:
            return False
        if same(new, old):
            return True
    last = steps[-1] if steps else ""
    return isinstance(old, (dict, list)) and same(
        _step(new, last, None), _step(old, last, None)
    )


def _step(value: Any, step: str, missing: Any) -> Any:
    if isinstance(value, dict):
        return value.get(step, missing)
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)]
    return missing
