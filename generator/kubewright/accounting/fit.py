"""Whether a pod fits a node, and if not why, in the scheduler's words.

Sources: pkg/scheduler/framework/plugins/noderesources/fit.go and 1.37
dynamicresources/nodeallocatabledynamicresources.go. Both plugins are taken together here: the
reasons count spec, claims and neighbours at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from kubewright.accounting.amounts import (
    CPU,
    PODS,
    is_counted,
    is_huge_page,
    quantity,
    read_list,
)
from kubewright.accounting.claimed import for_container
from kubewright.accounting.demand import name_of
from kubewright.accounting.extended import MAX_DEVICES, devices_wanted
from kubewright.accounting.findings import Notice, Problem
from kubewright.accounting.nodes import NodeAccount
from kubewright.accounting.options import PodOptions
from kubewright.accounting.podclaims import PodClaims
from kubewright.accounting.pods import PodSums, pod_level
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
Code = Literal["Success", "Unschedulable", "UnschedulableAndUnresolvable", "Error"]

TOO_MANY: Final = "Too many pods"
# Problems that end a scheduling attempt with an error; all others no preemption can cure.
ERRORS: Final = ("consumed-capacity-missing", "device-not-found")


@dataclass(frozen=True, slots=True)
class Fit:
    """The answer for one pod and one node.

    `reasons` are shortages in the scheduler's words, `problems` what else stands against it.
    `unresolvable` says that evicting other pods cannot help. `demand` and `free` are in
    milli-cpu and whole units, by the names that the pod asks for.
    """

    node: str
    reasons: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    notices: tuple[Notice, ...] = ()
    too_large: bool = False
    demand: Mapping[str, int] = field(default_factory=dict)
    free: Mapping[str, int] = field(default_factory=dict)
    pod_slots_free: int = 0

    @property
    def fits(self) -> bool:
        return not self.reasons and not self.problems

    @property
    def unresolvable(self) -> bool:
        return self.too_large or any(it.kind not in ERRORS for it in self.problems)

    @property
    def code(self) -> Code:
        """The worst of all findings, as a status of the scheduler framework."""
        if any(problem.kind in ERRORS for problem in self.problems):
            return "Error"
        if self.unresolvable:
            return "UnschedulableAndUnresolvable"
        return "Unschedulable" if self.reasons else "Success"


def fit(pod: Wire, node: NodeAccount, claims: PodClaims, release: str) -> Fit:
    """Whether the pod fits the node with claims as they come to there."""
    entries = claims.entries(release)
    status = {
        **(pod.get("status") or {}),
        "nodeAllocatableResourceClaimStatuses": entries,
    }
    placed = {**pod, "status": status}
    sums: PodSums[Quantity] = PodSums(placed, PodOptions(release=release), quantity)
    demand = {
        name: devices_wanted(pod, name) if name in node.devices else _units(name, v)
        for name, v in sums.requests().items()
    }
    claimed = any(totals.node_allocatable for totals in claims.totals.values())
    short = sorted(_short(node, demand, claimed))
    slots = node.free_units(PODS)
    problems = [*claims.problems, *_not_covered(placed, sums, release)]
    return Fit(
        node=node.name,
        reasons=(TOO_MANY,) * (slots < 1) + tuple(f"Insufficient {it}" for it in short),
        problems=(*problems, *_device_cap(pod, node, demand)),
        notices=(*claims.notices, *_unknown_devices(pod, node, demand)),
        too_large=any(demand[name] > _offered(node, name) for name in short),
        demand=demand,
        free={name: _free(node, name) for name in demand},
        pod_slots_free=slots,
    )


def _units(name: str, amount: Quantity) -> int:
    return amount.milli_value() if name == CPU else amount.value()


def _short(
    node: NodeAccount, demand: Mapping[str, int], claimed: bool
) -> Iterator[str]:
    """Names of which too little is left.

    Who asks for 0 is not compared, even where less than nothing is left; with claims that
    does not hold for huge pages.
    """
    for name, wanted in demand.items():
        asks = wanted > 0 or (claimed and is_huge_page(name))
        if asks and is_counted(name) and wanted > _free(node, name):
            yield name


def _offered(node: NodeAccount, name: str) -> int:
    behind = node.devices.get(name)
    return behind.total if behind else node.offered_units(name)


def _free(node: NodeAccount, name: str) -> int:
    behind = node.devices.get(name)
    return behind.free if behind else node.free_units(name)


def _unknown_devices(
    pod: Wire, node: NodeAccount, demand: Mapping[str, int]
) -> Iterator[Notice]:
    for name in demand:
        unknown = node.devices[name].unknown if name in node.devices else 0
        if unknown:
            message = (
                f"found {unknown} devices on {node.name} that a selector of the class for "
                f"{name} may take; it says more than is read here, so they are not counted"
            )
            yield Notice("devices-unknown", name_of(pod, "Pod"), name, message)


def _device_cap(
    pod: Wire, node: NodeAccount, demand: Mapping[str, int]
) -> Iterator[Problem]:
    """One claim carries all devices of a pod's extended resources, and a claim has a cap."""
    wanted = sum(amount for name, amount in demand.items() if name in node.devices)
    if wanted > MAX_DEVICES:
        message = f"found {wanted} devices, expected at most {MAX_DEVICES} in one claim"
        yield Problem(
            "too-many-devices", name_of(pod, "Pod"), "spec.containers", message
        )


def _not_covered(pod: Wire, sums: PodSums[Quantity], release: str) -> Iterator[Problem]:
    """Pod-level values that are smaller than containers and claims together."""
    if not sums.entries:
        return
    inside = sums.container_requests()
    for name, own in read_list(pod_level(pod, "requests"), quantity).items():
        if name in inside and inside[name] > own:
            yield _too_small(pod, "request", name, own, inside[name])
    if release != "1.36":
        yield from _limits_not_covered(pod, sums)


def _limits_not_covered(pod: Wire, sums: PodSums[Quantity]) -> Iterator[Problem]:
    limits = read_list(
        ((pod.get("spec") or {}).get("resources") or {}).get("limits"), quantity
    )
    inside = sums.container_limits()
    for name, own in limits.items():
        if is_huge_page(name):
            largest = inside.get(name, own)
        else:
            largest = max(_container_limits(pod, sums, name), default=own)
        if largest > own:
            yield _too_small(pod, "limit", name, own, largest)


def _container_limits(
    pod: Wire, sums: PodSums[Quantity], name: str
) -> Iterator[Quantity]:
    """Each regular container's limit with all that its claims add; init ones go unchecked."""
    for container in (pod.get("spec") or {}).get("containers") or ():
        listed = (container.get("resources") or {}).get("limits") or {}
        if name in listed:
            added = for_container(sums.entries, container["name"])
            own = quantity(listed[name])
            yield own + added[name] if name in added else own


def _too_small(
    pod: Wire, what: str, name: str, own: Quantity, inside: Quantity
) -> Problem:
    message = (
        f"found {own} for the pod, expected at least {inside}: containers and claims"
    )
    field = f"spec.resources.{what}s[{name}]"
    return Problem(f"pod-level-{what}-too-small", name_of(pod, "Pod"), field, message)
