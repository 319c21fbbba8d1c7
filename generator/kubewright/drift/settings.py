"""The project's own wishes: severities and ignores in `[tool.kubewright.drift]`."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome
from kubewright.drift.rules import RULES, SEVERITIES
from kubewright.errors import KubewrightError, Problem, reading, refuse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = "pyproject.toml"
TABLE = "tool.kubewright.drift"
WORDS = (*SEVERITIES, "none")


@dataclass(frozen=True, slots=True)
class Ignore:
    """A row of ignores: findings of `id` whose class or `Class.field` fits the glob `match`."""

    id: str
    match: str
    reason: str
    expires: datetime.date | None = None

    def fits(self, finding: Finding) -> bool:
        """Whether this row is about `finding`."""
        return fnmatchcase(finding.rule.id, self.id) and any(
            fnmatchcase(name, self.match) for name in _names(finding)
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """Severities by id, ignores, and where they stand."""

    severities: Mapping[str, str] = field(default_factory=dict)
    ignores: tuple[Ignore, ...] = ()
    origin: str = FILE


def find(start: Path) -> Path | None:
    """The nearest project file at or above `start`."""
    folders = (start, *start.parents)
    return next((path / FILE for path in folders if (path / FILE).is_file()), None)


def load(path: Path | None) -> Settings:
    """The settings in the project file `path`; raises `KubewrightError` for wrong ones."""
    if path is None:
        return Settings()
    with reading(str(path), "a readable project file"):
        data = path.read_bytes()
    try:
        table: Any = tomllib.loads(data.decode("utf-8"))
    except ValueError as error:
        raise KubewrightError(
            Problem(str(path), f"no TOML ({error})", "a TOML file")
        ) from error
    for name in TABLE.split("."):
        table = table.get(name, {}) if isinstance(table, dict) else {}
    return (
        parse(table, str(path))
        if isinstance(table, dict)
        else Settings(origin=str(path))
    )


def parse(table: Mapping[str, Any], origin: str) -> Settings:
    """The settings in the table of that name; raises `KubewrightError` with all faults."""
    refuse(_problems(table, f"{origin}: {TABLE}"))
    rows = (
        Ignore(row["id"], row.get("match", "*"), row["reason"], row.get("expires"))
        for row in table.get("ignore", ())
    )
    return Settings(dict(table.get("severity", {})), tuple(rows), origin)


def _problems(table: Mapping[str, Any], where: str) -> Iterator[Problem]:
    for name in table.keys() - {"severity", "ignore"}:
        yield Problem(where, f"the key {name!r}", "`severity` or `ignore`")
    severities, ignores = table.get("severity", {}), table.get("ignore", [])
    if not isinstance(severities, dict) or not isinstance(ignores, list):
        yield Problem(
            where, "other forms", "a table `severity` and an array of tables `ignore`"
        )
        return
    for name, word in severities.items():
        yield from _severity_problems(f"{where}.severity", name, word)
    for index, row in enumerate(ignores):
        yield from _ignore_problems(f"{where}.ignore[{index}]", row)


def _severity_problems(where: str, name: str, word: object) -> Iterator[Problem]:
    if name not in RULES:
        yield Problem(
            where, f"the id {name!r}", "an id of `kubewright drift --list-checks`"
        )
    if word not in WORDS:
        yield Problem(where, f"the severity {word!r}", f"one of {', '.join(WORDS)}")


def _ignore_problems(where: str, row: object) -> Iterator[Problem]:
    if not isinstance(row, dict):
        yield Problem(
            where, f"{row!r:.40}", "a table with id, match, reason and expires"
        )
        return
    if not any(fnmatchcase(name, str(row.get("id", ""))) for name in RULES):
        yield Problem(where, f"the id {row.get('id')!r}", "an id, or a glob of ids")
    if not isinstance(row.get("match", "*"), str):
        yield Problem(
            where, f"match {row['match']!r:.40}", "a glob of classes or Class.field"
        )
    if not (isinstance(row.get("reason"), str) and row["reason"].strip()):
        yield Problem(where, "no reason", "a text that says why this may be ignored")
    expires = row.get("expires")
    if expires is not None and type(expires) is not datetime.date:
        yield Problem(where, f"expires {expires!r:.40}", "a date such as 2027-01-31")


def apply(outcome: Outcome, settings: Settings, today: datetime.date) -> Outcome:
    """`outcome` without what is ignored; notes name ignores that expired or fit nothing."""
    live = [
        row for row in settings.ignores if row.expires is None or row.expires >= today
    ]
    kept = tuple(
        each for each in outcome.findings if not any(row.fits(each) for row in live)
    )
    names = {each.fingerprint for each in kept}
    return replace(
        outcome,
        findings=kept,
        uses=tuple(use for use in outcome.uses if use.change in names),
        notes=(*outcome.notes, *_notes(outcome.findings, settings, live)),
    )


def _notes(
    findings: Iterable[Finding], settings: Settings, live: Iterable[Ignore]
) -> Iterator[str]:
    for row in settings.ignores:
        title = f"{settings.origin}: the ignore of {row.id} for {row.match}"
        if row not in live:
            yield f"{title} expired on {row.expires}"
        elif not any(row.fits(each) for each in findings):
            yield f"{title} fits nothing: remove it"


def _names(finding: Finding) -> Iterator[str]:
    for place in (finding.change.before, finding.change.after):
        if place.key:
            owner = place.class_name or place.key
            yield f"{owner}.{place.field}" if place.field else owner
            yield owner
            if place.field:
                yield f"{owner}.{place.attribute}"
