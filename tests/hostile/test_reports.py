"""`drift`: whatever a specification says, reports of every form hold it as text."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree as xml

import pytest
from pydantic_sarif.model import (
    StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif,
)

from drift import support
from hostile.batch import Batch, read, sorted_out
from hostile.inert import Page, markdown
from hostile.payloads import payloads, whole
from hostile.sinks import NAMES, REFERENCES, SINKS, Case, cases
from hostile.yard import raw
from kubewright.drift import reader, report
from kubewright.drift.outcome import Outcome, Skipped, Use

ACCEPTING = [name for name in SINKS if name not in REFERENCES]
CODES = {"text": " ", "md": "md", "html": "html"}


@cache
def outcome(sink: str) -> Outcome:
    """What is told between the cases of `sink` and the same ones with another word."""
    batch = sorted_out(cases(sink))
    sides = batch.definitions, _other(sink, batch)
    old, new = (reader.snapshot(read(each), "spec.json") for each in sides)
    return support.outcome(support.between(old, new))


def _other(sink: str, batch: Batch) -> dict[str, Any]:
    """The definitions of `batch` after a release: half of them lost, the others changed."""
    kept = batch.cases[::2] if sink in NAMES else batch.cases
    found: dict[str, Any] = {}
    for case in kept:
        value = case.value if sink in NAMES else "another"
        found.update(Case(sink, case.payload, case.name, value).definitions)
    if sink in NAMES:
        for body in found.values():
            body["properties"] = {}
    return found


def faults(made: Outcome) -> list[str]:
    """What in the reports of `made` is more than text, by form."""
    found = []
    for form in report.FORMS:
        text = report.render(made, form, "breaking")
        found += [f"{form}: {char!r}" for char in sorted(set(raw(text)))]
        found += [f"{form}: {fault}" for fault in CHECKS[form](text)]
    return found


@pytest.mark.parametrize("sink", ACCEPTING)
def test_reports_are_text(sink: str) -> None:
    """No character that a terminal acts on, and forms that hold nothing but text of a spec."""
    assert faults(outcome(sink)) == []


def of_json(text: str) -> list[str]:
    json.loads(text, parse_constant=pytest.fail)
    return []


def of_sarif(text: str) -> list[str]:
    table = json.loads(text, parse_constant=pytest.fail)
    Sarif.model_validate(table)
    return []


def of_junit(text: str) -> list[str]:
    tags = {node.tag for node in xml.fromstring(text).iter()}
    return sorted(
        tags - {"testsuites", "testsuite", "testcase", "failure", "system-out"}
    )


def of_github(text: str) -> list[str]:
    pair = r"[A-Za-z]+=[^:,\n]*"
    command = re.compile(rf"::(error|warning|notice) {pair}(,{pair})*::[^\n]*")
    return [line for line in text.splitlines() if not command.fullmatch(line)]


def of_html(text: str) -> list[str]:
    page = Page(text)
    ours = [script for script in page.scripts if script.startswith('"use strict"')]
    return page.faults + ([] if page.scripts == ours and len(ours) == 1 else ["script"])


def of_markdown(text: str) -> list[str]:
    """Faults: links, images, fences, and HTML but the two elements that fold a list."""
    found = []
    for token in markdown(text):
        if token.type in ("link_open", "image", "fence", "code_block", "html_inline"):
            found.append(f"{token.type} {token.content!r:.80} {token.attrs}")
        if token.type == "html_block":
            page = Page(token.content)
            tags = set(re.findall(r"<(\w+)", token.content))
            found += page.faults
            found += sorted(tags - {"details", "summary"})
    return found


def of_text(text: str) -> list[str]:
    return []


CHECKS = {
    "text": of_text,
    "json": of_json,
    "md": of_markdown,
    "html": of_html,
    "github": of_github,
    "sarif": of_sarif,
    "junit": of_junit,
}


def using(names: list[str]) -> Outcome:
    """An outcome whose uses, skipped files and notes are called `names`."""
    made = outcome("default")
    uses = tuple(_use(name, made.findings[0]) for name in names)
    skipped = tuple(Skipped(name, name) for name in names)
    return support.outcome(
        made.findings,
        uses=uses,
        skipped=skipped,
        notes=tuple(names),
        scanned=len(names),
    )


def _use(name: str, change: Any) -> Use:
    values = {
        "file": name,
        "line": 1,
        "column": 1,
        "end_column": 2,
        "symbol": name,
        "id": change.rule.id,
        "how": "attribute",
        "confidence": "high",
        "change": change.fingerprint,
        "rewrite": name,
    }
    return Use(**values)


def test_names_of_files_and_symbols_are_text() -> None:
    """Paths, symbols, rewrites, reasons and notes come from the user's files: text as well."""
    no_utf8 = b"\xff\x9b31m".decode("utf-8", "surrogateescape")
    names = [payload.text for payload in payloads() if whole(payload.text)]
    assert faults(using([*names, no_utf8])) == []
