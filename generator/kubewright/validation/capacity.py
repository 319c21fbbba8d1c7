"""What a device can be asked for: capacity values and the policies of requests."""

from __future__ import annotations

from kubewright.quantity import Quantity
from kubewright.validation.common import fits
from kubewright.validation.cursor import At

_LARGEST = Quantity(2**63 - 1)
_ZERO = Quantity(0)


def single_capacity(at: At) -> None:
    """Capacity of a device that one claim takes whole: any amount, no policy."""
    at.get("value").quantity()
    if at.get("requestPolicy").present:
        at.get("requestPolicy").fail("policy/single")


def multiple_capacity(at: At) -> None:
    """Capacity that several claims share, with the policy of their requests."""
    value, policy = at.get("value").quantity() or _ZERO, at.get("requestPolicy")
    default = policy.get("default").quantity()
    values, span = policy.get("validValues"), policy.get("validRange")
    if values.items() and span.present:
        return policy.fail("policy/both")
    if not values.items() and not span.present:
        return None
    if not policy.get("default").present:
        return policy.get("default").fail("policy/default-required")
    if default is None:
        return None
    if values.items():
        return _valid_values(values, default, value)
    return _valid_range(span, default, value)


def _valid_values(at: At, default: Quantity, value: Quantity) -> None:
    """Values in order, each within the capacity, the default among them.

    Over ten items none is looked at, so the default counts as missing too.
    """
    options = [item.quantity() or _ZERO for item in at.items()]
    for item, before, option in zip(at.items()[1:], options, options[1:], strict=False):
        if before > option:
            item.fail("policy/values-order", item.value)
    found = False
    if fits(at, 10, "policy/values-many"):
        found = default in options
        _options(at, options, value)
    if not found:
        at.fail("policy/default-value", str(default))


def _options(at: At, options: list[Quantity], value: Quantity) -> None:
    fractional = at.report.enabled("DRAFractionalCapacityRange")
    seen: set[object] = set()
    for item, option in zip(at.items(), options, strict=True):
        if option > value:
            item.fail("policy/value-large", item.value)
        key: object = option if fractional else option.value()
        if key in seen:
            item.fail("policy/value-duplicate", item.value)
        seen.add(key)


def _valid_range(at: At, default: Quantity, value: Quantity) -> None:
    low, high, step = (at.get(name).quantity() for name in ("min", "max", "step"))
    if not at.get("min").present:
        return at.get("min").fail("policy/min-required")
    if low is None:
        return None
    if low > value:
        at.get("min").fail("policy/min", str(low))
    _default_in_range(at, default, low, high)
    if high is not None and low > high:
        at.get("max").fail("policy/max", str(low))
    if high is not None and high > value:
        at.get("max").fail("policy/max", str(high))
    return _steps(at, (default, low, high, step), value)


def _default_in_range(
    at: At, default: Quantity, low: Quantity, high: Quantity | None
) -> None:
    """1.37 reports a default out of range at `default`, 1.36 at the bound it crosses."""
    for bound, crossed in (
        ("min", default < low),
        ("max", high is not None and default > high),
    ):
        if crossed:
            at.get("default").fail("policy/default-range", str(default))
            at.get(bound).fail("policy/default-range-1.36", str(default))


Bounds = tuple[Quantity, Quantity, Quantity | None, Quantity | None]


def _steps(at: At, bounds: Bounds, value: Quantity) -> None:
    default, low, high, step = bounds
    fractional = any(q is not None and q.round_up(0) != q for q in bounds)
    milli = fractional and at.report.enabled("DRAFractionalCapacityRange")
    if milli and not _representable(at, bounds, -3):
        return None
    if step is None:
        return None
    if step <= _ZERO:
        return at.get("step").fail("policy/step", str(step))
    if low + step > value:
        at.get("step").fail("policy/step", str(step))
    if not milli and not _representable(at, bounds, 0):
        return None
    scale = -3 if milli else 0
    unit, start = step.scaled_value(scale), low.scaled_value(scale)
    for bound in (default, high):
        if bound is not None and (bound.scaled_value(scale) - start) % unit:
            at.get("step").fail("policy/step-multiple", str(bound))
    return None


def _representable(at: At, bounds: Bounds, scale: int) -> bool:
    """Whether each bound fits the server's 64 bits: in [0, 2^63-1], or exact in thousandths."""
    fits_all = True
    for name, bound in zip(("default", "min", "max", "step"), bounds, strict=True):
        if bound is None:
            continue
        exact = scale == 0 or bound.round_up(scale) == bound
        within = (
            -_LARGEST <= bound * 10**-scale <= _LARGEST
            if scale
            else _ZERO <= bound <= _LARGEST
        )
        if not (exact and within):
            at.get(name).fail("policy/bounds", str(bound))
            fits_all = False
    return fits_all
