"""What kubelet sets on the cgroups of a pod and its containers, and how likely they are killed.

CPU shares and weight have no unit, quotas are in microseconds a period, memory and huge pages
in bytes. Sources: pkg/kubelet/cm/helpers_linux.go and pkg/kubelet/qos/policy.go for the general
rules, KEP-5517 and its end-to-end test for the part of claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from kubewright.accounting.amounts import (
    CPU,
    MEMORY,
    N,
    Read,
    Resources,
    add,
    is_huge_page,
    nanos,
    quantity,
    read_list,
    units,
)
from kubewright.accounting.claimed import Entry, for_container, read_entries
from kubewright.accounting.options import PodOptions
from kubewright.accounting.pods import PodSums, is_sidecar, pod_level
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
QosClass = Literal["Guaranteed", "Burstable", "BestEffort"]

PERIOD: Final = 100_000  # microseconds
UNLIMITED: Final = -1
MIN_SHARES, MAX_SHARES = 2, 262_144
MIN_QUOTA = 1_000
FIXED_ADJUST: Final = {"Guaranteed": -997, "BestEffort": 1000}
LEAST_ADJUST, MOST_ADJUST = 3, 999  # of a Burstable container
QOS_RESOURCES = (CPU, MEMORY)


@dataclass(frozen=True, slots=True)
class Cgroup:
    """The figures of one cgroup; `cpu_quota` is -1 and `memory_max` None where unlimited."""

    cpu_shares: int
    cpu_quota: int = UNLIMITED
    cpu_period: int = PERIOD
    memory_max: int | None = None
    huge_pages: Mapping[str, int] = field(default_factory=dict)

    @property
    def cpu_weight(self) -> int:
        """The shares on the scale of cgroup v2."""
        return cpu_weight(self.cpu_shares)


@dataclass(frozen=True, slots=True)
class PodCgroup(Cgroup):
    """The figures of the pod's cgroup, and of each container's by name."""

    containers: Mapping[str, Cgroup] = field(default_factory=dict)


def cpu_shares(milli: int) -> int:
    """CPU shares of a request in milli-cpu."""
    return max(MIN_SHARES, min(milli * 1024 // 1000, MAX_SHARES))


def cpu_weight(shares: int) -> int:
    """The cgroup v2 weight that goes with cgroup v1 shares."""
    return 1 + (shares - 2) * 9999 // 262_142


def cpu_quota(milli: int, period: int = PERIOD) -> int:
    """The quota of a limit in milli-cpu, in microseconds; 0 is no limit."""
    return max(milli * period // 1000, MIN_QUOTA) if milli else UNLIMITED


def qos_class(pod: Wire) -> QosClass:
    """The class by the spec alone: cpu and memory of the pod level if set, else of containers.

    Claims have no say in it. Source: pkg/apis/core/v1/helper/qos.
    """
    spec: Wire = pod.get("spec") or {}
    own = bool(pod_level(pod, "requests") or pod_level(pod, "limits"))
    holders = [spec] if own else list(_containers(pod))
    requests, limits, bounded = _qos_sums(holders)
    if not requests and not limits:
        return "BestEffort"
    equal = bounded and requests == limits
    return "Guaranteed" if equal else "Burstable"


def _qos_sums(holders: list[Wire]) -> tuple[Resources[int], Resources[int], bool]:
    """Requests, limits, and whether every holder limits both cpu and memory."""
    requests: Resources[int] = {}
    limits: Resources[int] = {}
    bounded = True
    for holder in holders:
        listed = holder.get("resources") or {}
        own = _above_zero(listed.get("limits"))
        add(requests, _above_zero(listed.get("requests")))
        add(limits, own)
        bounded = bounded and len(own) == len(QOS_RESOURCES)
    return requests, limits, bounded


def _above_zero(listed: Wire | None) -> Resources[int]:
    found = ((name, nanos((listed or {}).get(name))) for name in QOS_RESOURCES)
    return {name: amount for name, amount in found if amount > 0}


def _containers(pod: Wire) -> Iterator[Wire]:
    spec = pod.get("spec") or {}
    yield from spec.get("initContainers") or ()
    yield from spec.get("containers") or ()


class Figures:
    """Works out the cgroup figures of one pod; claims as its status entries say."""

    def __init__(self, pod: Wire, options: PodOptions) -> None:
        options = PodOptions(
            use_claim_statuses=options.use_claim_statuses,
            init_container_fix=options.init_container_fix,
            release=options.release,
        )
        self.pod, self.qos = pod, qos_class(pod)
        self.sums: PodSums[int] = PodSums(pod, options, nanos)
        self.enforced = options.release != "1.36"
        self.pod_limits = read_list(pod_level(pod, "limits"), nanos)

    @cached_property
    def limits(self) -> Resources[int]:
        return self.sums.limits()

    def pod_figures(self) -> PodCgroup:
        """The pod's cgroup. A BestEffort pod has least shares and no limit, claims or not."""
        containers = {
            item["name"]: self.container(item) for item in _containers(self.pod)
        }
        pages = _pages(self.limits)
        if self.qos == "BestEffort":
            return PodCgroup(MIN_SHARES, huge_pages=pages, containers=containers)
        limit = {
            name: self.limits.get(name, 0)
            for name in QOS_RESOURCES
            if self._limited(name)
        }
        return PodCgroup(
            cpu_shares=cpu_shares(units(CPU, self._shares_request())),
            cpu_quota=cpu_quota(units(CPU, limit.get(CPU, 0))),
            memory_max=_bytes(limit.get(MEMORY)),
            huge_pages=pages,
            containers=containers,
        )

    def _shares_request(self) -> int:
        requests = (
            self.sums.requests() if self.enforced else self._unclaimed().requests()
        )
        return requests.get(CPU, 0)

    def _unclaimed(self) -> PodSums[int]:
        return PodSums(self.pod, PodOptions(use_claim_statuses=False), nanos)

    def _limited(self, name: str) -> bool:
        """Whether the pod's cgroup has a limit: the pod states one, or all containers do."""
        if self.qos == "Guaranteed" or self.pod_limits.get(name):
            return True
        listed = (
            (item.get("resources") or {}).get("limits") or {}
            for item in _containers(self.pod)
        )
        return all(nanos(limits.get(name)) for limits in listed)

    def container(self, container: Wire) -> Cgroup:
        """One container's cgroup: its own request for shares, its limit and claims on top."""
        listed = container.get("resources") or {}
        requests = read_list(listed.get("requests"), nanos)
        limits = read_list(listed.get("limits"), nanos)
        in_force = self.limits_in_force(container)
        return Cgroup(
            cpu_shares=cpu_shares(units(CPU, requests.get(CPU, limits.get(CPU, 0)))),
            cpu_quota=cpu_quota(units(CPU, in_force.get(CPU, 0))),
            memory_max=_bytes(in_force.get(MEMORY)),
            huge_pages=_pages(in_force),
        )

    def limits_in_force(self, container: Wire) -> Resources[int]:
        """Limits that kubelet sets on a container, in nano units."""
        added = for_container(self.sums.entries, container["name"])
        return in_force(self.pod, container, added if self.enforced else {}, nanos)


