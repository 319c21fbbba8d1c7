"""The one call of the room: two places in, an outcome out."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field

from kubewright.drift import history, kinds, settings, sides
from kubewright.drift.compare import compare
from kubewright.drift.judge import judge
from kubewright.drift.outcome import Choice, Outcome, chosen, with_uses
from kubewright.drift.scan import index, run
from kubewright.drift.settings import Settings
from kubewright.drift.values import Snapshot

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare and search; `today` decides which ignores have expired."""

    old: str
    new: str
    today: datetime.date
    settings: Settings = field(default_factory=Settings)
    choice: Choice = field(default_factory=Choice)
    scan: run.Request | None = None


def drift(request: Request, report: Report = lambda *_: None) -> Outcome:
    """What changed between the two sides of `request`, and where the user's files use it.

    Raises `KubewrightError` when a side or a path cannot be read.
    """
    old, new = sides.read(request.old), sides.read(request.new)
    found = compared(old, new, request.settings)
    if request.scan is not None:
        found = _searched(found, old, request.scan, report)
    found = settings.apply(found, request.settings, request.today)
    return chosen(found, request.choice)


def compared(old: Snapshot, new: Snapshot, wishes: Settings) -> Outcome:
    """The judged changes between two releases, each with the release of its own."""
    digests = (old.digest, new.digest)
    if old.digest == new.digest:
        return Outcome(old.name, new.name, digests, ())
    changes = compare(old, new)
    names = kinds.group_names(old, new)
    findings = judge(changes, wishes.severities, names)
    dated = history.dated(findings, sides.chain(old, new))
    return Outcome(old.name, new.name, digests, dated, notes=_notes(old, new))


def _notes(old: Snapshot, new: Snapshot) -> tuple[str, ...]:
    if not sides.newer(old, new):
        return ()
    return (
        f"{old.name} is newer than {new.name}: what came since then is told as removed",
    )


def _searched(
    found: Outcome, old: Snapshot, request: run.Request, report: Report
) -> Outcome:
    hits = run.search(request, index.build(found.findings, old), report)
    return with_uses(found, hits.uses, skipped=hits.skipped, scanned=hits.scanned)
