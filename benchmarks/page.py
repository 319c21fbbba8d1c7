"""Markdown of the measurements: tables, and the facts of the machine that made them."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path

LIBRARIES = ("datamodel-code-generator", "black", "jinja2", "pydantic", "libcst")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; columns but the first are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def machine() -> str:
    """A table of what the figures depend on."""
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    rows = [
        ("day", date.today().isoformat()),
        ("processor", f"{processor()}, {os.cpu_count()} cores"),
        ("system", f"{platform.system()} {platform.release()}"),
        ("Python", platform.python_version()),
        *((name, version(name)) for name in LIBRARIES),
        ("load before the first measurement", load),
        ("yardstick: five million additions in a loop", f"{yardstick():.2f} s"),
    ]
    return table(("fact", ""), rows)


def processor() -> str:
    """The processor's name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def yardstick() -> float:
    """Processor seconds of plain Python, to compare one machine with another."""
    return min(_loop() for _ in range(3))


def _loop() -> float:
    start, total = time.process_time(), 0
    for number in range(5_000_000):
        total += number
    return time.process_time() - start
