"""The report for a terminal: the verdict first, then groups and classes, worst first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from kubewright.drift import rules
from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report.wording import left_out, sentence, title, verdict
from kubewright.errors import printable

STYLES = {"breaking": "bold red", "warning": "yellow", "info": "green", "doc": "dim"}
Line = tuple[str, str]


def lines(outcome: Outcome) -> Iterator[Line]:
    """The lines of the report, each with the style that a terminal gives it."""
    yield verdict(outcome), "bold"
    yield f"{title(outcome)}, besides: {left_out(outcome)}", "dim"
    yield from ((f"note: {printable(note)}", "dim") for note in outcome.notes)
    followers = following(outcome)
    for group, findings in grouped(outcome.shown):
        yield "", ""
        yield printable(group), "bold underline"
        for finding in findings:
            yield from _finding(finding, outcome, followers, 1)
    yield from _uses(outcome)
    yield from _skipped(outcome)


def render(outcome: Outcome) -> str:
    """The report as plain text."""
    return "".join(f"{text}\n" for text, _ in lines(outcome))


def grouped(findings: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
    """The findings by group, without those that follow from another one; the worst first."""
    found: dict[str, dict[str, list[Finding]]] = defaultdict(lambda: defaultdict(list))
    every = tuple(findings)
    shown = {each.fingerprint for each in every}
    for each in (each for each in every if each.caused_by not in shown):
        place = each.change.before if each.change.before.key else each.change.after
        found[each.group][place.class_name or place.key].append(each)
    groups = []
    for group, classes in found.items():
        ordered = sorted(classes.items(), key=lambda row: (_worst(row[1]), row[0]))
        rows = [
            each for _, part in ordered for each in sorted(part, key=Finding.sort_key)
        ]
        groups.append((group, rows))
    return sorted(groups, key=lambda row: (_worst(row[1]), row[0]))


def _worst(findings: Iterable[Finding]) -> int:
    return min(rules.rank(each.severity) for each in findings)


def following(outcome: Outcome) -> dict[str, list[Finding]]:
    """The shown findings that follow from another shown one, by the fingerprint of that."""
    shown = {each.fingerprint for each in outcome.shown}
    found: dict[str, list[Finding]] = defaultdict(list)
    for each in outcome.shown:
        if each.caused_by in shown:
            found[each.caused_by].append(each)
    return found


def _finding(
    finding: Finding, outcome: Outcome, followers: dict[str, list[Finding]], depth: int
) -> Iterator[Line]:
    """A finding and, indented, what follows from it."""
    marks = marks_of(finding, outcome)
    tail = f"  [{', '.join(marks)}]" if marks else ""
    head = f"{finding.severity:<8} {finding.rule.id}"
    yield f"{'  ' * depth}{head}  {sentence(finding)}{tail}", STYLES[finding.severity]
    for each in followers.get(finding.fingerprint, ()):
        yield from _finding(each, outcome, followers, depth + 2)


def marks_of(finding: Finding, outcome: Outcome) -> list[str]:
    """What is said of a finding besides its sentence."""
    return [
        mark
        for mark, shown in (
            (finding.stability, finding.stability not in ("ga", "none")),
            (finding.policy, finding.policy),
            (f"since {finding.since}", finding.since),
            ("used", finding.fingerprint in outcome.used),
        )
        if shown
    ]


def _uses(outcome: Outcome) -> Iterator[Line]:
    if outcome.scanned is None:
        return
    yield "", ""
    yield f"uses: {len(outcome.shown_uses)} in {outcome.scanned} files", "bold"
    for use in outcome.shown_uses:
        severity = outcome.by_fingerprint[use.change].severity
        yield f"  {use_line(use, severity)}", STYLES[severity]


def use_line(use: Use, severity: str) -> str:
    """A use on one line: place, severity, id, symbol, and what to write instead."""
    rewrite = f" -> {use.rewrite}" if use.rewrite else ""
    place = f"{use.file}:{use.line}:{use.column}"
    note = f"  ({use.confidence})" if use.confidence != "high" else ""
    return printable(f"{place}: {severity} {use.id} {use.symbol}{rewrite}{note}")


def _skipped(outcome: Outcome) -> Iterator[Line]:
    if outcome.skipped:
        yield "", ""
        yield f"skipped: {len(outcome.skipped)}, not known to be clean", "bold yellow"
        for each in outcome.skipped:
            yield printable(f"  {each.file}: {each.reason}"), "yellow"
