"""Formatting with black, in as many processes as there are jobs."""

from __future__ import annotations

import gc
import itertools
import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager

from kubewright import parent
from kubewright.codegen import remembered

# Modules a task: few enough to share work evenly, many enough to cost no time in passing.
BATCH = 25
# Batches after which a worker collects garbage: some 200 MB of it, more than a release makes.
COLLECT = 20
_batches = itertools.count(1)

Files = Mapping[str, str]
Report = Callable[[int], None]


@contextmanager
def workers(jobs: int) -> Iterator[Executor | None]:
    """Processes that start, and import black, while the caller does something else.

    None for one job: that one is this process.
    """
    if jobs == 1:
        yield None
        return
    # Spawned, not forked: the progress bar's thread may hold locks.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_attend) as pool:
        for _ in range(jobs):
            pool.submit(format_batch, {})
        yield pool


def format_files(
    files: Files, pool: Executor | None, report: Report = lambda count: None
) -> dict[str, str]:
    """`files` with the Python ones in black's form, in the same order."""
    known = remembered.read()
    names = [
        name
        for name, text in files.items()
        if name.endswith(".py") and remembered.digest(text) not in known
    ]
    batches: list[Files] = [
        {name: files[name] for name in names[start : start + BATCH]}
        for start in range(0, len(names), BATCH)
    ]
    done: dict[str, str] = {}
    for part in _formatted(batches, pool):
        done.update(part)
        report(len(done))
    remembered.add(done.values())
    return {name: done.get(name, text) for name, text in files.items()}


def format_batch(batch: Files) -> dict[str, str]:
    """One batch in black's form; runs in a process of its own."""
    from black import format_file_contents
    from black.mode import Mode, TargetVersion
    from black.report import NothingChanged

    mode = Mode(target_versions={TargetVersion.PY310})

    def formatted(text: str) -> str:
        try:
            return format_file_contents(text, fast=True, mode=mode)
        except NothingChanged:
            return text

    done = {name: formatted(text) for name, text in batch.items()}
    if next(_batches) % COLLECT == 0:
        gc.collect()
    return done


def _formatted(batches: list[Files], pool: Executor | None) -> Iterator[Files]:
    if pool is None:
        yield from map(format_batch, batches)
        return
    for future in as_completed([pool.submit(format_batch, batch) for batch in batches]):
        yield future.result()


def _attend() -> None:
    """Let a worker end with its parent, leave Ctrl-C to that, and seldom collect."""
    parent.attend()
    gc.disable()
