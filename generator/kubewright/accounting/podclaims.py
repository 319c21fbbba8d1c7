"""The claims of a pod, and the status entries that the scheduler would write for them.

Sources: dynamic-resource-allocation resourceclaim (Name), and 1.37
nodeallocatabledynamicresources.go (buildNodeAllocatableDRAInfo).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kubewright.accounting.claims import ClaimTotals, read_totals
from kubewright.accounting.demand import name_of
from kubewright.accounting.findings import Finding, Notice, Problem
from kubewright.accounting.selectors import NodeRef
from kubewright.accounting.slices import Slices
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
FindClaim = Callable[[str], "Wire | None"]  # by the name of the object


class ClaimRef(NamedTuple):
    """One claim of a pod: its name in the pod (None for the scheduler's own) and the object's.

    `claim` is None where there is none: `created` tells "not needed" from "not yet made".
    """

    local: str | None
    claim: str | None
    created: bool = True


def claim_refs(pod: Wire) -> Iterator[ClaimRef]:
    """The claims of a pod's spec, then the one for its extended resources."""
    status: Wire = pod.get("status") or {}
    made = {
        row["name"]: row.get("resourceClaimName")
        for row in status.get("resourceClaimStatuses") or ()
    }
    for row in (pod.get("spec") or {}).get("resourceClaims") or ():
        name = row["name"]
        if row.get("resourceClaimName") is not None:
            yield ClaimRef(name, row["resourceClaimName"])
        else:
            yield ClaimRef(name, made.get(name), created=name in made)
    own = (status.get("extendedResourceClaimStatus") or {}).get("resourceClaimName")
    if own:
        yield ClaimRef(None, own)


@dataclass(slots=True)
class PodClaims:
    """What the claims of a pod come to on a node.

    `totals` holds the claims that were found, by object name; `containers` which containers
    name each. `problems` are those that leave the totals open.
    """

    totals: dict[str, ClaimTotals] = field(default_factory=dict)
    containers: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def entries(self, release: str) -> list[dict[str, Any]]:
        """Status entries as on the wire, their amounts as quantities."""
        shape = _entry_136 if release == "1.36" else _entry
        return [
            shape(name, self.containers.get(name, ()), totals)
            for name, totals in sorted(self.totals.items())
            if totals
        ]


def pod_claims(
    pod: Wire, find: FindClaim, slices: Slices, node: NodeRef | None, release: str
) -> PodClaims:
    """The claims of a pod, by what a node sees of their devices."""
    made, label = PodClaims(), name_of(pod, "Pod")
    locals_: dict[str, str] = {}
    for index, ref in enumerate(claim_refs(pod)):
        where = f"spec.resourceClaims[{index}]"
        if ref.claim is None:
            if not ref.created:
                made.problems.append(_not_created(label, where, ref))
            continue
        if ref.local is not None:
            locals_[ref.local] = ref.claim
        claim = find(ref.claim)
        if claim is None:
            made.problems.append(_not_found(label, where, ref.claim))
        elif ref.claim not in made.totals:
            _add_claim(made, ref.claim, read_totals(claim, slices, node, release))
    _add_containers(made, pod, label, locals_)
    return made


def _add_claim(made: PodClaims, name: str, totals: ClaimTotals) -> None:
    made.totals[name] = totals
    made.problems += totals.problems
    made.notices += totals.notices


def _not_created(label: str, where: str, ref: ClaimRef) -> Problem:
    message = (
        f"found no status.resourceClaimStatuses entry for {ref.local}, expected one: the "
        "claim of the template is not made yet"
    )
    return Problem("claim-not-created", label, where, message)


def _not_found(label: str, where: str, claim: str) -> Problem:
    message = f"found no ResourceClaim {claim}, expected it in the pod's namespace"
    return Problem("claim-not-found", label, where, message)


def _add_containers(
    made: PodClaims, pod: Wire, label: str, locals_: Mapping[str, str]
) -> None:
    """Init containers, then regular ones, each once a claim however often it names it.

    The value of a user says whether it has been seen twice, so that one notice is enough.
    """
    spec: Wire = pod.get("spec") or {}
    found: dict[str, dict[str, bool]] = {}
    for group in ("initContainers", "containers"):
        for index, container in enumerate(spec.get(group) or ()):
            where = f"spec.{group}[{index}].resources.claims"
            for claim in _named(container, locals_):
                users, name = found.setdefault(claim, {}), container["name"]
                if users.get(name) is False and made.totals.get(claim):
                    made.notices.append(_named_twice(label, where, claim))
                users[name] = name in users
    made.containers = {claim: tuple(users) for claim, users in found.items()}


def _named(container: Wire, locals_: Mapping[str, str]) -> Iterator[str]:
    """The claims a container names; which request of a claim it names makes no difference."""
    for row in (container.get("resources") or {}).get("claims") or ():
        if row["name"] in locals_:
            yield locals_[row["name"]]


def _named_twice(label: str, where: str, claim: str) -> Notice:
    message = (
        f"found the claim {claim} more than once, counted it once: the scheduler would list "
        "the container twice, which the API server refuses"
    )
    return Finding("duplicate-reference", label, where, message)


def _entry(
    name: str, containers: tuple[str, ...], totals: ClaimTotals
) -> dict[str, Any]:
    mapping = [{"name": k, "quantity": v} for k, v in sorted(totals.mapping.items())]
    overhead: list[dict[str, Any]] = []
    for resource in sorted({*totals.per_pod, *totals.per_container}):
        row: dict[str, Any] = {"name": resource}
        if resource in totals.per_pod:
            row["perPod"] = totals.per_pod[resource]
        if resource in totals.per_container:
            row["perContainer"] = totals.per_container[resource]
        overhead.append(row)
    parts = {"containers": list(containers), "mapping": mapping, "overhead": overhead}
    return {"resourceClaimName": name} | {k: v for k, v in parts.items() if v}


def _entry_136(
    name: str, containers: tuple[str, ...], totals: ClaimTotals
) -> dict[str, Any]:
    entry: dict[str, Any] = {"resourceClaimName": name}
    if containers:
        entry["containers"] = list(containers)
    return entry | {"resources": dict(sorted(totals.mapping.items()))}


def on_wire(value: Any) -> Any:
    """The same with quantities as text, rounded up to what the API can hold: a nano unit."""
    if isinstance(value, Quantity):
        return str(value.round_up(-9))
    if isinstance(value, dict):
        return {key: on_wire(item) for key, item in value.items()}
    return [on_wire(item) for item in value] if isinstance(value, list) else value
