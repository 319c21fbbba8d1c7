"""Resource lists: names with amounts, and the families of names that rules tell apart.

An amount is a `Quantity`, or a whole number of nano units where only the value counts: both
are exact, and sums of numbers are some ten times faster. Families of names are those of
pkg/apis/core/v1/helper/helpers.go and pkg/scheduler/util/utils.go (1.37 line).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, TypeVar

from kubewright.quantity import Quantity, QuantityError

N = TypeVar("N", int, Quantity)
Read = Callable[[Any], N]
Resources = dict[str, N]

CPU: Final = "cpu"
MEMORY: Final = "memory"
STORAGE: Final = "ephemeral-storage"
PODS: Final = "pods"
HUGE_PAGES: Final = "hugepages-"
IMPLICIT: Final = "deviceclass.resource.kubernetes.io/"  # before the name of a class

NANO: Final = 10**9
MILLI: Final = 10**6
# No device or node offers more; sums and products of it can still be printed.
LARGEST: Final = Quantity("1e60")
_CACHED, _CACHED_LENGTH = 65536, 32

_EXTENDED = re.compile(
    r"(?!requests\.)(?=[^/]{1,244}/)[a-z0-9]([-a-z0-9]*[a-z0-9])?"
    r"(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
)


def quantity(value: Any) -> Quantity:
    """An amount as the API's decoder reads it; raises QuantityError, also beyond LARGEST."""
    if isinstance(value, Quantity):
        return value
    found = _read(value)
    if _may_be_large(value) and not -LARGEST <= found <= LARGEST:
        raise QuantityError("numeric", value, f"beyond {LARGEST}")
    return found


def _may_be_large(value: Any) -> bool:
    """Whether a value is no short text without an exponent."""
    return type(value) is not str or len(value) > _CACHED_LENGTH or "e" in value.lower()


def _read(value: Any) -> Quantity:
    if type(value) is str:
        try:
            return Quantity(value)
        except QuantityError:
            pass
    return Quantity.from_json(value)


def nanos(value: Any) -> int:
    """The same in nano units, exact: text finer than nano is rounded up when it is read."""
    if type(value) is str and len(value) <= _CACHED_LENGTH:
        return _nanos_of_text(value)
    return quantity(value).scaled_value(-9)


@lru_cache(maxsize=_CACHED)
def _nanos_of_text(text: str) -> int:
    return quantity(text).scaled_value(-9)


def of_nanos(amount: int, name: str) -> Quantity:
    """Nano units as a quantity, in the unit that a node's amount of `name` is written in."""
    exact = Quantity(Decimal(f"{amount}E-9"))
    binary = name in (MEMORY, STORAGE) or name.startswith(HUGE_PAGES)
    return exact.with_format("BinarySI") if binary else exact


def units(name: str, amount: int) -> int:
    """Nano units as the scheduler counts: milli-cpu, else whole units, rounded away from 0."""
    step = MILLI if name == CPU else NANO
    return -(-amount // step) if amount > 0 else amount // step


def read_list(listed: Mapping[str, Any] | None, read: Read[N]) -> Resources[N]:
    """A resource list of the wire; raises QuantityError for an amount that is none."""
    return {name: read(value) for name, value in listed.items()} if listed else {}


def add(total: Resources[N], other: Mapping[str, N]) -> None:
    """Add name by name; a name that is new keeps its amount."""
    for name, amount in other.items():
        total[name] = total[name] + amount if name in total else amount


def raise_to(total: Resources[N], other: Mapping[str, N]) -> None:
    """Take the larger amount name by name."""
    for name, amount in other.items():
        if name not in total or amount > total[name]:
            total[name] = amount


def largest(lists: Iterable[Mapping[str, N]]) -> Resources[N]:
    """The largest amount of each name in any of the lists."""
    result: Resources[N] = {}
    for listed in lists:
        raise_to(result, listed)
    return result


def is_huge_page(name: str) -> bool:
    return name.startswith(HUGE_PAGES)


def is_pod_level(name: str) -> bool:
    """Whether `spec.resources` of a pod can name the resource."""
    return name in (CPU, MEMORY) or name.startswith(HUGE_PAGES)


@lru_cache(maxsize=4096)
def is_extended(name: str) -> bool:
    """Whether the name is one that a device plugin or a device class can offer."""
    return "kubernetes.io/" not in name and _EXTENDED.fullmatch(name) is not None


@lru_cache(maxsize=4096)
def is_counted(name: str) -> bool:
    """Whether the scheduler keeps a sum for the name; it looks past all others."""
    return (
        name in (CPU, MEMORY, STORAGE)
        or name.startswith((HUGE_PAGES, "attachable-volumes-"))
        or "kubernetes.io/" in name
        or is_extended(name)
    )
