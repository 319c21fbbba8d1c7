"""Every form of report: golden files, its own rules of escape and size, and one source."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

import jsonschema
import pytest
from pydantic_sarif.model import (
    StaticAnalysisResultsFormatSarifVersion210JsonSchema as Sarif,
)

from drift import support
from kubewright import __version__
from kubewright.drift import report
from kubewright.drift.outcome import Choice, Outcome, Skipped, Use
from kubewright.drift.report import github, json_form, junit, markdown, sarif
from kubewright.drift.rules import RULES
from kubewright.drift.run import Request, drift
from kubewright.drift.scan import run

GOLDEN = support.HERE / "golden"
CASES = sorted(path.name for path in GOLDEN.iterdir())
ENDINGS = {"text": "txt", "json": "json", "md": "md", "html": "html", "github": "log",
           "sarif": "sarif", "junit": "xml"}  # fmt: skip
ASSETS = re.compile(
    r"(?<=<style>\n).*?(?=</style>)|(?<=<script>\n).*?(?=</script>)", re.DOTALL
)
TODAY = datetime.date(2026, 1, 1)


@pytest.fixture
def inside(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """A copy of a golden case as the working folder, so that paths in reports are short."""
    shutil.copytree(GOLDEN / request.param, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return str(request.param)


def found(**choice: Any) -> Outcome:
    """The outcome of the case in the working folder."""
    search = run.Request((Path("src"),), jobs=1)
    return drift(
        Request(
            "before.json", "after.json", TODAY, choice=Choice(**choice), scan=search
        )
    )


def normal(text: str) -> str:
    """A report without what changes with every release of this project."""
    return ASSETS.sub("", text).replace(__version__, "VERSION")


@pytest.mark.parametrize("inside", CASES, indirect=True)
@pytest.mark.parametrize("form", report.FORMS)
def test_golden(inside: str, form: str, update_golden: bool) -> None:
    """A report is the golden file of its case, byte for byte."""
    text = normal(report.render(found(), form, "breaking"))
    path = GOLDEN / inside / "expected" / f"report.{ENDINGS[form]}"
    if update_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("inside", CASES, indirect=True)
def test_json_fits_its_schema(inside: str) -> None:
    """The JSON form is what the printed schema says; the schema itself is one."""
    schema = json.loads(json_form.schema())
    jsonschema.Draft202012Validator.check_schema(schema)
    table = json.loads(json_form.render(found()))
    jsonschema.Draft202012Validator(schema).validate(table)


def test_json_of_releases_fits_the_schema() -> None:
    """So is that of two real releases, each fingerprint in it once, and all causes known."""
    table = json_form.table(support.outcome(support.released("1.36", "1.37")))
    jsonschema.Draft202012Validator(json.loads(json_form.schema())).validate(table)
    prints = [change["fingerprint"] for change in table["changes"]]
    assert len(set(prints)) == len(prints)
    assert {each["caused_by"] for each in table["changes"]} - {None} <= set(prints)
    summary = table["summary"]
    total = sum(summary["by_severity"].values())
    assert total == sum(summary["by_id"].values())
    assert total + sum(summary["folded"].values()) == len(prints)


@pytest.mark.parametrize("inside", CASES, indirect=True)
def test_sarif_fits_its_schema(inside: str) -> None:
    """SARIF fits the classes that were made from its schema 2.1.0, which allow no other key."""
    table = json.loads(sarif.render(found()))
    Sarif.model_validate(table)
    table["runs"][0]["other"] = 1
    with pytest.raises(ValueError, match="other"):
        Sarif.model_validate(table)


def test_sarif_rules_are_the_taxonomy() -> None:
    """Each rule has help and few tags; results name their rule by id and index."""
    rules = sarif.table(support.outcome(()))["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    assert all(
        rule["help"]["text"] and len(rule["properties"]["tags"]) <= 20 for rule in rules
    )


def many(count: int) -> Outcome:
    """An outcome with `count` uses of one warning, and one use of something breaking."""
    case = support.case("16-enum-value-removed-and-added")
    bad, mild = support.findings(case["before"], case["after"])
    rows = [Use("a.py", number, 1, 2, "x", mild.rule.id, "keyword", "high", mild.fingerprint)
            for number in range(1, count)]  # fmt: skip
    last = Use("z.py", 1, 1, 2, "x", bad.rule.id, "keyword", "high", bad.fingerprint)
    return support.outcome((bad, mild), uses=(*rows, last), scanned=2)


def test_sarif_is_cut_worst_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit of code scanning the least severe results go, and the run says so."""
    monkeypatch.setattr(sarif, "RESULT_LIMIT", 5)
    [made] = sarif.table(many(9))["runs"]
    assert [each["level"] for each in made["results"]] == ["error"] + ["warning"] * 4
    notes = made["invocations"][0]["toolExecutionNotifications"]
    assert any(
        "4 of 9 results are left out" in note["message"]["text"] for note in notes
    )


