"""Amounts and use as people read them, for tables of at most 100 columns."""

from __future__ import annotations

from kubewright.quantity import Quantity

WIDTH = 100
BAR = 12
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")
_BYTES = ("memory", "ephemeral-storage")


def readable(name: str, amount: Quantity) -> str:
    """Cores, bytes in 1024-units, or a count: `31.85`, `120.7 GiB`, `8`."""
    if name in _BYTES or name.startswith("hugepages-"):
        return _bytes(amount)
    value = amount.as_decimal()
    if abs(value) >= 100_000:
        return str(amount)
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _bytes(amount: Quantity) -> str:
    value = float(amount.as_decimal())
    for unit in _UNITS:
        if abs(value) < 1024 or unit == _UNITS[-1]:
            return f"{value:.1f}".removesuffix(".0") + f" {unit}"
        value /= 1024
    raise AssertionError("the last unit takes every value")


def bar(used: Quantity, offered: Quantity | None, *, plain: bool = False) -> str:
    """How much of an offer is used: a bar and per cent; `over` above what is offered."""
    full, empty = ("#", ".") if plain else ("█", "░")
    if offered is None or offered.sign <= 0:
        return f"{empty * BAR}   {'over' if used.sign > 0 else '-'}"
    share = used.as_decimal() / offered.as_decimal()
    filled = min(BAR, max(0, int(share * BAR + (share > 0))))
    text = "over" if share > 1 else f"{share:.0%}"
    return f"{full * filled}{empty * (BAR - filled)} {text:>5}"


def short(text: str, width: int) -> str:
    """Text cut in the middle where it is too wide, so that both ends tell names apart."""
    if len(text) <= width:
        return text
    head = (width - 1) // 2
    return f"{text[:head]}…{text[len(text) - (width - 1 - head):]}"
