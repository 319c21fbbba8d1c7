"""A->A is empty, A->B and B->A mirror each other, and the order of keys never matters."""

from __future__ import annotations

import random
from typing import Any

import pytest

from drift import support
from kubewright.drift.judge import Finding
from kubewright.drift.report import json_form
from kubewright.drift.rules import RULES, SEVERITIES, USES

# A text that stops saying "deprecated" is a changed text; a rule has no un-deprecation.
ONE_WAY = {"kind-deprecated", "field-deprecated", "model-description-changed"}


def places(finding: Finding) -> set[tuple[str, str]]:
    """The definitions and fields that a finding is about, on both sides."""
    change = finding.change
    sides = (change.before, change.after)
    return {(side.key, side.field) for side in sides if side.key}


def unmatched(there: tuple[Finding, ...], back: tuple[Finding, ...]) -> list[str]:
    """The findings of one direction that no finding of the other one mirrors."""
    return [
        f"{each.rule.id} {places(each)}"
        for each in there
        if not any(
            other.rule.id in each.rule.mirror and places(each) & places(other)
            for other in back
        )
    ]


@pytest.mark.parametrize("name", support.CASES)
def test_cases_mirror(name: str) -> None:
    """Each finding of a case has its mirror when the sides are exchanged."""
    case = support.case(name)
    there = support.findings(case["before"], case["after"])
    back = support.findings(case["after"], case["before"])
    assert unmatched(there, back) == []
    assert unmatched(back, there) == []


@pytest.mark.parametrize("pair", [("1.36", "1.37"), ("1.30", "1.31"), ("1.26", "1.27")])
def test_releases_mirror(pair: tuple[str, str]) -> None:
    """Each finding between two releases has its mirror, apart from field renames and moves."""
    there, back = support.released(*pair), support.released(*pair[::-1])
    assert unmatched(there, back) == []


@pytest.mark.parametrize("name", support.CASES)
def test_same_side_twice_is_empty(name: str) -> None:
    """A release compared with itself has no change."""
    for side in ("before", "after"):
        definitions = support.case(name)[side]
        assert support.findings(definitions, definitions) == ()


def test_same_release_is_empty() -> None:
    """A real release compared with itself has no change."""
    assert support.released("1.37", "1.37") == ()


def shuffled(value: Any, dice: random.Random) -> Any:
    """`value` with the keys of all objects, and the names in `required`, in another order."""
    if isinstance(value, list):
        return [shuffled(item, dice) for item in value]
    if not isinstance(value, dict):
        return value
    rows = [(name, shuffled(item, dice)) for name, item in value.items()]
    dice.shuffle(rows)
    found = dict(rows)
    if isinstance(found.get("required"), list):
        dice.shuffle(found["required"])
    return found


@pytest.mark.parametrize("name", support.CASES)
def test_order_of_keys_never_matters(name: str) -> None:
    """Reports are equal byte for byte, whatever the order of keys on either side."""
    case, dice = support.case(name), random.Random(name)
    plain = support.outcome(support.findings(case["before"], case["after"]))
    mixed = support.outcome(
        support.findings(shuffled(case["before"], dice), shuffled(case["after"], dice))
    )
    assert json_form.render(mixed) == json_form.render(plain)


def test_rules_name_known_mirrors() -> None:
    """Every rule has a mirror among the rules, which names it back, or goes one way."""
    for rule in RULES.values():
        assert rule.mirror, rule.id
        for name in rule.mirror:
            assert name in RULES
            assert rule.id in ONE_WAY or rule.id in RULES[name].mirror, (rule.id, name)


def test_rules_are_whole() -> None:
    """Each row has a known severity, a text and a word for each use, of both sorts of models."""
    for rule in RULES.values():
        assert rule.severity in SEVERITIES
        assert rule.text
        assert rule.help.endswith(".")
        for table in (rule.breaks.lenient, rule.breaks.strict):
            assert tuple(table) == USES
            assert set(table.values()) <= {"yes", "maybe", "no"}
