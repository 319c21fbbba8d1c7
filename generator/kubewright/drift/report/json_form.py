"""The JSON form `drift/v1`: sorted, byte-stable, described by a schema that is shipped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kubewright import __version__
from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report.wording import sentence
from kubewright.drift.values import Place
from kubewright.plain import json_text

NAME = "drift/v1"
SCHEMA = Path(__file__).with_name("drift-v1.schema.json")


def schema() -> str:
    """The JSON Schema of the form, as text."""
    return SCHEMA.read_text("utf-8")


def render(outcome: Outcome) -> str:
    """The report as JSON text."""
    return json_text(table(outcome), indent=1, sort_keys=True) + "\n"


def table(outcome: Outcome) -> dict[str, Any]:
    """The report as a table of plain values."""
    return {
        "schema": NAME,
        "tool": {"name": "kubewright", "version": __version__},
        "from": outcome.old,
        "to": outcome.new,
        "digests": {"from": outcome.digests[0], "to": outcome.digests[1]},
        "summary": _summary(outcome),
        "changes": [_change(each, outcome) for each in outcome.shown],
        "uses": [_use(use) for use in outcome.shown_uses],
        "skipped": [
            {"file": each.file, "reason": each.reason} for each in outcome.skipped
        ],
        "notes": list(outcome.notes),
    }


def _summary(outcome: Outcome) -> dict[str, Any]:
    return {
        "by_severity": outcome.counts(),
        "by_id": outcome.by_id(),
        "folded": outcome.folded(),
        "used": sum(outcome.used_counts().values()),
        "used_by_severity": outcome.used_counts(),
        "scanned_files": outcome.scanned,
    }


def _change(finding: Finding, outcome: Outcome) -> dict[str, Any]:
    change = finding.change
    return {
        **change.details,
        "id": change.id,
        "severity": finding.severity,
        "base_severity": finding.base_severity,
        "stability": finding.stability,
        "policy": finding.policy or None,
        **_place(change.before, "old"),
        **_place(change.after, "new"),
        "old": change.old,
        "new": change.new,
        "breaks": dict(finding.breaks.strict),
        "breaks_lenient": dict(finding.breaks.lenient),
        "confidence": change.confidence,
        "evidence": list(change.evidence),
        "fix": change.fix,
        "fingerprint": finding.fingerprint,
        "since": finding.since or None,
        "caused_by": finding.caused_by or None,
        "used": finding.fingerprint in outcome.used,
        "text": sentence(finding),
    }


def _place(place: Place, side: str) -> dict[str, str | None]:
    return {
        f"key_{side}": place.key or None,
        f"class_{side}": place.class_name or None,
        f"module_{side}": place.module or None,
        f"field_{side}": place.field or None,
        f"attribute_{side}": place.attribute or None,
    }


def _use(use: Use) -> dict[str, Any]:
    return {
        "file": use.file,
        "line": use.line,
        "column": use.column,
        "end_column": use.end_column,
        "symbol": use.symbol,
        "id": use.id,
        "how": use.how,
        "confidence": use.confidence,
        "change": use.change,
        "rewrite": use.rewrite or None,
    }
