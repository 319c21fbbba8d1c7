"""CEL expressions: always length and emptiness, syntax where a parser is installed."""

from collections.abc import Iterator
from importlib import util
from typing import Any

import pytest

from kubewright.validation import cel, validate
from validation.bases import CLASS, edited

EXPRESSION = "spec.selectors[0].cel.expression"
INSTALLED = util.find_spec("cel_expr_python") is not None


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Each test looks for the parser anew."""
    cel._parser.cache_clear()
    yield
    cel._parser.cache_clear()


def rules(expression: Any) -> list[str]:
    return [found.rule for found in validate(edited(CLASS, {EXPRESSION: expression}))]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("", ["cel/expression"]),
        (" \n", ["cel/expression"]),
        (None, ["cel/expression"]),
        ("é" * 5121, ["cel/long"]),
        ("true" + " " * 10236, []),
        (5, ["decode/type"]),
    ],
)
def test_without_a_parser_only_length_and_emptiness_count(
    expression: Any, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The extra is optional."""

    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(cel, "import_module", missing)
    assert rules(expression) == expected
    assert rules("device.driver ==") == []


@pytest.mark.skipif(not INSTALLED, reason="the extra [cel] is not installed")
@pytest.mark.parametrize(
    "expression",
    [
        'device.driver == "gpu.example.com"',
        'device.attributes["gpu.example.com"].model == "X" && !(1 in [1, 2])',
        'device.capacity["a"].ram.compareTo(quantity("1Gi")) >= 0 // enough',
        "has(device.attributes[?'a'].orValue({}).b)",
        "device.?attributes.orValue(1) == 1",
        "cel.bind(x, device.driver, x.lowerAscii() == 'a')",
        "(" * 40 + "true" + ")" * 40,
        "'\ud800' == ''",
    ],
)
def test_with_a_parser_valid_expressions_pass(expression: str) -> None:
    """Optional selection, macros, deep nesting: what the parser does not know is let pass."""
    assert rules(expression) == []


@pytest.mark.skipif(not INSTALLED, reason="the extra [cel] is not installed")
@pytest.mark.parametrize(
    "expression", ["device.driver ==", "1 === 2", "a b", "(", "'x", "\x00"]
)
def test_with_a_parser_syntax_errors_are_found(expression: str) -> None:
    """The message says where."""
    (found,) = validate(edited(CLASS, {EXPRESSION: expression}))
    assert found.rule == "cel/expression"
    assert found.message.startswith("syntax error: ")
