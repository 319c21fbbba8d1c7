"""Quantities: any text against the rules of the API server, in exact fractions.

A case is one text, or two with a zero byte between them that are compared and added.
"""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

from fuzz import edits
from fuzz.harness import Target, law
from kubewright.quantity import Quantity, QuantityError

SHAPE = re.compile(r"([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)", re.ASCII)
DECIMAL = dict(zip("num", (-9, -6, -3), strict=True)) | dict(
    zip(["", *"kMGTPE"], range(0, 21, 3), strict=True)
)
BINARY = {f"{name}i": 10 * step for step, name in enumerate("KMGTPE", 1)}
EXPONENT = re.compile(r"[eE]([+-]?\d+)", re.ASCII)
LARGEST = 2**63 - 1
NANO = Fraction(1, 10**9)
# Fractions of more digits take too long to compare.
WRITABLE = 3000
CANONICAL = re.compile(
    r"-?(?:0|[1-9]\d*)(?:[numkMGTPE]|[KMGTPE]i|e-?[1-9]\d*)?", re.ASCII
)


def expected(text: str) -> tuple[Fraction | None, str]:
    """The amount and format that the API server reads, or None and the kind of its error.

    A power too large to write out raises OverflowError.
    """
    found = SHAPE.fullmatch(text)
    if not text or not found:
        return None, "format"
    sign, whole, places, suffix = found.groups("")
    if suffix in BINARY:
        power, base, form = BINARY[suffix], 2, "BinarySI"
    elif suffix in DECIMAL:
        power, base, form = DECIMAL[suffix], 10, "DecimalSI"
    elif (exponent := EXPONENT.fullmatch(suffix)) and in_int64(exponent[1]):
        power, base, form = int(exponent[1]), 10, "DecimalExponent"
        power = (power + 2**31) % 2**32 - 2**31
    else:
        return None, "suffix"
    if max(abs(power), len(whole), len(places)) > WRITABLE:
        raise OverflowError
    if not whole + places:
        # Upstream's fast path reads no digits as 0, its exact path as no number.
        exact = power < -9 if base == 10 else power >= 50
        return (None, "numeric") if exact else (Fraction(0), form)
    amount = (
        Fraction(int(f"0{whole}{places}"), 10 ** len(places)) * Fraction(base) ** power
    )
    return limited(amount, form, -1 if sign == "-" else 1)


def in_int64(digits: str) -> bool:
    """Whether Go reads the number as an int64."""
    short = digits.lstrip("+-0") or "0"
    return (
        len(short) < 20
        and -(2**63) <= int(digits[:1].strip("+0123456789") + short) < 2**63
    )


