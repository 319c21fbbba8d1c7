"""The cyclic collector rests while one large document is decoded or made a dict.

Decoding a list of a thousand Pods makes a hundred thousand objects, all of them alive
and none in a cycle, and the collector looks at them some two hundred times. It rests
for the one call into pydantic-core only.
"""

from __future__ import annotations

import gc
import os
import sys
import threading
from contextlib import contextmanager, nullcontext
from typing import Any, ContextManager, Generator

LARGE_TEXT = 64 * 1024
LARGE_LIST = 16

# Builds without the global lock stop every thread to switch the collector.
_HAS_LOCK: bool = getattr(sys, "_is_gil_enabled", lambda: True)()


NOTHING: ContextManager[None] = nullcontext()


class _State:
    """How many decodes rest the collector now, and whether the last one wakes it."""

    allowed = os.environ.get("KUBEWRIGHT_PAUSE_GC", "1") != "0"
    depth = 0
    wake = False
    lock = threading.RLock()


def pause_gc(allowed: bool) -> None:
    """Say whether decoding a large document may pause the cyclic collector."""
    _State.allowed = allowed


def is_large(document: Any) -> bool:
    """True for a text of 64 KB or a list answer of 16 items, some thousand objects."""
    if isinstance(document, dict):
        items = document.get("items")
        return isinstance(items, list) and len(items) >= LARGE_LIST
    if isinstance(document, (str, bytes, bytearray)):
        return len(document) >= LARGE_TEXT
    return False


@contextmanager
def paused_gc() -> Generator[None, None, None]:
    """Rest the collector inside the block, unless that is not allowed.

    Decodes of several threads overlap: the first one stops the collector, the last one
    starts it again if the first found it running.
    """
    if not (_State.allowed and _HAS_LOCK):
        yield
        return
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    with _State.lock:
        if _State.depth == 0:
            _State.wake = gc.isenabled()
            gc.disable()
        _State.depth += 1


def _leave() -> None:
    with _State.lock:
        _State.depth -= 1
        if _State.depth == 0 and _State.wake:
            _age()
            gc.enable()


def _age() -> None:
    """Put the new objects among the old ones, in one step and without a look at them.

    Else the next allocation would make the collector walk all that was just decoded.
    Frozen objects stay frozen: where there are some, nothing is done.
    """
    if hasattr(gc, "freeze") and gc.get_freeze_count() == 0:
        gc.freeze()
        gc.unfreeze()


def _after_fork() -> None:
    """A child of a decoding process has one thread, and that one does not decode."""
    if _State.depth and _State.wake:
        gc.enable()
    _State.depth, _State.lock = 0, threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
