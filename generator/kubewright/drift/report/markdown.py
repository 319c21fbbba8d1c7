"""Markdown for a pull request: a table of counts, then the findings of each group."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import replace

from kubewright import plain
from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome
from kubewright.drift.report.templates import template
from kubewright.drift.report.text import following, grouped, marks_of
from kubewright.drift.report.views import Row, Section, Summary, summary
from kubewright.drift.report.wording import sentence
from kubewright.errors import printable

# A comment on GitHub holds 65,536 characters.
SIZE_LIMIT = 60_000


def render(outcome: Outcome) -> str:
    """The report, cut to a size with a count of what is left out."""
    head = summary(outcome)
    notes = tuple(map(escaped, head.notes))
    head = replace(head, title=escaped(head.title), notes=notes)
    sections = list(_sections(outcome))
    total = sum(len(section.rows) for section in sections)
    text = _text(head, sections, 0)
    while len(text) > SIZE_LIMIT and sections:
        sections = _shorter(sections)
        text = _text(head, sections, total - sum(len(each.rows) for each in sections))
    return text


def _text(head: Summary, sections: list[Section], left_out: int) -> str:
    form = template("report.md.jinja")
    return form.render(summary=head, sections=sections, left_out=left_out)


def _shorter(sections: list[Section]) -> list[Section]:
    """The sections without the last tenth of their rows; the worst come first and stay."""
    *kept, last = sections
    keep = len(last.rows) * 9 // 10
    return [*kept, Section(last.title, last.rows[:keep])] if keep else kept


def _sections(outcome: Outcome) -> Iterator[Section]:
    if outcome.shown_uses:
        yield Section("Your code", tuple(_uses(outcome)))
    followers = following(outcome)
    for group, findings in grouped(outcome.shown):
        rows = [row for each in findings for row in _rows(each, outcome, followers, 0)]
        yield Section(html.escape(printable(group)), tuple(rows))
    if outcome.skipped:
        rows = [
            Row("", f"{code(each.file)}: {escaped(each.reason)}", 0)
            for each in outcome.skipped
        ]
        yield Section("Skipped, not known to be clean", tuple(rows))


def _uses(outcome: Outcome) -> Iterator[Row]:
    for use in outcome.shown_uses:
        severity = outcome.by_fingerprint[use.change].severity
        rewrite = f", write {code(use.rewrite)}" if use.rewrite else ""
        place = code(f"{use.file}:{use.line}")
        yield Row(severity, f"{place} {code(use.symbol)} {use.id}{rewrite}", 0)


def _rows(
    finding: Finding, outcome: Outcome, followers: dict[str, list[Finding]], depth: int
) -> Iterator[Row]:
    marks = marks_of(finding, outcome)
    tail = f" _({escaped(', '.join(marks))})_" if marks else ""
    yield Row(
        finding.severity, f"{finding.rule.id} {escaped(sentence(finding))}{tail}", depth
    )
    for each in followers.get(finding.fingerprint, ()):
        yield from _rows(each, outcome, followers, depth + 1)


def escaped(text: str) -> str:
    """`text` as Markdown shows it and nothing else."""
    return plain.markdown(printable(text))


def code(text: str) -> str:
    """`text` as code; a backtick in it would end that."""
    return f"`{printable(text).replace('`', chr(39))}`"
