"""Quantities: laws, odd input, and numbers that are no text."""

import copy
import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kubewright.quantity import Quantity, QuantityError

SUFFIXES = st.sampled_from(
    ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "e3", "E-3", "e+9"]
) | st.sampled_from(["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"])
NUMBERS = st.from_regex(r"\A[+-]?[0-9]{1,12}(\.[0-9]{0,6})?\Z")
QUANTITIES = st.builds(
    lambda number, suffix: Quantity(number + suffix), NUMBERS, SUFFIXES
)


def fraction(quantity: Quantity) -> Fraction:
    return Fraction(quantity.as_decimal())


@given(QUANTITIES)
def test_canonical_text_names_the_value(quantity: Quantity) -> None:
    """Reading the canonical text gives the same value back, while its power has a unit."""
    text = str(quantity.with_format("DecimalExponent"))
    assert Quantity(text) == quantity
    if abs(quantity.as_decimal()) < Decimal("1e19"):
        assert Quantity(str(quantity)) == quantity
        assert str(Quantity(str(quantity))) == str(quantity)


@given(QUANTITIES, QUANTITIES)
def test_order_is_the_order_of_the_numbers(left: Quantity, right: Quantity) -> None:
    """Quantities compare as the exact fractions they stand for."""
    a, b = fraction(left), fraction(right)
    assert (left < right, left <= right, left == right) == (a < b, a <= b, a == b)
    assert (left > right, left >= right) == (a > b, a >= b)
    assert a != b or hash(left) == hash(right)


@given(QUANTITIES, QUANTITIES, QUANTITIES)
def test_sums_are_exact_and_associative(a: Quantity, b: Quantity, c: Quantity) -> None:
    """Grouping changes neither value nor, when nothing is zero, format."""
    assert (a + b) + c == a + (b + c)
    assert fraction(a + b) == fraction(a) + fraction(b)
    assert fraction(a - b) == fraction(a) - fraction(b)
    assert a + b == b + a
    assert (a + b).format == (b if a.is_zero else a).format


@given(QUANTITIES, st.integers(-(2**70), 2**70), st.integers(-12, 20))
def test_products_and_roundings_are_exact(
    quantity: Quantity, by: int, scale: int
) -> None:
    """A product is exact; rounding goes away from zero by less than one unit."""
    assert fraction(quantity * by) == fraction(quantity) * by == fraction(by * quantity)
    rounded, unit = quantity.round_up(scale), Fraction(10) ** scale
    assert 0 <= abs(fraction(rounded)) - abs(fraction(quantity)) < unit
    assert (
        quantity.scaled_value(scale) * unit == fraction(rounded) or quantity == rounded
    )


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Text is a quantity or a QuantityError, and both readers agree but for blanks."""
    try:
        read = Quantity(text)
    except QuantityError:
        return
    assert Quantity.from_json(text) == read


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "format"),
        (" 1", "format"),
        ("1\n", "format"),
        ("1 ", "format"),
        ("١", "format"),
        ("1２", "format"),
        ("1\x00", "format"),
        ("½", "format"),
        ("1_0", "format"),
        ("1.5.5", "format"),
        ("--1", "suffix"),
        ("0x10", "format"),
        ("NaN", "format"),
        ("Infinity", "format"),
        ("1K", "suffix"),
        ("1e", "suffix"),
        ("1e+", "suffix"),
        ("1eE5", "suffix"),
        ("1e1.5", "format"),
        ("1KI", "format"),
        ("1e9223372036854775808", "suffix"),
        ("1e" + "9" * 5000, "suffix"),
        ("Pi", "numeric"),
        ("-.Ei", "numeric"),
        ("e-10", "numeric"),
    ],
)
def test_refused_text_names_the_part_at_fault(text: str, kind: str) -> None:
    """The error's kind tells a malformed number from an unknown unit and an empty number."""
    with pytest.raises(QuantityError) as caught:
        Quantity(text)
    assert caught.value.kind == kind
    assert len(str(caught.value)) < 300
    assert pickle.loads(pickle.dumps(caught.value)).kind == kind


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("Ti", "0"),
        ("-", "0"),
        ("0e99999999", "0"),
        ("1e" + "0" * 5000 + "3", "1e3"),
        ("-0.0000000001", "-1n"),
        ("9.9999999999", "10"),
        ("-1.5Gi", "-1536Mi"),
        ("1023.5Ki", "1048064"),
        ("7.99999999999Ei", "9223372036843246592953931531n"),
        ("1e2147483647", "10e2147483646"),
        ("0." + "0" * 6000 + "1", "1n"),
        ("1" * 5000, "1" * 5000),
        ("0" * 50_000 + "7k", "7k"),
    ],
)
def test_extreme_text_is_read_exactly(text: str, canonical: str) -> None:
    """Thousands of digits and exponents of 32 bits are no special case."""
    assert str(Quantity(text)) == canonical


