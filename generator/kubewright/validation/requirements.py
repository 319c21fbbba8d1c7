"""Amounts that containers and pods ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kubewright.objects import Wire
from kubewright.quantity import Quantity, QuantityError
from kubewright.validation import names
from kubewright.validation.cursor import At, read_quantity
from kubewright.validation.findings import Release

Amounts = dict[str, Quantity]
NameCheck = Callable[[At, str], None]

_CONTAINER = frozenset({"cpu", "memory", "ephemeral-storage"})
_INTEGER = frozenset(
    {
        *("pods", "resourcequotas", "services", "replicationcontrollers", "secrets"),
        *("configmaps", "persistentvolumeclaims", "services.nodeports"),
        "services.loadbalancers",
    }
)
_STANDARD = _CONTAINER | _INTEGER | {"storage", "requests.storage"}
_STANDARD |= {
    f"{side}.{name}" for side in ("requests", "limits") for name in _CONTAINER
}
_HUGE_PREFIXES = ("hugepages-", "requests.hugepages-", "limits.hugepages-")


def is_huge_page(resource: str) -> bool:
    """Whether a resource is huge pages of one size."""
    return resource.startswith("hugepages-")


def overcommits(resource: str) -> bool:
    """Whether a limit may exceed the request: native resources but for huge pages."""
    return names.is_native(resource) and not is_huge_page(resource)


def is_integer(resource: str) -> bool:
    """Whether only whole amounts of a resource make sense."""
    return resource in _INTEGER or names.is_extended(resource)


def resource_name(at: At, name: str) -> bool:
    """A standard name or a label key; says whether the name passed."""
    if not names.is_label_key(name):
        at.fail("resources/name", name)
        return False
    if (
        "/" not in name
        and name not in _STANDARD
        and not name.startswith(_HUGE_PREFIXES)
    ):
        at.fail("resources/unknown", name)
        return False
    return True


def container_name(at: At, name: str) -> None:
    """A resource that a container may ask for."""
    resource_name(at, name)
    if "/" not in name:
        if name not in _CONTAINER and not is_huge_page(name):
            at.fail("resources/container-name", name)
    elif not names.is_native(name) and not names.is_extended(name):
        at.fail("resources/extended-name", name)


def pod_name(at: At, name: str) -> None:
    """A resource that a pod may ask for as a whole."""
    if resource_name(at, name) and not names.is_node_allocatable(name):
        at.fail("resources/pod-name", name)


def requirements(
    at: At, check_name: NameCheck, requests: Amounts, limits: Amounts
) -> None:
    """Requests and limits, each amount and the two together.

    `requests` and `limits` hold the amounts after defaulting, so that an amount given as limit
    only is reported under both.
    """
    for side, amounts in (("limits", limits), ("requests", requests)):
        given = at.get(side)
        for name in sorted(amounts.keys() | dict(given.entries()).keys()):
            place = At(None, f"{given.path}[{name}]", at.report)
            check_name(place, name)
            if name in amounts:
                _amount(place, name, amounts[name])
            else:
                given.key(name).quantity()
    for name in sorted(requests):
        _pair(at, name, requests[name], limits.get(name))
    asked = requests.keys() | limits.keys()
    if any(map(is_huge_page, asked)) and asked.isdisjoint({"cpu", "memory"}):
        at.fail("resources/huge-pages-alone")


def _amount(at: At, name: str, amount: Quantity) -> None:
    value = str(amount)
    if amount.sign < 0:
        at.fail("resources/negative", value)
    if is_integer(name) and not is_whole(amount, at.report.release):
        at.fail("resources/integer", value)
    if is_huge_page(name) and not _fills_pages(name, amount):
        message = f"{value} is not positive integer multiple of {name}"
        at.fail("resources/page-size", value, message)


def is_whole(amount: Quantity, release: Release) -> bool:
    """Before 1.37 the server looked at thousandths, rounded up."""
    if release < (1, 37):
        return amount.milli_value() % 1000 == 0
    return amount.round_up(0) == amount


def _fills_pages(name: str, amount: Quantity) -> bool:
    try:
        page = Quantity(name.removeprefix("hugepages-"))
    except QuantityError:
        return False
    whole = page.sign > 0 and page.milli_value() % 1000 == 0
    return whole and amount.value() % page.value() == 0


def _pair(at: At, name: str, request: Quantity, limit: Quantity | None) -> None:
    if limit is None:
        if not overcommits(name):
            at.get("limits").fail(
                "resources/limit-required", None, f"a limit of {name} must be set"
            )
    elif request != limit and not overcommits(name):
        message = f"must be equal to {name} limit of {limit}"
        at.get("requests").fail("resources/equal", str(request), message)
    elif request > limit:
        message = f"must be less than or equal to {name} limit of {limit}"
        at.get("requests").fail("resources/above-limit", str(request), message)


def amounts(side: object) -> Amounts:
    """The amounts of a map that can be read; the others are reported where they stand."""
    given = side.items() if isinstance(side, Mapping) else ()
    read = ((name, _readable(value)) for name, value in given)
    return {name: amount for name, amount in read if amount is not None}


def _readable(value: object) -> Quantity | None:
    try:
        return read_quantity(value)
    except QuantityError:
        return None


def defaulted(resources: Wire | None) -> tuple[Amounts, Amounts]:
    """Requests and limits of a container: what lacks a request asks for its limit."""
    given = resources if isinstance(resources, Mapping) else {}
    limits = amounts(given.get("limits"))
    return limits | amounts(given.get("requests")), limits
