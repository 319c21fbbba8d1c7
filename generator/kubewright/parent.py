"""Processes that end with the one that started them, even where that is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable


def attend() -> None:
    """Let this worker of a pool end with its parent, and leave Ctrl-C to that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _follow(_parent_ends)


def attend_stdin() -> None:
    """Let this process, and all of its group, end when nobody holds its stdin any more."""
    _follow(_stdin_ends)


def _follow(waiting: Callable[[], None]) -> None:
    threading.Thread(target=waiting, daemon=True).start()


def _parent_ends() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _stdin_ends() -> None:
    # Not through sys.stdin: a forked child would find its lock taken.
    while os.read(0, 1):
        pass
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)
