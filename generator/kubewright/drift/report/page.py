"""One HTML page, complete in itself: it filters with script and is a plain list without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report.snippets import snippet
from kubewright.drift.report.templates import asset, template
from kubewright.drift.report.text import following, grouped, use_line
from kubewright.drift.report.views import summary
from kubewright.drift.report.wording import sentence
from kubewright.drift.rules import SEVERITIES
from kubewright.errors import printable


@dataclass(frozen=True, slots=True)
class Card:
    """A finding as the page shows it; `depth` is 1 for what follows from the one above."""

    fingerprint: str
    severity: str
    id: str
    group: str
    stability: str
    used: bool
    depth: int
    text: str
    facts: tuple[tuple[str, str], ...]
    breaks: tuple[tuple[str, str, str], ...]
    before: str
    after: str
    uses: tuple[str, ...]
    help: str


@dataclass(frozen=True, slots=True)
class Group:
    """The findings of an API group."""

    name: str
    cards: tuple[Card, ...]


def render(outcome: Outcome) -> str:
    """The page as text."""
    groups = tuple(_groups(outcome))
    cards = [card for group in groups for card in group.cards]
    return template("report.html.jinja").render(
        summary=summary(outcome),
        groups=groups,
        severities=SEVERITIES,
        stabilities=sorted({card.stability for card in cards}),
        ids=sorted({card.id for card in cards}),
        uses=[_use(use, outcome) for use in outcome.shown_uses],
        skipped=[
            (printable(each.file), printable(each.reason)) for each in outcome.skipped
        ],
        style=asset("report.css"),
        script=asset("report.js"),
    )


def _use(use: Use, outcome: Outcome) -> tuple[str, str]:
    """A use as a fingerprint to link to, and its line."""
    return use.change, use_line(use, outcome.by_fingerprint[use.change].severity)


def _groups(outcome: Outcome) -> Iterator[Group]:
    followers = following(outcome)
    lines: dict[str, list[str]] = {}
    for use in outcome.shown_uses:
        severity = outcome.by_fingerprint[use.change].severity
        lines.setdefault(use.change, []).append(use_line(use, severity))
    for name, findings in grouped(outcome.shown):
        cards = (
            card for each in findings for card in _cards(each, followers, lines, 0)
        )
        yield Group(printable(name), tuple(cards))


def _cards(
    finding: Finding,
    followers: dict[str, list[Finding]],
    lines: dict[str, list[str]],
    depth: int,
) -> Iterator[Card]:
    before, after = snippet(finding)
    uses = tuple(lines.get(finding.fingerprint, ()))
    yield Card(
        fingerprint=finding.fingerprint,
        severity=finding.severity,
        id=finding.rule.id,
        group=printable(finding.group),
        stability=finding.stability,
        used=bool(uses),
        depth=min(depth, 1),
        text=sentence(finding),
        facts=tuple((name, printable(text)) for name, text in _facts(finding) if text),
        breaks=tuple(_breaks(finding)),
        before=before,
        after=after,
        uses=uses,
        help=finding.rule.help,
    )
    for each in followers.get(finding.fingerprint, ()):
        yield from _cards(each, followers, lines, depth + 1)


def _facts(finding: Finding) -> Iterator[tuple[str, str]]:
    change = finding.change
    yield "definition", change.before.key or change.after.key
    yield "stability", finding.stability
    yield "since", finding.since
    yield "policy", finding.policy
    yield "fix", change.fix if change.fix != "none" else ""
    yield "confidence", "" if change.confidence is None else f"{change.confidence:.2f}"
    yield "evidence", ", ".join(change.evidence)
    if finding.severity != finding.base_severity:
        yield "unless alpha", finding.base_severity


def _breaks(finding: Finding) -> Iterator[tuple[str, str, str]]:
    """What breaks: the use, with lenient models, with strict ones."""
    for use, strict in finding.breaks.strict.items():
        yield use, finding.breaks.lenient[use], strict
