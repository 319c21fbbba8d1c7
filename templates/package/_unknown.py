"""What happens to keys a class does not know, and the context that says it."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Dict, Generator, Iterator, List, Literal, Optional, Set

from pydantic import BaseModel

Unknown = Literal["drop", "keep", "error"]
Extra = Literal["ignore", "allow", "forbid"]

_EXTRA: Dict[str, Extra] = {"drop": "ignore", "keep": "allow", "error": "forbid"}
_mode: ContextVar[Unknown] = ContextVar("unknown_keys", default="drop")


@contextmanager
def unknown_keys(mode: Unknown) -> Generator[None, None, None]:
    """Set what from_dict and from_json do with unknown keys inside the block.

    `drop` forgets them, `keep` carries them through to_json and request bodies,
    `error` refuses the document. Reads through an ApiClient follow it too.
    """
    extra_for(mode)
    token = _mode.set(mode)
    try:
        yield
    finally:
        _mode.reset(token)


def extra_for(mode: Optional[Unknown]) -> Extra:
    """pydantic's word for a mode; for None, of the mode that `unknown_keys` set."""
    try:
        return _EXTRA[_mode.get() if mode is None else mode]
    except (KeyError, TypeError):
        raise ValueError(
            f"unknown keys: 'drop', 'keep' or 'error', not {mode!r}"
        ) from None


def settle(root: Any) -> None:
    """Leave kept keys only where there are some, and none that is a second spelling."""
    seen: Set[int] = set()
    todo: List[Any] = [root]
    while todo:
        item = todo.pop()
        if isinstance(item, list):
            todo.extend(item)
        elif isinstance(item, dict):
            todo.extend(item.values())
        elif hasattr(item, "attribute_map") and id(item) not in seen:
            seen.add(id(item))
            _settle_one(item)
            todo.extend(_children(item))


def _children(model: Any) -> Iterator[Any]:
    """What can hold models of ours; free-form data may be deep, and holds none."""
    for name in model._cores.model_fields:
        yield model.__dict__.get(name)


def _settle_one(model: BaseModel) -> None:
    kept = model.__pydantic_extra__
    if kept is None or model.model_config.get("extra") == "allow":
        return
    model.__pydantic_fields_set__.difference_update(kept)
    known = getattr(model, "attribute_map", {})
    left = {key: value for key, value in kept.items() if key not in known}
    object.__setattr__(model, "__pydantic_extra__", left or None)
