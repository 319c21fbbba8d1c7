"""Fuzzing for a time: cases that depend on the seed and their number alone, so a run repeats.

Cases come from the target itself, or with `--engine atheris` from a mutator of bytes that is
guided by coverage and starts from the kept cases.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from fuzz.harness import Hang, Target, Watch, decode, encode, memory, named, signature

FINDS = Path("build") / "fuzz"
# The cases that a mutator of bytes starts from, besides the kept ones.
SEEDS = 200
# How long a find is made smaller.
SHRINKING = 20


@dataclass(slots=True)
class Run:
    """One target's run: what it has done, and the finds by the name of their fault."""

    target: Target
    executions: int = 0
    finds: dict[str, bytes] = field(default_factory=dict)
    # When the first half is over, caches count as filled.
    half: float = 0.0
    warm: int = 0

    def case(self, data: bytes) -> None:
        """Check a case; of each fault the first one is kept, and told."""
        self.executions += 1
        error = broken(self.target, data)
        if error is not None and (name := signature(error)) not in self.finds:
            self.finds[name] = data
            self.keep(smaller(self.target, data, name), error)
        if not self.warm and time.monotonic() > self.half:
            self.warm = memory()

    def keep(self, data: bytes, error: BaseException) -> None:
        """Write the find into a file, and say how it is kept."""
        path = FINDS / self.target.name / named(data)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        traceback.print_exception(error)
        print(f"found by {self.target.name}: {data[:2000]!r}")
        print(
            f"to keep it: cp {path} tests/fuzz/corpus/{self.target.name}/NAME",
            flush=True,
        )

    @property
    def growth(self) -> int:
        """Bytes that this process holds more than at half-time."""
        return memory() - self.warm if self.warm else 0


def broken(target: Target, data: bytes) -> BaseException | None:
    """What came out of a check of `data` that may not."""
    Watch.restart()
    try:
        target.check(data)
    except (Exception, Hang) as error:
        return error
    return None


def smaller(target: Target, data: bytes, name: str) -> bytes:
    """A smaller case of the same fault, as far as there is time to look for one."""
    end = time.monotonic() + SHRINKING
    parts = _edits if isinstance(decode(data), dict) else _pieces
    position = 0
    while time.monotonic() < end:
        candidates = list(parts(data))
        if position >= len(candidates):
            break
        error = broken(target, candidates[position])
        if error is not None and signature(error) == name:
            data, position = candidates[position], 0
        else:
            position += 1
    return data


def _edits(data: bytes) -> Iterator[bytes]:
    """The case without one of its edits."""
    case: Any = decode(data)
    for word, edits in case.items():
        for index in range(len(edits) if isinstance(edits, list) else 0):
            yield encode({**case, word: edits[:index] + edits[index + 1 :]})


def _pieces(data: bytes) -> Iterator[bytes]:
    """The case without one of its pieces, from halves down to single bytes."""
    length = max(len(data) // 2, 1)
    while data and len(data) // length <= 512:
        yield from (
            data[:start] + data[start + length :]
            for start in range(0, len(data), length)
        )
        if length == 1:
            return
        length //= 2


def rounds(run: Run, seconds: float, seed: int, most: int) -> None:
    """Cases, at most so many, until the time is up; it begins when the first has read all."""
    run.case(run.target.make(Random(f"{seed} 0")))
    run.half = time.monotonic() + seconds / 2
    end = time.monotonic() + seconds
    number = 1
    while time.monotonic() < end and number < most:
        run.case(run.target.make(Random(f"{seed} {number}")))
        number += 1


def guided(run: Run, seconds: float, seed: int, told: Callable[[], int]) -> None:
    """Mutation of bytes guided by coverage; it calls `told` and ends the process."""
    import atheris

    run.half = time.monotonic() + seconds / 2
    end = time.monotonic() + seconds

    def case(data: bytes) -> None:
        if time.monotonic() > end:
            os._exit(told() > 0)
        run.case(data)

    seen = FINDS / "seen" / run.target.name
    seen.mkdir(parents=True, exist_ok=True)
    for number in range(SEEDS):
        data = run.target.make(Random(f"{seed} {number}"))
        (seen / named(data)).write_bytes(data)
    run.target.corpus.mkdir(parents=True, exist_ok=True)
    options = ["-verbosity=0", f"-seed={seed + 1}", "-max_len=4096", "-rss_limit_mb=0"]
    atheris.Setup([sys.argv[0], *options, str(seen), str(run.target.corpus)], case)
    atheris.Fuzz()
