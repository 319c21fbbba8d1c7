"""Quantities against results recorded from Kubernetes' own Go code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kubewright.quantity import Quantity, QuantityError

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parents[1] / "vectors/quantity.json").read_text()
)
OPERATIONS: dict[str, Callable[[dict[str, Any]], Quantity]] = {
    "add": lambda case: Quantity(case["a"]) + Quantity(case["b"]),
    "sub": lambda case: Quantity(case["a"]) - Quantity(case["b"]),
    "mul": lambda case: Quantity(case["a"]) * case["by"],
    "neg": lambda case: -Quantity(case["a"]),
    "roundup": lambda case: Quantity(case["a"]).round_up(case["scale"]),
    "sum": lambda case: Quantity.sum(map(Quantity, case["in"])),
}


def cases(section: str) -> list[Any]:
    return [
        pytest.param(case, id=f"{i}-{str(case)[:40]}")
        for i, case in enumerate(VECTORS[section])
    ]


@pytest.mark.parametrize("case", cases("parse"))
def test_text_is_read_as_go_reads_it(case: dict[str, Any]) -> None:
    """Canonical text, format, sign and the exact whole and milli values agree with Go's."""
    if not case["ok"]:
        with pytest.raises(QuantityError) as caught:
            Quantity(case["in"])
        assert caught.value.kind == case["error"]
        return
    read = Quantity(case["in"])
    assert (str(read), read.format, read.sign) == (
        case["canonical"],
        case["format"],
        case["sign"],
    )
    if case["value_exact"] is not None:
        assert read.value() == case["value_exact"]
        assert read.milli_value() == case["milli_exact"]


@pytest.mark.parametrize(
    ("section", "case"),
    [(name, case) for name in OPERATIONS for case in VECTORS[name]],
)
def test_arithmetic_is_gos_with_its_format(section: str, case: dict[str, Any]) -> None:
    """+ - * neg, rounding up and sums print Go's text in Go's format."""
    result = OPERATIONS[section](case)
    assert str(result) == case["out"]
    assert result.format == case.get("format", result.format)


@pytest.mark.parametrize("case", VECTORS["cmp"])
def test_order_is_by_value(case: dict[str, Any]) -> None:
    """Comparison crosses formats; equal values hash alike."""
    left, right = Quantity(case["a"]), Quantity(case["b"])
    assert (left > right) - (left < right) == case["out"]
    assert (left == right) == (case["out"] == 0) == (left >= right and left <= right)
    assert left != right or hash(left) == hash(right)


@pytest.mark.parametrize("case", VECTORS["scaled"])
def test_scaled_values_are_exact(case: dict[str, Any]) -> None:
    """Where Go's int64 overflows the exact number is given."""
    assert Quantity(case["a"]).scaled_value(case["scale"]) == case["exact"]


@pytest.mark.parametrize("numbers", [None, str], ids=["decoded", "spelling kept"])
@pytest.mark.parametrize("case", VECTORS["json"])
def test_json_tokens_are_read_as_the_decoder_reads_them(
    case: dict[str, Any], numbers: type[str] | None
) -> None:
    """Numbers are allowed and blanks are trimmed."""
    value = json.loads(case["json"], parse_float=numbers, parse_int=numbers)
    if not case["ok"]:
        with pytest.raises(QuantityError):
            Quantity.from_json(value)
        return
    assert str(Quantity.from_json(value)) == case["canonical"]
