"""The cases of the reference and our own: changes, severities, what breaks, lines of use."""

from __future__ import annotations

from typing import Any

import pytest

from drift import support
from kubewright.drift.rules import RULES

Json = dict[str, Any]
# Words of a case that are no words of the JSON form.
OWN_WORDS = {"change", "model", "field", "breaks", "consequence_of", "accept"}
OTHER_NAMES = {
    "old_attribute": "attribute_old",
    "new_attribute": "attribute_new",
    "confidence_min": "confidence",
}
SERIOUS = ("breaking", "warning")
WITH_USES = [name for name in support.CASES if support.case(name)["uses"]]


def fits(found: Json, wanted: Json) -> bool:
    """Whether `found` is the change that a case expects."""
    return (
        found["id"] == wanted["change"]
        and wanted.get("model") in (None, found["class_old"], found["class_new"])
        and wanted.get("field") in (None, found["field_old"], found["field_new"])
        and wanted.get("value") in (None, found.get("value"))
    )


def differences(found: Json, wanted: Json) -> dict[str, tuple[Any, Any]]:
    """The words in which a change is not what a case expects."""
    pairs = {f"breaks {use}": (word, found["breaks"][use])
             for use, word in wanted.get("breaks", {}).items()}  # fmt: skip
    for word in wanted.keys() - OWN_WORDS - {"confidence_min"}:
        pairs[word] = (wanted[word], found.get(OTHER_NAMES.get(word, word)))
    return {word: pair for word, pair in pairs.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("name", support.CASES)
def test_changes(name: str) -> None:
    """A case gives the expected changes, word by word, and no other serious cause."""
    case = support.case(name)
    found = support.changes(case["before"], case["after"])
    left = [change for change in found if change["severity"] in SERIOUS]
    for wanted in case["expected"]:
        [match, *_] = [change for change in found if fits(change, wanted)]
        assert differences(match, wanted) == {}, wanted
        assert (match["confidence"] or 0) >= wanted.get("confidence_min", 0)
        left = [change for change in left if change is not match]
    assert [change for change in left if change["caused_by"] is None] == []


@pytest.mark.parametrize("name", support.CASES)
def test_consequences_name_their_cause(name: str) -> None:
    """What a case calls a consequence is folded under a change of that id."""
    case = support.case(name)
    found = support.changes(case["before"], case["after"])
    ids = {change["fingerprint"]: change["id"] for change in found}
    for wanted in (each for each in case["expected"] if "consequence_of" in each):
        causes = {
            ids.get(change["caused_by"]) for change in found if fits(change, wanted)
        }
        assert wanted["consequence_of"] in causes, wanted


@pytest.mark.parametrize("name", WITH_USES)
def test_uses(name: str) -> None:
    """The expected lines, symbols and rewrites are reported, and no other line is."""
    case = support.case(name)
    known = support.searched(case["before"], case["after"])
    for source in case["uses"]:
        found = support.uses(known, source["text"], source["file"])
        told = [(use.line, use.id, use.symbol) for use in found]
        wanted = [
            (each["line"], each["change"], each["symbol"])
            for each in source["findings"]
        ]
        assert sorted(told) == sorted(wanted), source["file"]
        rewrites = {(use.line, use.symbol): use.rewrite or None for use in found}
        for each in (each for each in source["findings"] if "rewrite" in each):
            assert rewrites[each["line"], each["symbol"]] == each["rewrite"]
        assert {use.line for use in found}.isdisjoint(source.get("no_findings_on", ()))


def test_every_rule_has_a_case() -> None:
    """Each id of the taxonomy appears in a case; those of generators have tests of their own."""
    found = {
        change["id"]
        for name in support.CASES
        for case in [support.case(name)]
        for change in support.changes(case["before"], case["after"])
    }
    assert {name for name in RULES if not name.startswith("python-")} - found == set()


def test_rename_is_never_told_of_what_was_replaced() -> None:
    """The wrapper case holds no rename of a model at all and no rewrite."""
    case = support.case("04-model-replaced-by-wrapper")
    found = support.changes(case["before"], case["after"])
    assert "model-renamed" not in {change["id"] for change in found}
    assert {change["fix"] for change in found} == {"none"}


def test_enum_values_are_no_renames() -> None:
    """A value that goes and one that comes are two findings without a rewrite."""
    case = support.case("16-enum-value-removed-and-added")
    found = support.changes(case["before"], case["after"])
    assert [(each["id"], each["fix"]) for each in found] == [
        ("field-enum-value-removed", "none"),
        ("field-enum-value-added", "none"),
    ]
