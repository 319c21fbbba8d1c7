"""The verb: exit codes, streams, formats and wrong calls."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from drift import support
from kubewright.cli import app
from kubewright.drift.rules import RULES

SIDES = ("before.json", "after.json")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the golden case as the working folder."""
    shutil.copytree(support.HERE / "golden" / "bakery", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(app.VERBS, "drift", "Tell what changed between two releases.")
    return tmp_path


def call(*arguments: str) -> Result:
    """Call the command with the verb."""
    return CliRunner().invoke(app.main, ["drift", *arguments])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((*SIDES,), 1),
        ((SIDES[0], SIDES[0]), 0),
        ((*SIDES, "--fail-on", "never"), 0),
        ((*SIDES, "--id", "field-added-optional"), 0),
        ((*SIDES, "--id", "field-added-optional", "--fail-on", "info"), 1),
        ((*SIDES, "--scan", "src", "--fail-on", "used"), 1),
        ((*SIDES, "--scan", "before.json", "--fail-on", "used"), 0),
        ((*SIDES, "--scan", "src", "--strict"), 2),
        ((*SIDES, "--scan", "src/app.py", "--strict"), 1),
        (("1.36", "1.36"), 0),
        (("1.36", "v1.36.4"), 0),
        (("1.36", "1.99"), 2),
        (("1.36", "gone.json"), 2),
        (("1.36",), 2),
        ((), 2),
        ((*SIDES, "--fix"), 2),
        ((*SIDES, "--scan", "src", "--write"), 2),
        ((*SIDES, "--used-only"), 2),
        ((*SIDES, "--fail-on", "used"), 2),
        ((*SIDES, "--id", "nothing"), 2),
        ((*SIDES, "--scan", "gone"), 2),
        ((*SIDES, "--output", "gone/report.txt"), 2),
        ((*SIDES, "--format", "pdf"), 2),
    ],
)
def test_exit_codes(arguments: tuple[str, ...], code: int) -> None:
    """0 fine, 1 findings, 2 wrong call or unreadable input; never a traceback."""
    result = call(*arguments)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"definitions": {"a": 1}}', "<html>"]
)
def test_unreadable_specs_are_never_no_changes(folder: Path, content: str) -> None:
    """A spec that cannot be read is an error on both sides, also when both are the same."""
    (folder / "bad.json").write_text(content)
    for sides in (
        ("bad.json", "before.json"),
        ("before.json", "bad.json"),
        ("bad.json",) * 2,
    ):
        result = call(*sides)
        assert result.exit_code == 2
        assert "bad.json" in result.stderr or "definition" in result.stderr
        assert result.stdout == ""


def test_same_release_twice_is_an_empty_report() -> None:
    """The report is there and says that nothing changed."""
    table = json.loads(call("1.37", "1.37", "--format", "json").stdout)
    assert (table["changes"], table["summary"]["by_id"]) == ([], {})


def test_first_line_is_the_verdict() -> None:
    """Text starts with the verdict, in the words of the reference."""
    first = call(*SIDES, "--scan", "src").stdout.splitlines()[0]
    assert first == "breaking: 5 (5 used by your code), warnings 1, info 2"
    assert call(*SIDES).stdout.startswith("breaking: 4, warnings 2, info 2\n")


def test_json_stays_alone_on_stdout() -> None:
    """Notes and diffs go to stderr, so that stdout can be read by a program."""
    result = call(*SIDES, "--scan", "src", "--fix", "--format", "json")
    assert json.loads(result.stdout)["schema"] == "drift/v1"
    assert "+apiVersion: bakery.example.io/v1\n" in result.stderr
    assert "note: 1 files were skipped" in result.stderr


def test_output_file(folder: Path) -> None:
    """`--output` takes the report; the verdict is told on stderr, nothing on stdout."""
    result = call(*SIDES, "--format", "html", "--output", "report.html")
    assert (folder / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert (result.stdout, result.stderr) == (
        "",
        "before.json -> after.json: breaking: 4, warnings 2, info 2\n",
    )
    assert call(*SIDES, "--output", "r.txt", "-q").stderr == ""


def test_fix_shows_then_writes_then_rests(folder: Path) -> None:
    """`--fix` shows a diff, `--write` writes it, and a second time nothing is left to do."""
    before = (folder / "src" / "app.py").read_text()
    shown = call(*SIDES, "--scan", "src", "--fix").stdout
    assert "--- a/src/app.py\n+++ b/src/app.py\n" in shown
    assert (folder / "src" / "app.py").read_text() == before
    assert (
        "2 files rewritten" in call(*SIDES, "--scan", "src", "--fix", "--write").stderr
    )
    after = (folder / "src" / "app.py").read_text()
    assert 'V1Loaf(api_version="bakery.example.io/v1", kind="Loaf")' in after
    again = call(*SIDES, "--scan", "src", "--fix", "--write")
    assert "0 files rewritten" in again.stderr
    assert (folder / "src" / "app.py").read_text() == after


def test_ignores_of_the_project_count(folder: Path) -> None:
    """The project file beside the call is read; a fault in it is an error."""
    path = folder / "pyproject.toml"
    path.write_text(
        "[[tool.kubewright.drift.ignore]]\nid = '*'\nreason = 'we move next year'\n"
    )
    assert call(*SIDES).exit_code == 0
    path.write_text("[[tool.kubewright.drift.ignore]]\nid = '*'\n")
    assert "no reason" in call(*SIDES).stderr


def test_list_checks_and_print_schema() -> None:
    """All ids are listed with their text, and the schema is JSON."""
    lines = call("--list-checks").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(RULES)
    assert all(
        rule.text in line for rule, line in zip(RULES.values(), lines, strict=True)
    )
    assert json.loads(call("--print-schema").stdout)["title"].endswith("drift/v1")


def test_newer_baseline_works_and_says_so() -> None:
    """A comparison back in time is one, with a note."""
    result = call("1.37", "1.36", "--level", "breaking")
    assert result.exit_code == 1
    assert "note: 1.37 is newer than 1.36" in result.stdout


def test_help_names_the_exit_codes_and_examples() -> None:
    """The help shows calls to copy."""
    assert "kubewright drift 1.36 1.37 --scan src --fix" in call("--help").stdout
