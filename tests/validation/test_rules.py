"""Every rule has an object that passes and one that fails, at the field the server names."""

import re
from typing import Any

import pytest

from kubewright.validation import ROWS, RULES, Finding, validate
from validation.bases import Wire, edited
from validation.edges import EDGES
from validation.example import OPERATION_OF, Example
from validation.examples_claims import CLAIMS
from validation.examples_names import NAMES
from validation.examples_pods import PODS, RESOURCES
from validation.examples_slices import ALLOCATABLE, SLICES

EXAMPLES = [*NAMES, *CLAIMS, *SLICES, *ALLOCATABLE, *PODS, *RESOURCES]
DECODED = {row.id for row in ROWS if row.id.startswith("models/")} | {"decode/kind"}


def check(example: Example, obj: Wire) -> list[Finding]:
    operation: Any = example.operation
    return validate(obj, operation=operation, **example.options)


def name(example: Example) -> str:
    return f"{example.rule} at {example.at}"


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_a_broken_rule_is_reported_where_it_is_broken(example: Example) -> None:
    """The edited object gives a finding of the rule, its type and the field."""
    found = check(example, example.broken())
    expected = (RULES[example.rule].type, example.at, example.rule)
    assert expected in {(f.type, f.field, f.rule) for f in found}


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_the_unbroken_object_passes(example: Example) -> None:
    """Without the edits, nothing of the rule is reported, and without gates nothing at all."""
    found = check(example, example.base)
    if not example.options.get("gates"):
        assert found == []


@pytest.mark.parametrize("rule", sorted(RULES.keys() - DECODED))
def test_every_rule_has_an_example(rule: str) -> None:
    """A row without an example would be a row without proof; warnings have their own test."""
    shown = {example.rule for example in EXAMPLES}
    assert rule in shown or RULES[rule].type == "Warning"


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_a_rule_says_where_it_applies(example: Example) -> None:
    """The field of each example has the path shape of the rule's row."""
    shapes = RULES[example.rule].path.split(" | ")
    assert any(matches(shape, example.at) for shape in shapes)


def matches(shape: str, path: str) -> bool:
    pattern = (
        re.escape(shape).replace(r"\[\]", r"\[\d+\]").replace(r"\[key\]", r"\[[^\]]*\]")
    )
    return bool(
        re.fullmatch(pattern.replace(r"\*", ".*").replace(r"\.key", r"\..+"), path)
    )


@pytest.mark.parametrize(
    ("title", "base", "edits"), EDGES, ids=[edge[0] for edge in EDGES]
)
def test_what_lies_on_the_edge_passes(
    title: str, base: Wire, edits: dict[str, Any]
) -> None:
    """The last value that a rule allows gives no finding."""
    operation: Any = OPERATION_OF.get(id(base), "create")
    assert validate(edited(base, edits), operation=operation) == []


def test_rules_are_rows_with_a_source() -> None:
    """Ids are unique; each row names a type, a path, a message and where it comes from."""
    assert len(RULES) == len(ROWS)
    for row in ROWS:
        assert re.fullmatch(r"[a-z0-9.-]+/[a-z0-9.-]+", row.id)
        assert row.path
        assert row.message
        assert row.source
        assert row.since <= row.until