def in_force(
    pod: Wire, container: Wire, added: Resources[N], read: Read[N]
) -> Resources[N]:
    """Limits that kubelet sets on a container, with what claims add to it.

    Claims raise a declared limit. A name without one takes the pod's limit as it is, or stays
    unlimited; huge pages count from 0.
    """
    own = read_list((container.get("resources") or {}).get("limits"), read)
    whole = read_list(pod_level(pod, "limits"), read)
    total = {name: v for name, v in whole.items() if name in QOS_RESOURCES}
    total.update(own)
    add(total, {n: v for n, v in added.items() if n in own or is_huge_page(n)})
    return total


def _bytes(amount: int | None) -> int | None:
    return units(MEMORY, amount) if amount else None


def _pages(limits: Mapping[str, int]) -> dict[str, int]:
    return {name: units(name, v) for name, v in limits.items() if is_huge_page(name)}


def oom_score_adjust(pod: Wire, node_memory: int) -> dict[str, int]:
    """oom_score_adj of each container on a node with so many bytes of memory capacity.

    A Burstable container counts its request, its share of the claims it names and of what the
    pod requests above its containers. A sidecar is not killed before the regular container
    with the smallest request. Source: pkg/kubelet/qos/policy.go. Raises ValueError for a node
    without memory.
    """
    if node_memory <= 0:
        raise ValueError(f"node memory: found {node_memory}, expected bytes above 0")
    qos = "Guaranteed" if _is_node_critical(pod) else qos_class(pod)
    if qos in FIXED_ADJUST:
        return {item["name"]: FIXED_ADJUST[qos] for item in _containers(pod)}
    rest, regular = _unassigned_memory(pod), (pod.get("spec") or {}).get("containers")
    least = min(map(_memory_request, regular or ()), default=0)
    result = {}
    for item in _containers(pod):
        memory = _memory_request(item) + _claim_memory(pod, item["name"])
        if is_sidecar(item):
            memory = max(memory, least)
        result[item["name"]] = _adjust(memory + rest, node_memory)
    return result


def _adjust(memory: int, node_memory: int) -> int:
    return max(LEAST_ADJUST, min(1000 - 1000 * memory // node_memory, MOST_ADJUST))


def _is_node_critical(pod: Wire) -> bool:
    return (pod.get("spec") or {}).get("priorityClassName") == "system-node-critical"


def _memory_request(container: Wire) -> int:
    listed = (container.get("resources") or {}).get("requests") or {}
    return units(MEMORY, nanos(listed.get(MEMORY)))


def _claim_memory(pod: Wire, container: str) -> int:
    """Shared parts divided by the containers that name the claim, each division rounded down."""
    entries = read_entries(pod.get("status") or {}, quantity)
    return sum(
        _entry_memory(e) for e in entries if e.enforced and container in e.containers
    )


def _entry_memory(entry: Entry[Quantity]) -> int:
    shared = (entry.mapping.get(MEMORY), entry.per_pod.get(MEMORY))
    parts = [amount.value() // len(entry.containers) for amount in shared if amount]
    own = entry.per_container.get(MEMORY)
    return sum(parts) + (own.value() if own else 0)


def _unassigned_memory(pod: Wire) -> int:
    """What the pod requests above its containers, divided by all of them."""
    listed = pod_level(pod, "requests")
    own = units(MEMORY, nanos(listed.get(MEMORY)))
    if not own:
        return 0
    bare: PodSums[int] = PodSums(pod, PodOptions(use_claim_statuses=False), nanos)
    aggregate = units(MEMORY, bare.container_requests().get(MEMORY, 0))
    return _towards_zero(own - aggregate, len(list(_containers(pod))) or 1)


def _towards_zero(amount: int, parts: int) -> int:
    return amount // parts if amount >= 0 else -(-amount // parts)