def limited(amount: Fraction, form: str, sign: int) -> tuple[Fraction, str]:
    """The amount rounded to nano units, away from zero, and capped where it is binary."""
    amount = -(-amount // NANO) * NANO
    if form == "BinarySI":
        amount = min(amount, Fraction(LARGEST))
        form = "DecimalSI" if 0 < amount < 1 else form
    return sign * amount, form


def fraction(quantity: Quantity) -> Fraction:
    """The exact amount."""
    return Fraction(quantity.as_decimal())


def check(data: bytes) -> None:
    """One text, or two, as the rules say."""
    texts = data.decode("utf-8", "surrogateescape").split("\0")[:2]
    found = [one(text) for text in texts]
    known = [quantity for quantity in found if quantity is not None]
    if len(known) == 2:
        pair(*known)


def one(text: str) -> Quantity | None:
    """Reading, writing and rounding of one text; the quantity where it is small enough."""
    try:
        read: Quantity | QuantityError = Quantity(text)
    except QuantityError as error:
        law(str(error).startswith("quantity "), str(error))
        read = error
    try:
        amount, form = expected(text)
    except OverflowError:
        if isinstance(read, Quantity):
            far(read)
        return None
    if isinstance(read, QuantityError) or amount is None:
        law(
            getattr(read, "kind", "") == form and amount is None,
            text,
            read,
            amount,
            form,
        )
        return None
    law(fraction(read) == amount, text, read, amount)
    law(read.format == form, text, read.format, form)
    written(read)
    rounded(read)
    return read


def written(quantity: Quantity) -> None:
    """The canonical text is short, and reads as what it says."""
    text = str(quantity)
    law(CANONICAL.fullmatch(text), text)
    plain = quantity.format == "BinarySI" or not re.search(
        r"000[numkMGTP]?\Z", text.partition("e")[0]
    )
    law(plain, text)
    for form in ("DecimalExponent", quantity.format):
        again = quantity.with_format(form)  # type: ignore[arg-type]
        law(again == quantity and hash(again) == hash(quantity), text, form)
        printed = str(again)
        # A power of ten above E has a text in the exponent format alone.
        if form == "DecimalExponent" or abs(fraction(quantity)) < 10**18:
            law(Quantity(printed) == quantity, text, printed)
            # Binary amounts below a unit are printed without one, and read as decimal ones.
            law(str(Quantity(printed).with_format(again.format)) == printed, printed)


def rounded(quantity: Quantity) -> None:
    """Rounding goes away from zero by less than a unit."""
    exact = fraction(quantity)
    for scale in (-12, -9, -3, 0, 2, 18):
        unit = Fraction(10) ** scale
        count = quantity.scaled_value(scale)
        law(0 <= abs(count * unit) - abs(exact) < unit, str(quantity), scale, count)
        law(count == 0 or (count > 0) == (exact > 0), str(quantity), scale)


def pair(left: Quantity, right: Quantity) -> None:
    """Order, sum, difference and product of two are those of their fractions."""
    a, b = fraction(left), fraction(right)
    law(
        (left < right, left <= right, left == right) == (a < b, a <= b, a == b),
        left,
        right,
    )
    law((left > right, left >= right) == (a > b, a >= b), left, right)
    law(a != b or hash(left) == hash(right), left, right)
    law(fraction(left + right) == a + b, left, right)
    law(fraction(left - right) == a - b, left, right)
    law(fraction(left * right) == a * b, left, right)


def far(quantity: Quantity) -> None:
    """Numbers too large to write out are still numbers, or say that they are too large."""
    law(quantity == quantity * 1 and not quantity < quantity, "order")
    for attempt in (quantity.value, quantity.as_decimal, quantity.__str__):
        try:
            attempt()
        except QuantityError as error:
            law(error.kind == "numeric", str(error))


LONG = (
    "9223372036854775807",
    "9223372036854775808",
    "0" * 40,
    f"1{'0' * 25}",
    "1024",
    "999",
)
POWERS = (
    "2147483647",
    "2147483648",
    "4294967297",
    "9223372036854775808",
    "00007",
    "2999",
)
ALPHABET = "0123456789.+-eEinumkKMGTPi "


def digits(rng: Random) -> str:
    """Few digits or many, or a number with a meaning."""
    if rng.random() < 0.2:
        return rng.choice(LONG)
    return "".join(rng.choices("0123456789", k=rng.choice((0, 1, 2, 3, 8, 18, 30))))


def suffix(rng: Random) -> str:
    """A unit, or an exponent."""
    if rng.random() < 0.7:
        return rng.choice((*DECIMAL, *BINARY))
    power = str(rng.randrange(40)) if rng.random() < 0.8 else rng.choice(POWERS)
    return f"{rng.choice('eE')}{rng.choice(('', '+', '-'))}{power}"


def text(rng: Random) -> str:
    """A quantity, mostly."""
    if rng.random() < 0.2:
        return "".join(rng.choices(ALPHABET, k=rng.randrange(12)))
    if rng.random() < 0.05:
        return edits.text(rng)
    sign, point = rng.choice(("", "", "+", "-")), rng.choice(("", "."))
    return f"{sign}{digits(rng)}{point}{digits(rng) if point else ''}{suffix(rng)}"


def make(rng: Random) -> bytes:
    """One text, or two."""
    texts = [text(rng) for _ in range(rng.randint(1, 2))]
    return "\0".join(texts).encode("utf-8", "surrogatepass")


TARGET = Target("quantity", make, check, raw=True)
