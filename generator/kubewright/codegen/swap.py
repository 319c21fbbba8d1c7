"""Two folders change names in one step, and runs take turns at it."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no locks on folders; runs do without there.
    fcntl = None  # type: ignore[assignment]

# renameat2(2): paths from here, and exchange the two names.
_HERE = -100
_EXCHANGE = 2


def swap(fresh: Path, folder: Path) -> None:
    """Give `fresh` the name `folder`; what was there gets the name `fresh`.

    In one step where the system can; else in two, and undone when the second fails.
    """
    if not folder.exists():
        fresh.rename(folder)
    elif not _exchanged(fresh, folder):
        _renamed(fresh, folder)


def _exchanged(fresh: Path, folder: Path) -> bool:
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = os.fsencode(fresh), os.fsencode(folder)
    return bool(rename(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)


def _renamed(fresh: Path, folder: Path) -> None:
    old = fresh.with_name(f"{fresh.name}-old")
    folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        with suppress(OSError):
            old.rename(folder)
        raise
    old.rename(fresh)


@contextmanager
def turn(folder: Path) -> Iterator[None]:
    """Hold `folder` alone, waiting for the run that does; the system frees a dead one's."""
    with locked(folder, wait=True):
        yield


@contextmanager
def locked(folder: Path, *, wait: bool = False) -> Iterator[bool]:
    """Whether the lock of `folder` is ours for the block; with `wait` it always is."""
    if fcntl is None:
        yield True
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        os.close(handle)
        yield False
        return
    try:
        yield True
    finally:
        os.close(handle)
