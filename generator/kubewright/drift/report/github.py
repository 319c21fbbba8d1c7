"""GitHub's workflow commands: annotations on the user's lines, the rest as one notice."""

from __future__ import annotations

from collections.abc import Iterator

from kubewright.drift import rules
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report.wording import sentence, title, verdict
from kubewright.plain import workflow_data as data
from kubewright.plain import workflow_property as named

LEVELS = {"breaking": "error", "warning": "warning", "info": "notice", "doc": "notice"}


def render(outcome: Outcome) -> str:
    """One command a line, worst first, because the runner shows only the first few."""
    return "".join(f"{line}\n" for line in _lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    for use in ranked(outcome):
        yield _annotation(use, outcome)
    for each in outcome.skipped:
        yield f"::warning file={named(each.file)},title=skipped::{data(each.reason)}"
    heading = f"::notice title={named(f'drift {title(outcome)}')}::"
    yield heading + data(verdict(outcome))


def ranked(outcome: Outcome) -> list[Use]:
    """The uses, worst first."""
    known = outcome.by_fingerprint
    return sorted(
        outcome.shown_uses,
        key=lambda use: (rules.rank(known[use.change].severity), use),
    )


def _annotation(use: Use, outcome: Outcome) -> str:
    finding = outcome.by_fingerprint[use.change]
    place = f"file={named(use.file)},line={use.line},col={use.column}"
    place += f",endColumn={use.end_column},title={named(use.id)}"
    hint = f"; write {use.rewrite}" if use.rewrite else ""
    return f"::{LEVELS[finding.severity]} {place}::{data(sentence(finding) + hint)}"
