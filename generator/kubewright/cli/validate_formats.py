"""The forms in which `kubewright validate` prints its findings and rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kubewright import __version__
from kubewright.errors import printable
from kubewright.plain import json_text, uri
from kubewright.plain import workflow_data as said_of
from kubewright.plain import workflow_property as named
from kubewright.validation import ROWS, RULES, Rule

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


@dataclass(frozen=True, slots=True)
class Row:
    """A finding with the file, document and line where it stands."""

    file: str
    document: int
    line: int
    kind: str
    name: str
    type: str
    field: str
    value: Any
    message: str
    rule: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """An object that was not checked, and why."""

    file: str
    document: int
    kind: str
    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """All rows, how many objects were checked, and which were not."""

    rows: Sequence[Row]
    checked: int
    skipped: Sequence[Skipped]


def text(outcome: Outcome) -> str:
    """One line a finding: file:line: kind namespace/name: field: Type: message."""
    return "".join(
        printable(
            f"{row.file}:{row.line}: {row.kind} {row.name}: "
            f"{row.field or 'object'}: {row.type}: {row.message}"
        )
        + "\n"
        for row in outcome.rows
    )


def as_json(outcome: Outcome) -> str:
    """Findings, the number of objects checked, and the objects skipped."""
    return _dump(
        {
            "findings": [asdict(row) for row in outcome.rows],
            "checked": outcome.checked,
            "skipped": [asdict(item) for item in outcome.skipped],
        }
    )


def github(outcome: Outcome) -> str:
    """Workflow commands that put a finding on its line of a pull request."""
    return "".join(map(_annotation, outcome.rows))


def _annotation(row: Row) -> str:
    level = "warning" if row.type == "Warning" else "error"
    place = f"file={named(row.file)},line={row.line},title={named(row.rule)}"
    said = f"{row.kind} {row.name}: {row.field or 'object'}: {row.type}: {row.message}"
    return f"::{level} {place}::{said_of(said)}\n"


def sarif(outcome: Outcome) -> str:
    """A SARIF 2.1.0 log with one run."""
    used = sorted({row.rule for row in outcome.rows})
    driver = {
        "name": "kubewright",
        "version": __version__,
        "rules": [_sarif_rule(RULES[rule]) for rule in used],
    }
    run = {
        "tool": {"driver": driver},
        "results": list(map(_sarif_result, outcome.rows)),
    }
    return _dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _sarif_rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": f"{rule.type}: {rule.message}"},
        "fullDescription": {
            "text": f"At {rule.path}, Kubernetes {rule.releases}: {rule.source}"
        },
    }


def _sarif_result(row: Row) -> dict[str, Any]:
    place = {
        "artifactLocation": {"uri": uri(row.file)},
        "region": {"startLine": row.line},
    }
    return {
        "ruleId": row.rule,
        "level": "warning" if row.type == "Warning" else "error",
        "message": {"text": f"{row.kind} {row.name}: {row.field}: {row.message}"},
        "locations": [{"physicalLocation": place}],
    }


def _dump(value: Any) -> str:
    return json_text(value, indent=1, default=str) + "\n"


def rule_list(form: str) -> str:
    """All rules: aligned columns, or JSON rows."""
    if form == "json":
        return _dump([_rule_row(rule) for rule in ROWS])
    width = max(len(rule.id) for rule in ROWS)
    return "".join(_rule_lines(ROWS, width))


def _rule_row(rule: Rule) -> dict[str, str]:
    return {
        **{name: getattr(rule, name) for name in ("id", "type", "path", "message")},
        "releases": rule.releases,
        "source": rule.source,
    }


def _rule_lines(rules: Iterable[Rule], width: int) -> Iterable[str]:
    for rule in rules:
        yield f"{rule.id:{width}}  {rule.type:12}  {rule.releases:9}  {rule.path}\n"
        yield f"{'':{width}}  {rule.message}\n"


FORMATS: dict[str, Callable[[Outcome], str]] = {
    "text": text,
    "json": as_json,
    "github": github,
    "sarif": sarif,
}
