"""Kubernetes quantities, exact: a whole number, a power of ten, and the format it prints in.

Rules are those of Kubernetes' apimachinery (pkg/api/resource: quantity.go, 1.37 line). Where
its 64-bit accessors overflow or round wrongly, this module gives the exact number.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache, reduce
from operator import add
from typing import Any, Final, cast, final

from kubewright.quantity_text import (
    POWERS,
    Format,
    Kind,
    QuantityError,
    binary_text,
    decimal_text,
    digits_of,
    from_decimal,
    from_float,
    parse,
    power,
    reduced,
    shifted,
)

__all__ = ["Format", "Kind", "Quantity", "QuantityError"]

_CACHED_LENGTH: Final = 32
# The blanks Go trims that a JSON string can hold as they are. A tab or line break stands there
# as an escape, and the Go decoder, which reads the raw token, refuses the backslash.
_JSON_BLANKS: Final = " \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


@final
class Quantity:
    """An exact amount, immutable, hashable and ordered by value.

    Takes text in the API's grammar, an int, or a Decimal or float that is a whole number of
    nano units. Text finer than nano is rounded away from zero, and binary text is capped at
    2^63-1, both as the API server does.
    Raises QuantityError. `str()` gives the canonical text, `format` the family of its unit.
    """

    __slots__ = ("_amount", "_format", "_scale")
    _amount: int
    _scale: int
    _format: Format

    def __new__(cls, value: str | int | float | Decimal | Quantity) -> Quantity:
        if type(value) is str and len(value) <= _CACHED_LENGTH:
            return _parse_cached(value)
        return _from_value(value)

    @classmethod
    def from_json(cls, value: object) -> Quantity:
        """Read what the JSON decoder takes: text with blanks around it, a number, null (0).

        A float is read by its shortest text. To keep the spelling of a document, decode it
        with `json.loads(text, parse_float=Quantity.from_json)`.
        """
        if value is None:
            return _ZERO
        if type(value) is float or isinstance(value, Decimal):
            return _from_value(str(value))
        return _from_value(
            value.strip(_JSON_BLANKS) if isinstance(value, str) else value
        )

    @classmethod
    def sum(cls, items: Iterable[Quantity]) -> Quantity:
        """Add from left to right; the sum of nothing is 0."""
        return reduce(add, items, _ZERO)

    @property
    def format(self) -> Format:
        """The family of units the text is written in."""
        return self._format

    @property
    def sign(self) -> int:
        """-1, 0 or 1."""
        return (self._amount > 0) - (self._amount < 0)

    @property
    def is_zero(self) -> bool:
        """Whether the amount is 0; as an object a Quantity is always true."""
        return not self._amount

    def value(self) -> int:
        """The amount in whole units, rounded away from zero."""
        return self.scaled_value(0)

    def milli_value(self) -> int:
        """The amount in thousandths, rounded away from zero."""
        return self.scaled_value(-3)

    def scaled_value(self, scale: int) -> int:
        """The amount in units of 10^scale, rounded away from zero.

        Raises QuantityError (numeric) where that takes more than a million digits.
        """
        return shifted(self._amount, self._scale - scale)

    def round_up(self, scale: int) -> Quantity:
        """The next multiple of 10^scale, away from zero."""
        if self._scale >= scale:
            return self
        return _fitted(self.scaled_value(scale), scale, self._format)

    def with_format(self, format: Format) -> Quantity:
        """The same amount, printed in another family of units."""
        return _fitted(self._amount, self._scale, format)

    def as_decimal(self) -> Decimal:
        """The amount as a Decimal, exact."""
        return Decimal(f"{digits_of(self._amount)}E{self._scale}")

    def __add__(self, other: Quantity) -> Quantity:
        if other.__class__ is not Quantity:
            return NotImplemented
        unit = self._format if self._amount else other._format
        if self._scale == other._scale:
            return _new(self._amount + other._amount, self._scale, unit)
        left, right, scale = _aligned(self, other)
        return _new(left + right, scale, unit)

    def __sub__(self, other: Quantity) -> Quantity:
        if other.__class__ is not Quantity:
            return NotImplemented
        unit = self._format if self._amount else other._format
        left, right, scale = _aligned(self, other)
        return _new(left - right, scale, unit)

    def __mul__(self, factor: int | Decimal | Quantity) -> Quantity:
        """The exact product, in the format of the left operand."""
        if isinstance(factor, int):
            return _new(self._amount * factor, self._scale, self._format)
        if not isinstance(factor, (Decimal, Quantity)):
            return NotImplemented
        other = Quantity(factor)
        scale = self._scale + other._scale
        return _fitted(self._amount * other._amount, scale, self._format)

    def __rmul__(self, factor: int | Decimal) -> Quantity:
        return self * factor

    def __neg__(self) -> Quantity:
        return _new(-self._amount, self._scale, self._format)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Quantity):
            return NotImplemented
        return _compare(self, other) == 0

    def __lt__(self, other: Quantity) -> bool:
        if other.__class__ is not Quantity:
            return NotImplemented
        return _compare(self, other) < 0

    def __le__(self, other: Quantity) -> bool:
        if other.__class__ is not Quantity:
            return NotImplemented
        return _compare(self, other) <= 0

    def __gt__(self, other: Quantity) -> bool:
        if other.__class__ is not Quantity:
            return NotImplemented
        return _compare(self, other) > 0

    def __ge__(self, other: Quantity) -> bool:
        if other.__class__ is not Quantity:
            return NotImplemented
        return _compare(self, other) >= 0

    def __hash__(self) -> int:
        return hash(reduced(self._amount, self._scale))

    def __str__(self) -> str:
        if not self._amount:
            return "0"
        if self._format == "BinarySI":
            return binary_text(self._amount, self._scale)
        return decimal_text(self._amount, self._scale, self._format)

    def __repr__(self) -> str:
        return f"Quantity({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Quantity is immutable: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Quantity is immutable: cannot delete {name}")

    def __reduce__(self) -> tuple[Any, tuple[int, int, Format]]:
        return _new, (self._amount, self._scale, self._format)

    def __copy__(self) -> Quantity:
        return self

    def __deepcopy__(self, memo: object) -> Quantity:
        return self


# The slots' own setters reach past __setattr__.
_set_amount = cast(Any, Quantity.__dict__["_amount"]).__set__
_set_scale = cast(Any, Quantity.__dict__["_scale"]).__set__
_set_format = cast(Any, Quantity.__dict__["_format"]).__set__


def _new(amount: int, scale: int, unit: Format) -> Quantity:
    made = object.__new__(Quantity)
    _set_amount(made, amount)
    _set_scale(made, scale)
    _set_format(made, unit)
    return made


def _fitted(amount: int, scale: int, unit: Format) -> Quantity:
    """Binary units divide whole numbers, so their scale stays at or below 0."""
    if unit == "BinarySI" and scale > 0:
        return _new(shifted(amount, scale), 0, unit)
    return _new(amount, scale, unit)


def _from_value(value: object) -> Quantity:
    if isinstance(value, Quantity):
        return value
    if isinstance(value, str):
        return _new(*parse(str(value)))
    if isinstance(value, float):
        return _new(*from_float(value))
    if isinstance(value, Decimal):
        return _new(*from_decimal(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return _new(int(value), 0, "DecimalSI")
    raise QuantityError(
        "format", f"<{type(value).__name__}>", "neither text nor a number"
    )


# Clusters repeat few spellings; long ones are not worth keeping alive.
_parse_cached = lru_cache(maxsize=4096)(_from_value)


def _compare(a: Quantity, b: Quantity) -> int:
    left, right = a._amount, b._amount
    gap = a._scale - b._scale
    if gap and left and right:
        if abs(gap) >= len(POWERS):
            return _compare_far(a, b)
        if gap > 0:
            left *= POWERS[gap]
        else:
            right *= POWERS[-gap]
    return (left > right) - (left < right)


def _compare_far(a: Quantity, b: Quantity) -> int:
    """Compare the places of the leading digits first: 1e2147483647 cannot be written out."""
    if a.sign != b.sign:
        return a.sign
    left = len(digits_of(abs(a._amount))) + a._scale
    right = len(digits_of(abs(b._amount))) + b._scale
    if left != right:
        return a.sign if left > right else -a.sign
    # What is missing to the lower scale is below the number of digits there already.
    low = min(a._scale, b._scale)
    left = shifted(a._amount, a._scale - low)
    right = shifted(b._amount, b._scale - low)
    return (left > right) - (left < right)


def _aligned(a: Quantity, b: Quantity) -> tuple[int, int, int]:
    if not a._amount or not b._amount:
        return a._amount, b._amount, a._scale if a._amount else b._scale
    if a._scale > b._scale:
        return a._amount * power(a._scale - b._scale), b._amount, b._scale
    return a._amount, b._amount * power(b._scale - a._scale), a._scale


_ZERO: Final = _new(0, 0, "DecimalSI")
