"""Further Python processes: none of them imports from the folder that a user works in.

Python gives `-c` and `-m` the working folder as the first place to import from, and
multiprocessing starts its children with `-c`: a file `json.py` in a folder of someone else
would run.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from kubewright.errors import KubewrightError, Problem

HINT = "is there memory enough? --jobs 1 does with one process"
# Python 3.10 has no such switch.
SWITCH = "PYTHONSAFEPATH"
FORK = "fork"
# Runs a module as `-m` does, without the working folder in its path.
RUN = """\
import sys
sys.path[:] = filter(None, sys.path)
import runpy
runpy.run_module({!r}, run_name="__main__", alter_sys=True)
"""


@contextmanager
def workers(
    count: int, method: str | None = None, **options: Any
) -> Iterator[Executor | None]:
    """A pool of `count` processes started by `method`; None where there are to be none.

    Raises `KubewrightError` when one of them dies. They are not waited for at the end, which
    takes a quarter of a second.
    """
    context = multiprocessing.get_context(method)
    if count == 0 or not _is_safe(context.get_start_method()):
        yield None
        return
    pool = ProcessPoolExecutor(count, mp_context=context, **options)
    try:
        with _switched():
            yield pool
    except BrokenProcessPool as error:
        found = "one that ended without a result"
        raise KubewrightError(
            Problem("worker processes", found, "all of them at work", HINT)
        ) from error
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def module(name: str, *arguments: str) -> list[str]:
    """The command that runs the module `name` of this Python."""
    return [sys.executable, "-c", RUN.format(name), *arguments]


def _is_safe(method: str) -> bool:
    return method == FORK or sys.version_info >= (3, 11)


@contextmanager
def _switched() -> Iterator[None]:
    """The switch in the environment, which children inherit."""
    before = os.environ.get(SWITCH)
    os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = before
