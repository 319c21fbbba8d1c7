"""Severities and ignores of a project: their forms, their faults, and when they end."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

from drift import support
from kubewright.drift import judge, settings
from kubewright.drift.outcome import Use
from kubewright.errors import KubewrightError

TODAY = datetime.date(2026, 6, 1)
CASE = support.case("16-enum-value-removed-and-added")


def kept(*ignores: dict[str, Any]) -> tuple[list[str], tuple[str, ...]]:
    """The ids that ignores leave, and the notes on them."""
    rows = [{"reason": "we do not mix", **row} for row in ignores]
    found = support.outcome(support.findings(CASE["before"], CASE["after"]))
    left = settings.apply(
        found, settings.parse({"ignore": rows}, "pyproject.toml"), TODAY
    )
    return [each.rule.id for each in left.findings], left.notes


REMOVED, ADDED = "field-enum-value-removed", "field-enum-value-added"


@pytest.mark.parametrize("match", ["V1Mix.speed", "V1Mix", "V1M*", "*.speed", "*"])
def test_ignores_by_glob(match: str) -> None:
    """An ignore names an id and a class or field, both as globs."""
    assert kept({"id": REMOVED, "match": match}) == ([ADDED], ())
    assert kept({"id": "field-enum-*", "match": match}) == ([], ())


def test_ignored_findings_take_their_uses_along() -> None:
    """The uses of what is ignored are not reported either."""
    found = support.findings(CASE["before"], CASE["after"])
    use = Use("a.py", 1, 1, 2, "x", REMOVED, "keyword", "high", found[0].fingerprint)
    rows = settings.parse({"ignore": [{"id": REMOVED, "reason": "x"}]}, "")
    assert settings.apply(support.outcome(found, uses=(use,)), rows, TODAY).uses == ()


def test_unused_and_expired_ignores_are_told() -> None:
    """An ignore that fits nothing or is over ignores nothing and is named."""
    ids, notes = kept(
        {"id": REMOVED, "match": "V1Other"},
        {"id": ADDED, "expires": datetime.date(2026, 5, 31)},
    )
    assert ids == [REMOVED, ADDED]
    assert "V1Other fits nothing: remove it" in notes[0]
    assert "expired on 2026-05-31" in notes[1]


def test_last_day_counts() -> None:
    """An ignore holds on the day that it names."""
    assert kept({"id": REMOVED, "expires": TODAY}) == ([ADDED], ())


def test_severities() -> None:
    """A severity replaces that of the rule; `none` leaves the id out."""
    changes = [each.change for each in support.findings(CASE["before"], CASE["after"])]
    found = judge.judge(changes, {REMOVED: "info", ADDED: "none"})
    assert [(each.rule.id, each.severity) for each in found] == [(REMOVED, "info")]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("severity = 1", "other forms"),
        ("[severity]\nfield-gone = 'info'", "'field-gone'"),
        ("[severity]\nfield-removed = 'bad'", "'bad'"),
        ("[[ignore]]\nid = 'field-removed'", "no reason"),
        ("[[ignore]]\nid = 'nothing'\nreason = 'x'", "'nothing'"),
        ("[[ignore]]\nid = 'field-*'\nreason = 'x'\nexpires = 'soon'", "'soon'"),
        ("[[ignore]]\nid = 'field-*'\nreason = 'x'\nmatch = 3", "match 3"),
        ("ignore = ['x']", "'x'"),
        ("level = 'info'", "'level'"),
    ],
)
def test_faults_are_told(tmp_path: Path, text: str, part: str) -> None:
    """A fault names the file, the table and what was found."""
    path = tmp_path / settings.FILE
    lines = [
        line.replace("[[", "[[tool.kubewright.drift.") if line.startswith("[[")
        else line.replace("[", "[tool.kubewright.drift.") if line.startswith("[")
        else line
        for line in text.splitlines()
    ]  # fmt: skip
    head = "" if text.startswith("[") else "[tool.kubewright.drift]\n"
    path.write_text(head + "\n".join(lines) + "\n")
    with pytest.raises(
        KubewrightError, match=r"pyproject\.toml: tool\.kubewright\.drift"
    ) as error:
        settings.load(path)
    assert part in str(error.value)


def test_project_file_is_the_nearest_one(tmp_path: Path) -> None:
    """The file at or above the working folder counts; one without the table says nothing."""
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (tmp_path / settings.FILE).write_text("[project]\nname = 'x'\n")
    assert settings.find(inner) == tmp_path / settings.FILE
    assert settings.load(settings.find(inner)).ignores == ()


def test_broken_project_file_is_an_error(tmp_path: Path) -> None:
    """A project file that is no TOML stops the run."""
    (tmp_path / settings.FILE).write_text("[")
    with pytest.raises(KubewrightError, match="no TOML"):
        settings.load(tmp_path / settings.FILE)
