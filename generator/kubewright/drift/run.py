"""The one call of the room: two places in, an outcome out."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kubewright.drift import generators, history, kinds, settings, sides, trees
from kubewright.drift.compare import compare
from kubewright.drift.judge import Finding, judge
from kubewright.drift.outcome import Choice, Outcome, chosen, with_uses
from kubewright.drift.scan import wanted
from kubewright.drift.settings import Settings
from kubewright.drift.trees import Tree
from kubewright.drift.values import Snapshot
from kubewright.errors import KubewrightError, Problem
from kubewright.spec import releases

UNKNOWN = "the definitions of these packages are not known: names, types and bases are compared"
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Request:
    """What to compare and search; `today` decides which ignores have expired."""

    old: str
    new: str
    today: datetime.date
    settings: Settings = field(default_factory=Settings)
    choice: Choice = field(default_factory=Choice)
    scan: wanted.Request | None = None


def drift(request: Request, report: Report = lambda *_: None) -> Outcome:
    """What changed between the two sides of `request`, and where the user's files use it.

    Raises `KubewrightError` when a side or a path cannot be read.
    """
    if trees.is_tree(request.old) or trees.is_tree(request.new):
        old, found = _trees(request)
    else:
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


def _trees(request: Request) -> tuple[Snapshot, Outcome]:
    """Two generated packages: drift of their definitions, and drift of the generator."""
    old, new = (_tree(place) for place in (request.old, request.new))
    wishes, digests = request.settings, (old.spec, new.spec)
    specs = _specs(old, new)
    base = compared(*specs, wishes) if specs else Outcome("", "", digests, ())
    changes = tuple(generators.changes(old, new, specs))
    if not changes and old.spec == new.spec:
        changes = tuple(generators.untold(old, new))
    found = sorted(
        (*base.findings, *judge(changes, wishes.severities)), key=Finding.sort_key
    )
    notes = base.notes if specs or old.spec == new.spec != "" else (UNKNOWN,)
    return trees.snapshot(old), Outcome(
        old.name, new.name, digests, tuple(found), notes=notes
    )


def _tree(place: str) -> Tree:
    if not trees.is_tree(place):
        raise KubewrightError(
            Problem(
                place, "no folder", "two folders of generated packages, or two specs"
            )
        )
    return trees.read(Path(place))


def _specs(old: Tree, new: Tree) -> tuple[Snapshot, Snapshot] | None:
    """The definitions of two packages where both are of pinned releases and not the same."""
    pins = releases.with_digest(old.spec), releases.with_digest(new.spec)
    if old.spec == new.spec or pins[0] is None or pins[1] is None:
        return None
    return sides.release(pins[0]), sides.release(pins[1])


def _notes(old: Snapshot, new: Snapshot) -> tuple[str, ...]:
    if not sides.newer(old, new):
        return ()
    return (
        f"{old.name} is newer than {new.name}: what came since then is told as removed",
    )


def _searched(
    found: Outcome, old: Snapshot, request: wanted.Request, report: Report
) -> Outcome:
    # A comparison without a search does not pay for it.
    from kubewright.drift.scan import index, run

    hits = run.search(request, index.build(found.findings, old), report)
    return with_uses(found, hits.uses, skipped=hits.skipped, scanned=hits.scanned)
