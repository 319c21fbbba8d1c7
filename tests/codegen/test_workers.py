"""Work is shared among processes, and what goes wrong in one of them is told."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import time
import weakref

import pytest

from kubewright.codegen import workers as module
from kubewright.codegen.workers import collector_paused, shared, workers
from kubewright.errors import KubewrightError, Problem

PARTS = list(range(40))


def nothing() -> None:
    """What a worker begins with."""


def doubled(part: int) -> tuple[int, int]:
    """The part, and the process that had it."""
    time.sleep(0.01)
    return part * 2, os.getpid()


def refused(part: int) -> int:
    """An error for one of the parts."""
    if part == 30:
        raise KubewrightError(Problem("here", "that", "this"))
    return part


def killed(part: int) -> int:
    """The end of the process that has this work, unless it is the first one."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.05)
    return part


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_each_part_is_made_once(jobs: int) -> None:
    """All parts come back, whoever made them; with two jobs this process makes some."""
    with workers(jobs, nothing) as others:
        made = list(shared(doubled, PARTS, others))
    assert sorted(value for value, _ in made) == [part * 2 for part in PARTS]
    assert os.getpid() in {process for _, process in made}


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_a_part_is_the_error_of_the_whole(jobs: int) -> None:
    """The problems come through the process's border as they are, and nothing hangs."""
    with pytest.raises(KubewrightError) as caught, workers(jobs, nothing) as others:
        list(shared(refused, PARTS, others))
    assert caught.value.problems == (Problem("here", "that", "this"),)


def test_a_dead_worker_is_an_error() -> None:
    """A process that the system killed ends the run, with advice and without a traceback."""
    with (
        pytest.raises(KubewrightError, match="--jobs 1"),
        workers(2, nothing) as others,
    ):
        list(shared(killed, PARTS, others))


class Ring:
    """An object that only the collector takes away."""

    def __init__(self) -> None:
        self.ring = self


@pytest.mark.parametrize(("rings", "left"), [(50_000, False), (1, True)])
def test_what_pauses_leave_is_bounded(
    monkeypatch: pytest.MonkeyPatch, rings: int, left: bool
) -> None:
    """Circles of paused blocks stay until one begins after too many of them, however much lives."""
    monkeypatch.setattr(module, "OBJECTS", 20_000)
    gc.collect()
    monkeypatch.setattr(module, "_looked_at", len(gc.get_objects(module.OLD)))
    with collector_paused():
        known = [weakref.ref(Ring()) for _ in range(rings)]
        with collector_paused():
            assert all(ring() for ring in known)
    assert gc.isenabled()
    with collector_paused():
        assert any(ring() for ring in known) is left


def test_turns_of_threads_are_put_back() -> None:
    """Threads take quick turns while work is shared, and their usual ones afterwards."""
    usual = sys.getswitchinterval()
    with workers(2, nothing):
        assert sys.getswitchinterval() < usual
    assert sys.getswitchinterval() == usual
