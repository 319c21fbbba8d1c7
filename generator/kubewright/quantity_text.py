"""The text of a Kubernetes quantity as numbers: amount * 10^scale, and a format.

Grammar, rounding to nano units, the cap on binary amounts and the canonical text are those of
Kubernetes' apimachinery (pkg/api/resource: quantity.go, suffix.go, amount.go, 1.37 line).
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal

Format = Literal["BinarySI", "DecimalSI", "DecimalExponent"]
Kind = Literal["format", "suffix", "numeric"]
Number = tuple[int, int, Format]  # amount, scale, format

NANO: Final = -9
MAX_DIGITS: Final = 1_000_000  # a number is written out up to this many digits
POWERS: Final[tuple[int, ...]] = tuple(10**exponent for exponent in range(64))

_LARGEST_BINARY = 2**63 - 1
_DECIMAL_SUFFIXES = ("n", "u", "m", "", "k", "M", "G", "T", "P", "E")
_BINARY_SUFFIXES = ("Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
_DECIMAL = {name: 3 * step for step, name in enumerate(_DECIMAL_SUFFIXES, -3)}
_BINARY = {name: 10 * step for step, name in enumerate(_BINARY_SUFFIXES, 1)}
_DECIMAL_NAMES = {exponent: name for name, exponent in _DECIMAL.items()}
_BINARY_NAMES = {0: ""} | {bits: name for name, bits in _BINARY.items()}
_SAFE_BITS = 2000  # below every limit CPython may set on int <-> str (640 digits)

# A digit fits one group only, so refusing a text costs time linear in its length.
_GRAMMAR = re.compile(
    r"([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[+-]?|[+-])[0-9]*)?"
)
_EXPONENT = re.compile("[eE]([+-]?)0*([0-9]+)")
_EXPECTED = {
    "format": "a number with an optional unit, such as 2, 0.5, 500m, 1.5Gi or 2e3",
    "suffix": "one of n u m k M G T P E Ki Mi Gi Ti Pi Ei, or an exponent such as e3",
    "numeric": "a finite, exact number, given as text, int or Decimal",
}


class QuantityError(ValueError):
    """A value that is no quantity.

    `kind` is "format" (not a number), "suffix" (an unknown unit) or "numeric" (a number that
    cannot be held or written out exactly).
    """

    def __init__(self, kind: Kind, found: object, problem: str) -> None:
        super().__init__(kind, found, problem)
        self.kind: Kind = kind
        self.found = found
        self.problem = problem

    def __str__(self) -> str:
        # repr of an int has a limit of digits.
        value = self.found
        found = digits_of(value) if isinstance(value, int) else repr(value)
        if len(found) > 60:
            found = f"{found[:50]}... ({len(found)} characters)"
        return f"quantity {found}: {self.problem}; expected {_EXPECTED[self.kind]}"


def parse(text: str) -> Number:
    """Read text as ParseQuantity does, blanks not trimmed; raises QuantityError."""
    found = _GRAMMAR.fullmatch(text)
    if found is None or not text:
        raise QuantityError("format", text, "not a number")
    sign, whole, fraction, suffix = found.groups("")
    digits = whole + fraction
    bits = _BINARY.get(suffix)
    if bits:
        return _binary(sign, digits, len(fraction), bits, text)
    exponent, unit = _interpret(suffix, text)
    if not digits:
        return _no_digits(exponent < NANO, unit, text)
    return _decimal(integer_of(sign + digits), exponent - len(fraction), unit)


def _interpret(suffix: str, text: str) -> tuple[int, Format]:
    """The exponent of a decimal unit; as in Go, a written exponent wraps to 32 bits."""
    exponent = _DECIMAL.get(suffix)
    if exponent is not None:
        return exponent, "DecimalSI"
    found = _EXPONENT.fullmatch(suffix)
    number = int(found[1] + found[2]) if found and len(found[2]) <= 19 else 2**63
    if not -(2**63) <= number < 2**63:
        raise QuantityError("suffix", text, f"unknown unit {suffix[:40]!r}")
    return (number + 2**31) % 2**32 - 2**31, "DecimalExponent"


def _no_digits(exact_path: bool, unit: Format, text: str) -> Number:
    """Go reads "+", ".m" and "Ki" as 0, unless it needs its exact path (Pi, Ei, e-10)."""
    if exact_path:
        raise QuantityError("numeric", text, "no digits")
    return 0, 0, unit


def _decimal(amount: int, scale: int, unit: Format) -> Number:
    if scale < -(2**31):
        scale += 2**32
    if scale < NANO:
        amount, scale = shifted(amount, scale - NANO), NANO
    return amount, scale if amount else 0, unit


def _binary(sign: str, digits: str, places: int, bits: int, text: str) -> Number:
    if not digits:
        return _no_digits(bits >= 50, "BinarySI", text)
    amount, scale = integer_of(sign + digits) << bits, -places
    if scale < NANO:
        amount, scale = shifted(amount, scale - NANO), NANO
    one = POWERS[-scale]
    if abs(amount) > _LARGEST_BINARY * one:
        return (_LARGEST_BINARY if amount > 0 else -_LARGEST_BINARY), 0, "BinarySI"
    return amount, scale, "DecimalSI" if 0 < abs(amount) < one else "BinarySI"


def from_float(value: float) -> Number:
    """A float that is a whole number of nano units; raises QuantityError (numeric)."""
    try:
        nanos = Fraction(value) * 10**9
    except (OverflowError, ValueError):
        raise QuantityError("numeric", value, "not a finite number") from None
    if nanos.denominator != 1:
        problem = f"the float is {Decimal(value)}, not a whole number of nano units"
        raise QuantityError("numeric", value, problem)
    return int(nanos), NANO, "DecimalSI"


def from_decimal(value: Decimal) -> Number:
    """A Decimal that is a whole number of nano units; raises QuantityError (numeric)."""
    if not value.is_finite():
        raise QuantityError("numeric", value, "not a finite number")
    digits, _, exponent = str(value).partition("E")
    whole, _, fraction = digits.partition(".")
    places = int(exponent or 0) - len(fraction)
    digits, scale = reduced(integer_of(whole + fraction), places)
    if not NANO <= scale < 2**31:
        problem = "not a whole number of nano units with an exponent below 2^31"
        raise QuantityError("numeric", value, problem)
    return integer_of(digits), scale, "DecimalSI"


def decimal_text(amount: int, scale: int, unit: Format) -> str:
    """Digits and the largest fitting unit.

    As in Go 1.37, a power of ten that has no unit (below n, above E) is not printed.
    """
    digits, exponent = reduced(amount, scale)
    digits, exponent = digits + "0" * (exponent % 3), exponent - exponent % 3
    if unit == "DecimalExponent":
        return f"{digits}e{exponent}" if exponent else digits
    return digits + _DECIMAL_NAMES.get(exponent, "")


def binary_text(amount: int, scale: int) -> str:
    """Whole numbers from 1024 up with a 1024-unit, all others as decimals; scale <= 0."""
    whole, rest = divmod(amount, power(-scale))
    if rest or -1024 < whole < 1024:
        return decimal_text(amount, scale, "DecimalSI")
    bits = (whole & -whole).bit_length() - 1
    bits -= bits % 10
    return digits_of(whole >> bits) + _BINARY_NAMES.get(bits, "")


def shifted(amount: int, shift: int) -> int:
    """amount * 10^shift, away from zero where digits fall off."""
    if shift >= 0:
        return amount and amount * power(shift)
    if -shift > amount.bit_length():  # then |amount| < 10^-shift
        return (amount > 0) - (amount < 0)
    divisor = power(-shift)
    return -(-amount // divisor) if amount > 0 else amount // divisor


def power(exponent: int) -> int:
    """10^exponent; raises QuantityError (numeric) above MAX_DIGITS."""
    if exponent < len(POWERS):
        return POWERS[exponent]
    if exponent > MAX_DIGITS:
        problem = f"more than {MAX_DIGITS} digits to write out"
        raise QuantityError("numeric", f"1e{exponent}", problem)
    return int(10**exponent)


def reduced(amount: int, scale: int) -> tuple[str, int]:
    """Digits without trailing zeros and their exponent: one pair for one value."""
    if not amount:
        return "0", 0
    digits = digits_of(amount)
    short = digits.rstrip("0")
    return short, scale + len(digits) - len(short)


def integer_of(digits: str) -> int:
    """Digits of any length, with or without a sign."""
    return int(digits) if len(digits) <= 600 else int(Decimal(digits))


def digits_of(amount: int) -> str:
    """The decimal text of a number of any size."""
    if amount.bit_length() <= _SAFE_BITS:
        return str(amount)
    return format(Decimal(amount), "f")