def test_github_escapes_and_order() -> None:
    """Commands escape what would end them, and the worst come first."""
    case = support.case("16-enum-value-removed-and-added")
    bad, mild = support.findings(case["before"], case["after"])
    rows = [
        Use(
            "a,b:c%\n.py",
            1,
            2,
            3,
            "x",
            mild.rule.id,
            "keyword",
            "high",
            mild.fingerprint,
        ),
        Use("z.py", 1, 2, 3, "x", bad.rule.id, "keyword", "high", bad.fingerprint),
    ]
    text = github.render(support.outcome((bad, mild), uses=tuple(rows), scanned=2))
    first, second, last = text.splitlines()
    assert first.startswith(
        "::error file=z.py,line=1,col=2,endColumn=3,title=field-enum"
    )
    assert second.startswith("::warning file=a%2Cb%3Ac%25%0A.py,line=1,")
    assert last.startswith("::notice title=drift before -> after::breaking: 1 (1 used")


@pytest.mark.parametrize("inside", ["bakery"], indirect=True)
def test_junit_counts(inside: str) -> None:
    """Counts are those of the cases; `never` makes no failure."""
    for fail_on, failing in (("breaking", True), ("never", False), ("used", True)):
        suite = xml.fromstring(junit.render(found(), fail_on))[0]
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
        failures = suite.findall("testcase/failure")
        assert (int(suite.attrib["failures"]), bool(failures)) == (
            len(failures),
            failing,
        )


def test_markdown_is_cut_with_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report beyond the size of a comment loses its last lines and says how many."""
    whole = support.outcome(support.released("1.36", "1.37"))
    assert len(markdown.render(whole)) > 20_000
    monkeypatch.setattr(markdown, "SIZE_LIMIT", 10_000)
    text = markdown.render(whole)
    assert len(text) <= 10_000
    assert re.search(r"_\d+ more lines are left out", text)
    assert "V1Deployment.spec" in text


@pytest.mark.parametrize("form", report.FORMS)
def test_foreign_text_does_no_harm(form: str) -> None:
    """Names of files with control characters, marks and tags cannot reach out of a report."""
    evil = "a\x1b[31m`|<script>alert(1)</script>\r\n::error::.py"
    case = support.case("16-enum-value-removed-and-added")
    both = support.findings(case["before"], case["after"])
    row = Use(
        evil, 1, 1, 2, evil, both[0].rule.id, "keyword", "high", both[0].fingerprint
    )
    skipped = (Skipped(evil, evil),)
    whole = support.outcome(
        both, uses=(row,), scanned=1, skipped=skipped, notes=(evil,)
    )
    text = report.render(whole, form, "breaking")
    assert "\x1b" not in text
    assert "\n::error::.py" not in text
    if form in {"html", "junit"}:
        assert "<script>alert" not in text
    if form == "junit":
        xml.fromstring(text)


@pytest.mark.parametrize("inside", ["bakery"], indirect=True)
def test_choice(inside: str) -> None:
    """Level, group, stability, id and use choose findings; the level does not change counts."""
    whole = found()
    assert found(level="breaking").counts() == whole.counts()
    assert {each.severity for each in found(level="breaking").shown} == {"breaking"}
    told = json_form.table(found(level="breaking"))
    known = {change["fingerprint"] for change in told["changes"]}
    assert {use["change"] for use in told["uses"]} <= known
    assert {each.stability for each in found(stability="alpha").findings} == {"alpha"}
    assert {each.rule.id for each in found(id="field-removed").findings} == {
        "field-removed"
    }
    assert found(group="bakery").findings == whole.findings
    assert found(group="oven").findings == ()
    assert {each.fingerprint for each in found(used_only=True).findings} == whole.used


@pytest.mark.parametrize("inside", ["bakery"], indirect=True)
def test_a_use_takes_the_discount_back(inside: str) -> None:
    """The alpha field that the source uses is breaking; unused it was a warning."""
    [used] = [
        each for each in found(id="field-removed").findings if each.stability == "alpha"
    ]
    assert (used.severity, used.base_severity) == ("breaking", "breaking")
    unused = drift(
        Request("before.json", "after.json", TODAY, choice=Choice(id="field-removed"))
    )
    [alpha] = [each for each in unused.findings if each.stability == "alpha"]
    assert (alpha.severity, alpha.base_severity) == ("warning", "breaking")


def test_page_holds_no_control_characters() -> None:
    """A value with characters that a page may not hold shows a mark in their place."""
    before, after = (
        support.bakery(
            Cake=support.model(top={"type": "string", "default": f"a\0\x1b{n}"})
        )
        for n in (1, 2)
    )
    text = report.render(
        support.outcome(support.findings(before, after)), "html", "never"
    )
    assert "a\ufffd\ufffd1" in text
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", text)