@pytest.mark.parametrize(
    "value",
    [None, True, b"1", bytearray(b"1"), ["1"], {"a": 1}, object(), 1j, Fraction(1, 2)],
)
def test_what_is_neither_text_nor_number_is_refused(value: Any) -> None:
    """Other types are a format error, not a traceback of their own."""
    with pytest.raises(QuantityError, match="neither text nor a number"):
        Quantity(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-7, "-7"),
        (2**80, "1208925819614629174706176"),
        (10**21, "1"),
        (0.5, "500m"),
        (-0.0, "0"),
        (1e-9 * 0 + 0.001953125, "1953125n"),
        (Decimal("1.50"), "1500m"),
        (Decimal("1E+3"), "1k"),
        (Decimal("1E-9"), "1n"),
        (Decimal("-0"), "0"),
    ],
)
def test_numbers_are_taken_whole(value: Any, text: str) -> None:
    """An int, a Decimal or an exact float becomes a DecimalSI quantity."""
    assert (str(Quantity(value)), Quantity(value).format) == (text, "DecimalSI")


@pytest.mark.parametrize(
    "value",
    [
        *(0.1, 1e-10, 2.0**-40, float("inf"), float("-inf"), float("nan")),
        *(Decimal("1e-10"), Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity")),
        Decimal("1e2147483648"),
    ],
)
def test_numbers_that_would_lose_digits_are_refused(value: Any) -> None:
    """A float or Decimal that nano units cannot hold is an error, never rounded."""
    with pytest.raises(QuantityError) as caught:
        Quantity(value)
    assert caught.value.kind == "numeric"


def test_the_json_reader_reads_a_float_by_its_text() -> None:
    """0.1 in a document means 0.1; null is the decoder's zero."""
    assert str(Quantity.from_json(0.1)) == "100m"
    assert Quantity.from_json(None).is_zero
    assert str(Quantity.from_json("\u2003\xa01Gi ")) == "1Gi"
    for refused in ("\t1", "1\n", "true", True, [], {}):
        with pytest.raises(QuantityError):
            Quantity.from_json(refused)


def test_a_quantity_cannot_change() -> None:
    """Setting, deleting and copying leave one value."""
    quantity = Quantity("1Gi")
    with pytest.raises(AttributeError, match="immutable"):
        quantity.format = "DecimalSI"  # type: ignore[misc]
    with pytest.raises(AttributeError, match="immutable"):
        del quantity._amount
    assert copy.deepcopy(quantity) is copy.copy(quantity) is quantity
    again = pickle.loads(pickle.dumps(quantity))
    assert (again, str(again), Quantity(quantity)) == (quantity, "1Gi", quantity)
    assert {quantity: 1}[Quantity("1024Mi")] == 1


def test_other_types_do_not_mix_in() -> None:
    """A quantity equals no number or text, and adds to none."""
    one: Any = Quantity("1")
    assert one != 1
    assert one != "1"
    for other in (1, "1", 1.5, None):
        with pytest.raises(TypeError):
            one + other
        with pytest.raises(TypeError):
            assert one < other
    with pytest.raises(TypeError):
        one * 1.5


def test_absurd_exponents_cost_nothing() -> None:
    """Order, hash and text need no digits; what would need gigabytes of them is refused."""
    huge, more = Quantity("1e2147483647"), Quantity("11e2147483646")
    assert Quantity("1e9") < huge < more
    assert -huge < Quantity("1n") < huge
    assert len({huge, Quantity("10e2147483646")}) == 1
    for attempt in (
        huge.value,
        lambda: huge + Quantity("1"),
        lambda: huge.with_format("BinarySI"),
    ):
        with pytest.raises(QuantityError) as caught:
            attempt()
        assert caught.value.kind == "numeric"
    assert Quantity("1n").scaled_value(10**9) == 1


LONG = """
from kubewright.quantity import Quantity, QuantityError

million = 10**6
digits, fraction = "0" * million, "1" * million + "." + "0" * million
for text in (f"{digits}x", f"{fraction}x", "e" * million + "x"):
    try:
        Quantity(text)
    except QuantityError:
        print("refused")
"""


def test_refusing_long_text_takes_linear_time() -> None:
    """A megabyte of digits before a bad character is refused without backtracking.

    Backtracking would take hours; the bound is there to end it.
    """
    done = subprocess.run(
        [sys.executable, "-c", LONG], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["refused"] * 3


def test_products_keep_every_digit() -> None:
    """Multipliers may be quantities or Decimals; nothing is rounded before it is printed."""
    assert str(Quantity("1Gi") * Quantity("0.3")) == "322122547200m"
    assert (Quantity("1Gi") * Quantity("0.3")).value() == 322122548
    assert str(Quantity("100m") * Decimal("0.5")) == "50m"
    assert str(Quantity.sum([Quantity("1Gi") * Quantity("1.5")])) == "1536Mi"


def test_a_power_without_unit_is_lost_in_text_but_not_in_value() -> None:
    """As Go 1.37 prints; the exponent format always names the value."""
    big = Quantity("1000E")
    assert str(big) == "1"
    assert str(big.with_format("DecimalExponent")) == "1e21"
    assert big.value() == 10**21
