"""What a whole `kubewright` command costs: wall and processor seconds, memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds on the clock and of all processors, and the most bytes one process held."""

    wall: float
    processor: float
    peak: int


def cost(arguments: Sequence[str], **environment: str) -> Cost:
    """The cost of one command with all its processes; it must succeed or find something."""
    before = os.times()
    start = time.perf_counter()
    line = [sys.executable, "-m", "kubewright", *arguments]
    done = subprocess.run(
        line, stdout=subprocess.DEVNULL, env={**os.environ, **environment}, check=False
    )
    wall = time.perf_counter() - start
    if done.returncode not in (0, 1):
        raise SystemExit(f"{arguments} ended with {done.returncode}")
    after = os.times()
    spent = after.children_user + after.children_system
    spent -= before.children_user + before.children_system
    # The peak is that of the largest child so far: measure the largest command last.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return Cost(wall, spent, peak)


def least(costs: Sequence[Cost]) -> Cost:
    """The least of each figure over several runs."""
    return Cost(
        min(each.wall for each in costs),
        min(each.processor for each in costs),
        min(each.peak for each in costs),
    )
