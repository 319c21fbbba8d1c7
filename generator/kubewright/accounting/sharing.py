"""Whether the claims of a pod are free for it.

Source: nodeallocatabledynamicresources.go (validateNodeAllocatableDRAClaimSharing), in its
1.37 form (cluster-wide, by status.reservedFor) and its 1.36 form (by the pods on the node).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kubewright.accounting.claims import ClaimTotals, read_totals
from kubewright.accounting.findings import Problem
from kubewright.accounting.podclaims import PodClaims
from kubewright.accounting.state import State

Wire = Mapping[str, Any]


def claim_problems(
    state: State, pod: Wire, node: str, claims: PodClaims
) -> Iterator[Problem]:
    """Why the pod cannot have claims that were found: in use, unreferenced, being deleted."""
    metadata: Wire = pod.get("metadata") or {}
    space = metadata.get("namespace") or "default"
    for name, totals in claims.totals.items():
        key = f"{space}/{name}"
        obj = state.claims[key].obj
        if (obj.get("metadata") or {}).get("deletionTimestamp"):
            message = "found it being deleted, expected a claim that stays"
            yield _problem(
                "claim-being-deleted", key, "metadata.deletionTimestamp", message
            )
        if state.release == "1.36":
            yield from _rules_136(state, metadata, node, key, totals, claims)
        elif _mapped_elsewhere(state, obj, metadata):
            message = "found other pods, expected this one: a claim with a mapping is not shared"
            yield _problem("mapped-claim-in-use", key, "status.reservedFor", message)


def _problem(kind: str, key: str, field: str, message: str) -> Problem:
    return Problem(kind, f"ResourceClaim {key}", field, message)


def _mapped_elsewhere(state: State, claim: Wire, pod: Wire) -> bool:
    reserved = (claim.get("status") or {}).get("reservedFor")
    if not reserved or any(_names(row, pod) for row in reserved):
        return False
    # Whether a device has a mapping is asked of all slices, not of this node's.
    return read_totals(claim, state.slices, None, state.release).mapped


def _names(row: Wire, pod: Wire) -> bool:
    """By uid; a pod from a file has none yet and goes by its name."""
    if pod.get("uid"):
        return bool(row.get("uid") == pod["uid"])
    return row.get("resource") == "pods" and row.get("name") == pod.get("name")


def _rules_136(
    state: State,
    pod: Wire,
    node: str,
    key: str,
    totals: ClaimTotals,
    claims: PodClaims,
) -> Iterator[Problem]:
    if not totals.node_allocatable:
        return
    own = f"{pod.get('namespace') or 'default'}/{pod.get('name')}"
    if any(user != own for user in state.holders.get((node, key), ())):
        message = f"found another pod on {node}, expected one consumer a node (1.36)"
        yield _problem("mapped-claim-in-use", key, "status.reservedFor", message)
    if totals and not claims.containers.get(key.partition("/")[2]):
        message = "found it in no container, expected one at least (1.36)"
        yield _problem("claim-unreferenced", key, "spec.containers", message)
