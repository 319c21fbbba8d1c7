"""What a device with shared capacity hands out for what a claim asks.

Source: dynamic-resource-allocation structured allocator (consumable capacity, 1.37 line).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kubewright.accounting.amounts import nanos, quantity
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]


def consumed_capacity(capacity: Wire, asked: Any = None) -> Quantity | None:
    """The consumed capacity for a request against a device's `capacity[key]`.

    Nothing asked gives the policy's default, else the whole value. With a policy the request
    is rounded up to what the policy allows, without one it passes as it is. None where no
    allowed amount is enough, or where it is more than the device has. Raises QuantityError.
    """
    whole, policy = quantity(capacity.get("value")), capacity.get("requestPolicy") or {}
    if asked is None:
        asked = policy.get("default")
    if asked is None:
        return whole
    found = _allowed(quantity(asked), policy)
    return None if found is None or found > whole else found


def _allowed(asked: Quantity, policy: Wire) -> Quantity | None:
    if policy.get("validValues"):
        values = map(quantity, policy["validValues"])
        return min((value for value in values if value >= asked), default=None)
    if policy.get("validRange"):
        return _in_range(asked, policy["validRange"])
    return asked


def _in_range(asked: Quantity, allowed: Wire) -> Quantity | None:
    low = quantity(allowed.get("min"))
    found = max(asked, low)
    step = nanos(allowed.get("step"))
    if step:
        steps = -(-nanos(found - low) // step)
        found = low + quantity(allowed["step"]) * steps
    largest = allowed.get("max")
    return None if largest is not None and found > quantity(largest) else found
