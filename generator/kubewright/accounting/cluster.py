"""A cluster's objects, and every question about what they use."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Generic, TypeVar

from kubewright.accounting.claims import ClaimTotals, read_totals
from kubewright.accounting.claimview import ClaimView, claim_view
from kubewright.accounting.demand import (
    UNREADABLE,
    PodDemand,
    cleaned,
    name_of,
    read,
)
from kubewright.accounting.extended import count_devices
from kubewright.accounting.findings import Fault
from kubewright.accounting.fit import Fit, fit
from kubewright.accounting.loading import flat
from kubewright.accounting.missing import missing
from kubewright.accounting.nodes import DeviceCount, NodeAccount, NodeSum
from kubewright.accounting.options import ASSIGNED, INCOMING, check_release
from kubewright.accounting.podclaims import PodClaims, on_wire, pod_claims
from kubewright.accounting.selectors import NodeRef, node_ref
from kubewright.accounting.sharing import claim_problems
from kubewright.accounting.slices import DeviceId
from kubewright.accounting.state import State, checked_pod, key_of
from kubewright.objects import wire_view
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
V = TypeVar("V")
Progress = Callable[[int], None]
EVERY = 1000  # objects between two reports of progress
NO_DEVICES: Mapping[DeviceId, int] = {}
ENTRIES = "nodeAllocatableResourceClaimStatuses"


class View(Mapping[str, V], Generic[V]):
    """A mapping whose values are worked out when they are asked for."""

    def __init__(self, keys: Mapping[str, Any], make: Callable[[str], V]) -> None:
        self._keys, self._make = keys, make

    def __getitem__(self, key: str) -> V:
        if key not in self._keys:
            raise KeyError(key)
        return self._make(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys


class Cluster:
    """Nodes, pods, claims, slices and device classes with what they come to.

    Pods and claims go by `namespace/name`, nodes by name. A value is worked out when it is
    asked for. What could not be used is in `faults`; all the rest counts. Raises ValueError
    for a release but 1.36 and 1.37.
    """

    def __init__(self, release: str = "1.37") -> None:
        self.release = check_release(release)
        self._state = State(release)
        self._stray: list[Fault] | deque[Fault] = []

    @classmethod
    def load(
        cls,
        objects: object,
        release: str = "1.37",
        *,
        progress: Progress | None = None,
    ) -> Cluster:
        """Read objects of any family and version, and lists of them.

        Of two objects with one key the first counts. `progress` is told how many were read.
        """
        made = cls(release)
        for index, (kind, obj) in enumerate(flat(objects, made._stray.append)):
            made._first(kind, obj)
            if progress is not None and index % EVERY == 0:
                progress(index)
        return made

    @property
    def nodes(self) -> Mapping[str, NodeAccount]:
        """Every node."""
        return View(self._state.nodes, self.node)

    @property
    def pods(self) -> Mapping[str, PodDemand]:
        """Every pod, those that count on no node too."""
        return View(self._state.pods, self.pod)

    @property
    def claims(self) -> Mapping[str, ClaimView]:
        """Every ResourceClaim."""
        return View(self._state.claims, self.claim)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What could not be used, and what objects name that is not there."""
        own = (row for rows in self._state.faults.values() for row in rows)
        return (*self._stray, *own, *missing(self._state))

    def node(self, name: str) -> NodeAccount:
        """One node; a name that only pods know has nothing allocatable."""
        return self._account(name, self._state.sums.get(name, NodeSum()))

    def pod(self, key: str, *, node: str | None = None) -> PodDemand:
        """One pod: on a node as it is charged there, else by its spec and the claims it has.

        What its claims come to is by what the node given sees of their devices, or any node;
        what a problem leaves open is not in it. Raises KeyError.
        """
        record = self._state.pods[key]
        if record.node:
            return self._demand(key, record.obj, ASSIGNED.for_release(self.release))
        found = self.pod_claims(record.obj, node=node).entries(self.release)
        placed = with_entries(record.obj, on_wire(found))
        return self._demand(key, placed, INCOMING.for_release(self.release))

    def pod_object(self, pod: object) -> Wire:
        """The part that can be read of a pod, given by key or as an object; raises KeyError."""
        return self._pod(pod)[0]

    def node_of(self, key: str) -> str:
        """The node that a pod is bound to, or ""; raises KeyError."""
        return self._state.pods[key].node

    def has_claims(self, key: str) -> bool:
        """Whether a pod names claims or has entries for them; raises KeyError."""
        record = self._state.pods[key]
        return bool(
            (record.obj.get("spec") or {}).get("resourceClaims") or record.claims
        )

    def pod_faults(self, key: str) -> tuple[Fault, ...]:
        """What of a pod could not be read."""
        return self._state.faults.get(("Pod", key), ())

    def pods_on(self, node: str) -> list[str]:
        """The keys of the pods that are charged to a node."""
        found = self._state.sums.get(node)
        return list(found.members) if found else []

    def claim(self, key: str) -> ClaimView:
        """One claim as its users read it; raises KeyError."""
        users = self._state.users.get(key, ())
        pods = ((k.partition("/")[2], self._state.pods[k].obj) for k in users)
        uids = {name: (obj["metadata"].get("uid") or "") for name, obj in pods}
        return claim_view(
            key, self._state.claims[key].obj, self.claim_totals(key), uids
        )

    def claim_object(self, key: str) -> Wire:
        """The part of a claim that could be read; raises KeyError."""
        return self._state.claims[key].obj

    def device(self, device: DeviceId, *, node: str | None = None) -> Wire | None:
        """What slices say of a device, None where the node (or no slice at all) has it."""
        if self.release == "1.36":
            return self._state.slices.body_136(device)
        return self._state.slices.body(device, self._node_ref(node))

    def claim_totals(self, key: str, *, node: str | None = None) -> ClaimTotals:
        """What a claim comes to, by what a node sees of its devices; raises KeyError."""
        obj, where = self._state.claims[key].obj, self._node_ref(node)
        return read_totals(obj, self._state.slices, where, self.release)

    def pod_claims(self, pod: object, *, node: str | None = None) -> PodClaims:
        """What the claims of a pod, given by key or as an object, come to on a node."""
        obj, where = self._pod(pod)[0], self._node_ref(node)
        space = namespace_of(obj)

        def find(name: str) -> Wire | None:
            record = self._state.claims.get(f"{space}/{name}")
            return record.obj if record else None

        return pod_claims(obj, find, self._state.slices, where, self.release)

    def status_entries(
        self, pod: object, *, node: str | None = None
    ) -> list[dict[str, Any]] | None:
        """status.nodeAllocatableResourceClaimStatuses as the scheduler would write it.

        None where a problem leaves the amounts open.
        """
        claims = self.pod_claims(pod, node=node)
        if claims.problems:
            return None
        found: list[dict[str, Any]] = on_wire(claims.entries(self.release))
        return found

    def fit(self, pod: object, *, node: str) -> Fit:
        """Whether a pod, given by key or as an object, fits a node as if it were on none yet.

        Raises KeyError for a key or a node that is not there.
        """
        obj, faults = self._pod(pod)
        account = self._account(node, self._without(obj, node), self._own_devices(obj))
        if not account.known:
            raise KeyError(node)
        claims = self.pod_claims(obj, node=node)
        claims.problems += faults
        claims.problems += claim_problems(self._state, obj, node, claims)
        return fit(obj, account, claims, self.release)

    def _first(self, kind: str, obj: Wire) -> None:
        key = self._key(kind, obj)
        if key is None:
            return
        if self._state.has(kind, key):
            message = (
                "found a second object of this name, expected one; the first counts"
            )
            self._report("duplicate-object", obj, kind, message)
        else:
            self._state.put(kind, obj)

    def _key(self, kind: str, obj: Wire) -> str | None:
        try:
            return key_of(obj, kind)
        except (AttributeError, KeyError, TypeError):
            message = "found no name, expected one; the object counts for nothing"
            self._report("no-name", obj, kind, message)
            return None

    def _report(self, row: str, obj: Wire, kind: str, message: str) -> None:
        self._stray.append(Fault(row, name_of(obj, kind), "metadata.name", message))

    def _account(
        self, name: str, summed: NodeSum, own: Mapping[DeviceId, int] = NO_DEVICES
    ) -> NodeAccount:
        obj = self._state.nodes.get(name)
        return NodeAccount(name, obj, summed, self._devices(name, obj, own))

    def _own_devices(self, pod: Wire) -> Mapping[DeviceId, int]:
        """The devices that the claim for a pod's extended resources holds: free for the pod."""
        own = (pod.get("status") or {}).get("extendedResourceClaimStatus") or {}
        key = f"{namespace_of(pod)}/{own.get('resourceClaimName')}"
        record = self._state.claims.get(key)
        return Counter(record.devices) if record else NO_DEVICES

    def _devices(
        self, name: str, obj: Wire | None, own: Mapping[DeviceId, int]
    ) -> Mapping[str, DeviceCount]:
        """What classes offer under names that no device plugin does here."""
        classes = self._state.classes
        offered = (
            NodeAccount(name, obj, NodeSum(), {}).allocatable if classes.by_name else {}
        )
        none = Quantity(0)
        names = [it for it in classes.resources() if offered.get(it, none) <= none]

        def make(resource: str) -> DeviceCount:
            found = classes.named(resource)
            if found is None:
                raise KeyError(resource)
            where = NodeRef(name, {}) if obj is None else node_ref(obj)
            return count_devices(
                found, self._state.slices.on_node(where), self._state.taken, own
            )

        return View(dict.fromkeys(names), cache(make))

    def _without(self, pod: Wire, node: str) -> NodeSum:
        """The sum of a node's other pods."""
        summed = self._state.sums.get(node, NodeSum())
        try:
            key = key_of(pod, "Pod")
        except (KeyError, TypeError):
            return summed
        record = self._state.pods.get(key)
        if record is None or record.node != node or record.charge is None:
            return summed
        if not _is_same(record.obj, pod):
            return summed
        rest = summed.copy()
        rest.remove(key, record.charge)
        return rest

    def _demand(self, key: str, obj: Wire, options: Any) -> PodDemand:
        made, _ = read(obj, "Pod", lambda it: PodDemand(it, options))
        made = PodDemand({}, options) if made is None else made
        made.faults = self.pod_faults(key)
        return made

    def _pod(self, pod: object) -> tuple[Wire, tuple[Fault, ...]]:
        """A pod by key or as an object: the part that can be read, and faults."""
        if isinstance(pod, str):
            return self._state.pods[pod].obj, self.pod_faults(pod)
        obj = wire_view(pod)
        try:
            checked_pod(obj)
        except UNREADABLE:
            return cleaned(obj, "Pod")
        return obj, ()

    def _node_ref(self, node: str | None) -> NodeRef | None:
        if node is None:
            return None
        obj = self._state.nodes.get(node)
        return NodeRef(node, {}) if obj is None else node_ref(obj)


def _is_same(one: Wire, other: Wire) -> bool:
    """Whether two objects of one name are one: not if each has a uid of its own."""
    uid, rival = ((obj.get("metadata") or {}).get("uid") for obj in (one, other))
    return not (uid and rival) or bool(uid == rival)


def namespace_of(obj: Wire) -> str:
    """The namespace of an object, "default" where it says none."""
    return (obj.get("metadata") or {}).get("namespace") or "default"


def with_entries(pod: Wire, entries: Iterable[Wire]) -> dict[str, Any]:
    """The pod with other claim entries in its status."""
    return {**pod, "status": {**(pod.get("status") or {}), ENTRIES: list(entries)}}
