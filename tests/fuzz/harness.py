"""What every target shares: the laws of all input, and the form in which input is kept.

A case is the bytes of a file, so that a find is kept as a file and an engine that knows
bytes alone can drive each target.
"""

from __future__ import annotations

import gc
import hashlib
import json
import resource
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

CORPUS = Path(__file__).parent / "corpus"
PACKAGE = f"{Path('generator') / 'kubewright'}"
# What one case may cost: seconds of processor time, and address space of the process.
CPU_LIMIT = 10
MEMORY_LIMIT = 4 * 2**30
# What a process may keep of all its cases, and the seconds after which caches are filled:
# until then each of 845 classes is built when a case is the first to ask for it.
GROWTH_LIMIT = 150 * 2**20
WARM = 300


class Hang(BaseException):
    """A case took more than `CPU_LIMIT`; no handler of the code under test may catch it."""


class Law(AssertionError):
    """A law of a target does not hold."""


def law(holds: object, *facts: object) -> None:
    """Raise `Law` with `facts` unless it holds."""
    if not holds:
        raise Law("; ".join(f"{fact!r:.2000}" for fact in facts))


@dataclass(frozen=True, slots=True)
class Target:
    """A part of the program, how its cases are made, and what must hold of each."""

    name: str
    make: Callable[[Random], bytes]
    check: Callable[[bytes], None]
    # Whether the bytes are read by the program itself, so that any bytes are a case.
    raw: bool = False

    @property
    def corpus(self) -> Path:
        """Where the cases are kept that found something."""
        return CORPUS / self.name


class Watch:
    """Ends a case that takes too long; a tick a second costs the other cases nothing."""

    ticks = 0

    @classmethod
    def restart(cls) -> None:
        """Count anew, as a case begins."""
        cls.ticks = 0

    @classmethod
    def tick(cls, number: int, frame: Any) -> None:
        """A second of processor time has gone by."""
        cls.ticks += 1
        if cls.ticks > CPU_LIMIT:
            cls.ticks = 0
            raise Hang(f"more than {CPU_LIMIT} s of processor time")


@contextmanager
def limits() -> Iterator[None]:
    """Warnings are errors inside, and cases are watched."""
    previous = signal.signal(signal.SIGVTALRM, Watch.tick)
    signal.setitimer(signal.ITIMER_VIRTUAL, 1, 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous)


def limit_memory() -> None:
    """Let this process have no more than `MEMORY_LIMIT` of address space."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, hard))


def memory() -> int:
    """The bytes of memory that this process holds now, garbage apart."""
    gc.collect()
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def signature(error: BaseException) -> str:
    """One name for all finds of a fault: the error's type, and the last places of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, Law):
        places = frames[-2:-1]
    else:
        places = [it for it in frames if f"{PACKAGE}/" in it.filename][-2:] or frames[
            -2:
        ]
    named = [f"{Path(it.filename).name}:{it.lineno}" for it in places]
    return " ".join([type(error).__name__, *named])


def encode(case: Any) -> bytes:
    """A case made of JSON values as the file that holds it."""
    return json.dumps(case, indent=1).encode() + b"\n"


def decode(data: bytes) -> Any:
    """The JSON values of a case; None for bytes that are no such case."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def named(data: bytes) -> str:
    """The file name of a find that has no better one yet."""
    return hashlib.sha256(data).hexdigest()[:12]
