"""SARIF 2.1.0: the taxonomy as rules, the uses as results, exact rewrites as fixes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kubewright import __version__
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report.github import ranked
from kubewright.drift.report.wording import sentence, title, verdict
from kubewright.drift.rules import RULES, Rule
from kubewright.plain import json_text, uri

# Code scanning refuses a run with more.
RESULT_LIMIT = 25_000
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"breaking": "error", "warning": "warning", "info": "note", "doc": "note"}
PRINT = "kubewright/v1"


def render(outcome: Outcome) -> str:
    """The report as one run of SARIF."""
    return json_text(table(outcome), indent=1, sort_keys=True) + "\n"


def table(outcome: Outcome) -> dict[str, Any]:
    """The report as a table of plain values."""
    uses = ranked(outcome)
    order = {name: index for index, name in enumerate(RULES)}
    run = {
        "tool": {"driver": _driver()},
        "automationDetails": {"id": f"kubewright/drift/{title(outcome)}"},
        "columnKind": "unicodeCodePoints",
        "results": [_result(use, outcome, order) for use in uses[:RESULT_LIMIT]],
        "invocations": [_invocation(outcome, len(uses))],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver() -> dict[str, Any]:
    return {
        "name": "kubewright",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(rule) for rule in RULES.values()],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "name": "".join(word.capitalize() for word in rule.id.split("-")),
        "shortDescription": {"text": rule.text},
        "fullDescription": {"text": f"{rule.text}."},
        "help": {"text": rule.help},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": {"tags": ["kubernetes", "api-drift", rule.severity]},
    }


def _result(use: Use, outcome: Outcome, order: dict[str, int]) -> dict[str, Any]:
    finding = outcome.by_fingerprint[use.change]
    found: dict[str, Any] = {
        "ruleId": use.id,
        "ruleIndex": order[use.id],
        "level": LEVELS[finding.severity],
        "message": {"text": sentence(finding)},
        "locations": [{"physicalLocation": _location(use)}],
        "partialFingerprints": {PRINT: f"{use.change}:{use.symbol}:{use.how}"},
        "properties": {
            "confidence": use.confidence,
            "how": use.how,
            "change": use.change,
        },
    }
    return {**found, "fixes": [_fix(use)]} if use.rewrite else found


def _location(use: Use) -> dict[str, Any]:
    return {"artifactLocation": _artifact(use), "region": _region(use)}


def _artifact(use: Use) -> dict[str, str]:
    return {"uri": uri(use.file)}


def _region(use: Use) -> dict[str, int]:
    return {
        "startLine": use.line,
        "startColumn": use.column,
        "endLine": use.line,
        "endColumn": use.end_column,
    }


def _fix(use: Use) -> dict[str, Any]:
    replacement = {
        "deletedRegion": _region(use),
        "insertedContent": {"text": use.rewrite},
    }
    change = {"artifactLocation": _artifact(use), "replacements": [replacement]}
    return {
        "description": {"text": f"write {use.rewrite}"},
        "artifactChanges": [change],
    }


def _invocation(outcome: Outcome, count: int) -> dict[str, Any]:
    notes = [{"text": text} for text in _notes(outcome, count)]
    messages = [{"level": "note", "message": note} for note in notes]
    return {"executionSuccessful": True, "toolExecutionNotifications": messages}


def _notes(outcome: Outcome, count: int) -> Iterator[str]:
    yield f"{title(outcome)}: {verdict(outcome)}"
    if count > RESULT_LIMIT:
        yield f"{count - RESULT_LIMIT} of {count} results are left out, the least severe ones"
    yield from (f"{each.file}: skipped, {each.reason}" for each in outcome.skipped)
    yield from outcome.notes
