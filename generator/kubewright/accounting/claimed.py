"""What claims add to a pod: the entries of status.nodeAllocatableResourceClaimStatuses.

The entries are the scheduler's result and the only thing that later accounting reads. Their
shape changed between 1.36 (`resources`) and 1.37 (`mapping`, `overhead`); which one an entry
has is seen from its fields. Source: component-helpers resource/helpers.go.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from kubewright.accounting.amounts import N, Read, Resources, add


@dataclass(frozen=True, slots=True)
class Entry(Generic[N]):
    """What one claim adds: `mapping` and `per_pod` once, `per_container` for each container.

    `zero` holds a 0 for each name with an
    overhead row: upstream makes an entry for it even where the row adds nothing. `enforced`
    is false for the 1.36 shape, of which kubelet takes no notice.
    """

    claim: str
    containers: tuple[str, ...]
    mapping: Resources[N]
    per_pod: Resources[N] = field(default_factory=dict)
    per_container: Resources[N] = field(default_factory=dict)
    zero: Resources[N] = field(default_factory=dict)
    enforced: bool = True


def read_entries(status: Mapping[str, Any], read: Read[N]) -> list[Entry[N]]:
    """The entries of a pod's status; a container named twice counts once."""
    listed = status.get("nodeAllocatableResourceClaimStatuses") or ()
    return [_entry(item, read) for item in listed]


def _entry(item: Mapping[str, Any], read: Read[N]) -> Entry[N]:
    containers = tuple(dict.fromkeys(item.get("containers") or ()))
    claim, flat = item.get("resourceClaimName") or "", item.get("resources")
    if flat and not item.get("mapping") and not item.get("overhead"):
        mapping = {name: read(value) for name, value in flat.items()}
        return Entry(claim, containers, mapping, enforced=False)
    overhead = item.get("overhead") or ()
    return Entry(
        claim,
        containers,
        _sum(item.get("mapping") or (), "quantity", read),
        _sum(overhead, "perPod", read),
        _sum(overhead, "perContainer", read),
        {row["name"]: read("0") for row in overhead},
    )


def _sum(rows: Iterable[Mapping[str, Any]], amount: str, read: Read[N]) -> Resources[N]:
    total: Resources[N] = {}
    for row in rows:
        if row.get(amount) is not None:
            add(total, {row["name"]: read(row[amount])})
    return total


def always(entries: Iterable[Entry[N]]) -> Resources[N]:
    """All that the entries add to the pod, by the rule of 1.37.0: for its whole life."""
    total: Resources[N] = {}
    for entry in entries:
        add(total, entry.mapping)
        add(total, _overhead(entry, len(entry.containers)))
    return total


def _overhead(entry: Entry[N], containers: int) -> Resources[N]:
    total = dict(entry.zero)
    add(total, entry.per_pod)
    if containers:
        add(total, {k: v * containers for k, v in entry.per_container.items()})
    return total


def for_container(entries: Iterable[Entry[N]], container: str) -> Resources[N]:
    """What the entries add to the limits of one container: all of a claim that it names."""
    total: Resources[N] = {}
    for entry in entries:
        if entry.enforced and container in entry.containers:
            add(total, entry.mapping)
            add(total, _overhead(entry, 1))
    return total


def while_running(
    entries: Iterable[Entry[N]], known: Iterable[str]
) -> tuple[Resources[N], dict[str, Resources[N]]]:
    """What is charged always, and what while a container runs, by the later rule.

    The share of a container that the pod does not have is charged always.
    """
    shares: dict[str, Resources[N]] = {name: {} for name in known}
    lasting: Resources[N] = {}
    for entry in entries:
        add(lasting, entry.mapping)
        add(lasting, entry.per_pod)
        for container in entry.containers:
            add(shares.get(container, lasting), entry.per_container)
    return lasting, shares
