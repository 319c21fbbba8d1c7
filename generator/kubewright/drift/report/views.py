"""What templates get: values with all text finished."""

from __future__ import annotations

from dataclasses import dataclass

from kubewright.drift.outcome import Outcome
from kubewright.drift.report.wording import left_out, title, verdict
from kubewright.drift.rules import SEVERITIES
from kubewright.errors import printable


@dataclass(frozen=True, slots=True)
class Count:
    """A line of the table of counts."""

    severity: str
    total: int
    used: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The head of a report."""

    title: str
    verdict: str
    left_out: str
    counts: tuple[Count, ...]
    scanned: int | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a list, indented by `depth`."""

    severity: str
    text: str
    depth: int


@dataclass(frozen=True, slots=True)
class Section:
    """A titled list."""

    title: str
    rows: tuple[Row, ...]


def summary(outcome: Outcome) -> Summary:
    """The head of the report of `outcome`."""
    totals, used = outcome.counts(), outcome.used_counts()
    return Summary(
        title=title(outcome),
        verdict=verdict(outcome),
        left_out=left_out(outcome),
        counts=tuple(Count(name, totals[name], used[name]) for name in SEVERITIES),
        scanned=outcome.scanned,
        notes=tuple(map(printable, outcome.notes)),
    )
