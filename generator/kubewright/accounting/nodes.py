"""What a node offers, what is asked of it, and what is left.

Source: pkg/scheduler/framework/types.go (NodeInfo), extended-resource rules of
pkg/scheduler/framework/plugins/noderesources/fit.go.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kubewright.accounting.amounts import (
    CPU,
    MEMORY,
    PODS,
    STORAGE,
    Resources,
    is_counted,
    nanos,
    of_nanos,
    quantity,
    units,
)
from kubewright.accounting.options import ASSIGNED
from kubewright.accounting.pods import PodSums
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
# A pod's charge: name, nano units, and the units the scheduler counts, each rounded up.
Charge = tuple[tuple[str, int, int], ...]

TERMINAL: Final = ("Succeeded", "Failed")
ALWAYS: Final = (CPU, MEMORY, STORAGE, PODS)


def counts(pod: Wire) -> bool:
    """Whether a pod is charged to its node: bound, and not at its end. Deletion matters not."""
    phase = (pod.get("status") or {}).get("phase")
    return bool((pod.get("spec") or {}).get("nodeName")) and phase not in TERMINAL


def charge(pod: Wire) -> Charge:
    """What a bound pod costs its node, resize state and claim entries included."""
    sums: PodSums[int] = PodSums(pod, ASSIGNED, nanos)
    return tuple(
        (name, amount, units(name, amount))
        for name, amount in sums.requests().items()
        if is_counted(name)
    )


@dataclass(slots=True)
class NodeSum:
    """The charges of a node's pods; `rows` holds nano units, units and how many pods ask."""

    members: dict[str, None] = field(default_factory=dict)
    rows: dict[str, list[int]] = field(default_factory=dict)

    def add(self, pod: str, charged: Charge) -> None:
        """Charge a pod, by its key."""
        self.members[pod] = None
        rows = self.rows
        for name, amount, rounded in charged:
            row = rows.get(name)
            if row is None:
                rows[name] = [amount, rounded, 1]
            else:
                row[0] += amount
                row[1] += rounded
                row[2] += 1

    def copy(self) -> NodeSum:
        """The same sum, to be changed apart."""
        return NodeSum(
            dict(self.members), {k: list(row) for k, row in self.rows.items()}
        )

    def remove(self, pod: str, charged: Charge) -> None:
        """Take back what `add` charged."""
        del self.members[pod]
        for name, amount, rounded in charged:
            row = self.rows[name]
            row[0] -= amount
            row[1] -= rounded
            row[2] -= 1
            if not row[2]:
                del self.rows[name]


@dataclass(frozen=True, slots=True)
class DeviceCount:
    """The devices behind one extended resource on a node.

    `unknown` counts devices of which the class's selectors could not be worked out here; they
    are in neither of the other two.
    """

    device_class: str
    total: int
    allocated: int
    unknown: int = 0

    @property
    def free(self) -> int:
        return self.total - self.allocated


class NodeAccount:
    """One node: resource lists of `Quantity` by name, exact.

    cpu, memory, ephemeral-storage and pods are always in `requested` and `free`, other names
    where the node offers them or a pod asks for them. `free` is negative where more is asked
    than offered; `available` is `free`, never below 0. `devices` holds what dynamic resource
    allocation offers for extended resources that no device plugin does: for those names the
    arithmetic of `free` means nothing.
    """

    __slots__ = ("_sum", "allocatable", "devices", "known", "memory", "name")

    def __init__(
        self,
        name: str,
        node: Wire | None,
        summed: NodeSum,
        devices: Mapping[str, DeviceCount],
    ) -> None:
        self.name, self._sum, self.devices = name, summed, devices
        self.known = node is not None
        status: Wire = (node or {}).get("status") or {}
        listed: Wire = status.get("allocatable") or {}
        capacity: Wire = status.get("capacity") or listed
        self.memory = units(
            MEMORY, nanos(capacity.get(MEMORY))
        )  # bytes, for OOM scores
        self.allocatable: Resources[Quantity] = {
            k: quantity(v) for k, v in listed.items()
        }

    @property
    def requested(self) -> Resources[Quantity]:
        """What the node's pods ask for: the exact sum."""
        found = {name: of_nanos(self._nanos(name), name) for name in self._names()}
        return found | {PODS: Quantity(len(self._sum.members))}

    @property
    def free(self) -> Resources[Quantity]:
        """Allocatable less requested; what the node does not offer counts as 0."""
        return {
            name: self.allocatable[name] - asked if name in self.allocatable else -asked
            for name, asked in self.requested.items()
        }

    @property
    def available(self) -> Resources[Quantity]:
        """What is free, and 0 where less than nothing is."""
        zero = Quantity(0)
        return {name: max(amount, zero) for name, amount in self.free.items()}

    def offered_units(self, name: str) -> int:
        """Allocatable as the scheduler counts: milli-cpu, else whole units, rounded up."""
        found = self.allocatable.get(name)
        if found is None:
            return 0
        return found.milli_value() if name == CPU else found.value()

    def requested_units(self, name: str) -> int:
        """The sum of the pods' amounts, each rounded up."""
        if name == PODS:
            return len(self._sum.members)
        row = self._sum.rows.get(name)
        return row[1] if row else 0

    def free_units(self, name: str) -> int:
        """What the scheduler has left."""
        return self.offered_units(name) - self.requested_units(name)

    def _nanos(self, name: str) -> int:
        row = self._sum.rows.get(name)
        return row[0] if row else 0

    def _names(self) -> Iterator[str]:
        yield from ALWAYS[:3]
        others = {*self._sum.rows, *filter(is_counted, self.allocatable)}
        yield from sorted(others.difference(ALWAYS))
