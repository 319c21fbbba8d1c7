"""Amounts of nodes and of limit ranges."""

from __future__ import annotations

from kubewright.validation.cursor import At
from kubewright.validation.requirements import (
    amounts,
    is_integer,
    is_whole,
    overcommits,
)


def node(at: At, old: At) -> None:
    """A node's capacity and allocatable: values only, the server does not look at names."""
    for side in ("capacity", "allocatable"):
        for name, value in at.get("status").get(side).entries():
            place = At(value.value, f"status.{side}.{name}", at.report)
            amount = place.quantity()
            if amount is None:
                continue
            if amount.sign < 0:
                place.fail("node/negative", str(amount))
            if is_integer(name) and not is_whole(amount, at.report.release):
                place.fail("node/integer", str(amount))


def limit_range(at: At, old: At) -> None:
    """The defaults of a limit range: equal where a resource cannot be overcommitted."""
    for item in at.get("spec").get("limits").items():
        defaults = amounts(item.get("default").value)
        requests = amounts(item.get("defaultRequest").value)
        for name in sorted(defaults.keys() & requests.keys()):
            if not overcommits(name) and defaults[name] != requests[name]:
                place = item.get("defaultRequest").key(name)
                message = f"must equal the default of {defaults[name]}"
                place.fail("limit-range/equal", str(requests[name]), message)
