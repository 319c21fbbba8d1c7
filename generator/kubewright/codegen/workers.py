"""Work in several processes, this one among them."""

from __future__ import annotations

import gc
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from kubewright import parent, processes

Part = TypeVar("Part")
Made = TypeVar("Made")

# What a process may leave uncollected, in objects: at most 160 MB.
OBJECTS = 1_000_000
# The generation of objects that only a full collection looks at.
OLD = 2
# How many of them there were when all were last looked at.
_looked_at = 0
# Seconds for which a thread may work while others wait.
TURN = 0.001


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes besides this one: a pool of `count`."""

    pool: Executor
    count: int


@contextmanager
def workers(jobs: int, start: Callable[[], None]) -> Iterator[Workers | None]:
    """The processes that make `jobs` together with this one; None where that is one.

    Each of them begins at once, with `start`. Raises `KubewrightError` when one of them dies.
    """
    # Spawned, not forked: the progress bar's thread may hold locks.
    with processes.workers(jobs - 1, "spawn", initializer=_attend) as pool:
        if pool is None:
            yield None
            return
        for _ in range(jobs - 1):
            pool.submit(start)
        with _quick_turns():
            yield Workers(pool, jobs - 1)


def shared(
    work: Callable[[Part], Made], parts: Iterable[Part], others: Workers | None
) -> Iterator[Made]:
    """What `work` makes of each of the `parts`, in any order.

    The others start at once; this process takes its parts from the end.
    """
    if others is None:
        return map(work, parts)
    left = deque(parts)
    given: deque[Future[Made]] = deque()
    _give(work, left, given, others)
    return _together(work, left, given, others)


def _together(
    work: Callable[[Part], Made],
    left: deque[Part],
    given: deque[Future[Made]],
    others: Workers,
) -> Iterator[Made]:
    while left:
        yield work(left.pop())
        while given and given[0].done():
            yield given.popleft().result()
        _give(work, left, given, others)
    for future in given:
        yield future.result()


def _give(
    work: Callable[[Part], Made],
    left: deque[Part],
    given: deque[Future[Made]],
    others: Workers,
) -> None:
    """Give the others a part to do and one to wait, and leave one for this process."""
    while len(left) > 1 and len(given) < 2 * others.count:
        given.append(others.pool.submit(work, left.popleft()))


@contextmanager
def collector_paused() -> Iterator[None]:
    """No garbage is collected in the block: what a run makes lives to its end.

    What is left of it counts as old afterwards: it is looked at when all is, or when another
    block begins and much has come.
    """
    enabled = gc.isenabled()
    gc.disable()
    if enabled:
        _collect_if_much_came()
    try:
        yield
    finally:
        if enabled:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


@contextmanager
def _quick_turns() -> Iterator[None]:
    """Threads take turns at once in the block.

    The pool hands work over in three threads of this process; at the usual 5 ms a turn, the
    others would wait for it half of the time.
    """
    usual = sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def _collect_if_much_came() -> None:
    global _looked_at
    if len(gc.get_objects(OLD)) > _looked_at + OBJECTS:
        gc.collect()
        _looked_at = len(gc.get_objects(OLD))


def _attend() -> None:
    """Let a worker end with its parent, leave Ctrl-C to that, and collect when asked."""
    parent.attend()
    gc.disable()
