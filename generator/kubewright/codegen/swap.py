"""Folders change names in one step where the system can, else in steps that can be undone."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from pathlib import Path

# renameat2(2): paths from here, and exchange the two names.
_HERE = -100
_EXCHANGE = 2
_ASIDE = "-old"


def swap(fresh: Path, folder: Path) -> None:
    """Give `fresh` the name `folder`; what was there gets the name `fresh`.

    In one step where the system can; else in two, and undone when the second fails.
    """
    if not folder.exists():
        fresh.rename(folder)
    elif not _exchanged(fresh, folder):
        _renamed(fresh, folder)


def swap_all(pairs: list[tuple[Path, Path]]) -> None:
    """Swap each `(fresh, folder)`, one right after the other; all or none."""
    done: list[tuple[Path, Path]] = []
    try:
        for pair in pairs:
            swap(*pair)
            done.append(pair)
    except OSError:
        for fresh, folder in reversed(done):
            with suppress(OSError):
                swap(fresh, folder)
        raise


def mend(folder: Path, leases: list[Path]) -> None:
    """Give `folder` back its name, where a run was killed between two steps on it."""
    aside = [path for path in leases if path.name.endswith(_ASIDE)]
    if aside and not folder.exists():
        aside[0].rename(folder)


def _exchanged(fresh: Path, folder: Path) -> bool:
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    names = os.fsencode(fresh), os.fsencode(folder)
    return bool(rename(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)


def _renamed(fresh: Path, folder: Path) -> None:
    old = fresh.with_name(f"{fresh.name}{_ASIDE}")
    folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        with suppress(OSError):
            old.rename(folder)
        raise
    old.rename(fresh)
