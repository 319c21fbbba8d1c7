"""From wire data to models: one core call, and what surrounds it."""

from __future__ import annotations

from typing import Any, Optional

from ._constants import Text, check_read
from ._cores import Cores
from ._pause import NOTHING, is_large, paused_gc
from ._unknown import Unknown, extra_for, settle


def decode(cores: Cores, document: Any, unknown: Optional[Unknown]) -> Any:
    """An instance for a mapping, the same object for an instance, None for None."""
    extra = extra_for(unknown)
    with paused_gc() if is_large(document) else NOTHING:
        model = cores.decoder.validate_python(document, extra=extra)
    if extra == "allow":
        settle(model)
    return model


def decode_json(cores: Cores, text: Text, unknown: Optional[Unknown]) -> Any:
    """An instance for a JSON object, None for JSON null; both read by pydantic-core."""
    extra = extra_for(unknown)
    with paused_gc() if is_large(text) else NOTHING:
        model = cores.decoder.validate_json(text, extra=extra)
    check_read(cores.cls.__name__, text)
    if extra == "allow":
        settle(model)
    return model
