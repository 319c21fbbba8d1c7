"""A->A is empty, A->B and B->A mirror each other, and the order of keys never matters."""

from __future__ import annotations

import random
from typing import Any

import pytest

from drift import support
from kubewright.drift.judge import Finding
from kubewright.drift.report import json_form
from kubewright.drift.rules import RULES, SEVERITIES, USES

# A rule has no un-deprecation. A text that stops saying "deprecated" is a changed text, with
# a mirror of its own; where a keyword goes or a kind changes its definition, no text changes.
ONE_WAY = {"kind-deprecated", "field-deprecated"}


def places(finding: Finding) -> set[tuple[str, str]]:
    """The definitions and fields that a finding is about, on both sides."""
    change = finding.change
    sides = (change.before, change.after)
    return {(side.key, side.field) for side in sides if side.key}


def unmatched(there: tuple[Finding, ...], back: tuple[Finding, ...]) -> list[str]:
    """The findings of one direction, deprecations apart, that none of the other one mirrors."""
    return [
        f"{each.rule.id} {places(each)}"
        for each in there
        if each.rule.id not in ONE_WAY
        and not any(
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


def loaf(text: str, *, kind: bool = True, **more: Any) -> dict[str, Any]:
    """A model with that text, which may be the one of the kind Loaf."""
    mark = {"group": "bakery.example.io", "version": "v1", "kind": "Loaf"}
    kinds = {"x-kubernetes-group-version-kind": [mark]} if kind else {}
    bread = support.model(weight={"type": "string"})
    return {**bread, "description": text, **kinds, **more}


PLAIN, OLD = "Bread.", "Bread. Deprecated: use Baguette."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"Loaf": loaf(PLAIN)}, {"Loaf": loaf(PLAIN, deprecated=True)}),
        ({"Loaf": loaf(PLAIN)}, {"Wheel": loaf(OLD)}),
        (
            {"Loaf": loaf(PLAIN), "Wheel": loaf(OLD, kind=False)},
            {"Loaf": loaf(PLAIN, kind=False), "Wheel": loaf(OLD)},
        ),
    ],
    ids=["keyword", "definition gone", "definition left"],
)
def test_deprecation_goes_one_way(before: Any, after: Any) -> None:
    """A kind deprecated by a keyword or by another definition has nothing on the way back."""
    sides = support.bakery(**before), support.bakery(**after)
    there, back = support.findings(*sides), support.findings(*sides[::-1])
    rules = [{each.rule.id for each in found} for found in (there, back)]
    assert "kind-deprecated" in rules[0]
    assert not rules[1] & {"kind-deprecated", "model-description-changed"}
    assert unmatched(there, back) == unmatched(back, there) == []


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
