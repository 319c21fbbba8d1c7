"""What the tests of drift share: releases from small definitions, and cases from files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from kubewright.drift import compare, judge, kinds, reader, sides
from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome, Use
from kubewright.drift.report import json_form
from kubewright.drift.scan import index, manifests, python
from kubewright.drift.scan.index import Index
from kubewright.drift.values import Snapshot
from kubewright.spec import document, releases

HERE = Path(__file__).parent
FOLDERS = (HERE.parent / "vectors" / "drift", HERE / "cases")
CASES = {
    path.stem: path for folder in FOLDERS for path in sorted(folder.glob("*.json"))
}
PREFIX = "io.k8s.api.bakery.v1."
Definitions = Mapping[str, Any]


def case(name: str) -> dict[str, Any]:
    """The case of that name."""
    return json.loads(CASES[name].read_text("utf-8"))


def snapshot(definitions: Definitions, name: str = "spec") -> Snapshot:
    """A release of `definitions`, read as a file of them is."""
    data = json.dumps({"definitions": definitions}).encode()
    return reader.snapshot(document.parse(data, name), name)


def model(**properties: Any) -> dict[str, Any]:
    """A definition with those properties."""
    return {"type": "object", "properties": properties}


def bakery(**models: Any) -> dict[str, Any]:
    """Definitions of the group of most cases, by the names of their models."""
    return {f"{PREFIX}{name}": body for name, body in models.items()}


def findings(before: Definitions, after: Definitions) -> tuple[Finding, ...]:
    """The judged changes between two sets of definitions."""
    return between(snapshot(before), snapshot(after))


def between(old: Snapshot, new: Snapshot) -> tuple[Finding, ...]:
    """The judged changes between two releases."""
    return judge.judge(compare.compare(old, new), groups=kinds.group_names(old, new))


def outcome(found: Iterable[Finding], **more: Any) -> Outcome:
    """An outcome with those findings."""
    return Outcome("before", "after", ("0" * 64, "1" * 64), tuple(found), **more)


def changes(before: Definitions, after: Definitions) -> list[dict[str, Any]]:
    """The changes of the JSON form between two sets of definitions."""
    table = json_form.table(outcome(findings(before, after)))
    found: list[dict[str, Any]] = table["changes"]
    return found


def searched(before: Definitions, after: Definitions) -> Index:
    """What sources are searched for between two sets of definitions."""
    return index.build(findings(before, after), snapshot(before))


def uses(
    known: Index, text: str, file: str = "app.py", *, hints: bool = False
) -> list[Use]:
    """The uses in a source or manifest, sorted."""
    if file.endswith(".py"):
        return python.scan(text, file, known, (), hints)
    return sorted(manifests.scan(text, file, known))


@cache
def release(name: str) -> Snapshot:
    """A pinned release."""
    return sides.release(releases.find(name))


@cache
def released(old: str, new: str) -> tuple[Finding, ...]:
    """The judged changes between two pinned releases."""
    return between(release(old), release(new))
