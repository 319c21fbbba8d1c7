"""What objects of a cluster name that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from kubewright.accounting.claims import read_totals
from kubewright.accounting.findings import Fault
from kubewright.accounting.state import State


def missing(state: State) -> Iterator[Fault]:
    """Faults between objects: unknown nodes, claims and devices."""
    yield from _nodes(state)
    yield from _claims(state)
    yield from _devices(state)


def _nodes(state: State) -> Iterator[Fault]:
    for node, summed in state.sums.items():
        if node not in state.nodes:
            message = f"found {node}, expected a node of the cluster; its pods are summed apart"
            for pod in summed.members:
                yield Fault("unknown-node", f"Pod {pod}", "spec.nodeName", message)


def _claims(state: State) -> Iterator[Fault]:
    for claim, pods in state.users.items():
        if claim not in state.claims:
            message = f"found no ResourceClaim {claim}, expected it; what it adds is not known"
            for pod in pods:
                yield Fault(
                    "claim-not-found", f"Pod {pod}", "spec.resourceClaims", message
                )


def _devices(state: State) -> Iterator[Fault]:
    """Devices that no slice holds, and allocations that cannot be worked out."""
    for key, record in state.claims.items():
        totals = read_totals(record.obj, state.slices, None, state.release)
        own = state.faults.get(("ResourceClaim", key), ())
        for row in (*totals.problems, *totals.notices):
            if row.kind != "claim-not-allocated" and row not in own:
                yield row
