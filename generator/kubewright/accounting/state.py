"""A cluster's objects with the sums that answer questions about it.

Every change costs time by the size of the object, never by that of the cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from kubewright.accounting.claims import device_of, results_of
from kubewright.accounting.demand import cleaned, read
from kubewright.accounting.extended import Classes
from kubewright.accounting.findings import Fault
from kubewright.accounting.nodes import Charge, NodeAccount, NodeSum, charge, counts
from kubewright.accounting.podclaims import claim_refs
from kubewright.accounting.pods import check_rest
from kubewright.accounting.selectors import node_ref
from kubewright.accounting.shapes import SHAPES
from kubewright.accounting.slices import DeviceId, Slices, read_slice

Wire = Mapping[str, Any]
KINDS: Final = tuple(SHAPES)
SHARED: Final = 65536  # charges remembered
NAMESPACED: Final = ("Pod", "ResourceClaim")
RESOURCE_GROUP: Final = "resource.k8s.io"


class PodRecord(NamedTuple):
    """A pod with its charge (None where it counts on no node) and the claims it is about."""

    obj: Wire
    node: str
    charge: Charge | None
    claims: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()  # claims that its status entries name


class ClaimRecord(NamedTuple):
    """A claim with the devices that are allocated to it."""

    obj: Wire
    devices: tuple[DeviceId, ...]


def key_of(obj: Wire, kind: str) -> str:
    """`namespace/name`, or the name; raises KeyError or TypeError where there is none."""
    metadata = obj["metadata"]
    name, space = metadata["name"], metadata.get("namespace") or "default"
    if not isinstance(name, str) or not isinstance(space, str) or not name:
        raise TypeError("found no name, expected metadata.name")
    return f"{space}/{name}" if kind in NAMESPACED else name


def checked_pod(obj: Wire) -> Charge:
    """What a pod costs; raises what reading any part of it raises, limits and claims too."""
    charged = charge(obj)
    check_rest(obj)
    for ref in claim_refs(obj):
        hash(ref)
    metadata: Wire = obj.get("metadata") or {}
    node = (obj.get("spec") or {}).get("nodeName")
    for name in (metadata.get("name"), metadata.get("namespace"), node):
        if not isinstance(name or "", str):
            raise TypeError("found a name that is no text")
    return charged


class State:
    """Objects by kind and key, and what follows from them."""

    def __init__(self, release: str = "1.37") -> None:
        self.release = release
        self.nodes: dict[str, Wire] = {}
        self.pods: dict[str, PodRecord] = {}
        self.claims: dict[str, ClaimRecord] = {}
        self.slices = Slices()
        self.classes = Classes()
        self.sums: dict[str, NodeSum] = {}
        self.taken: Counter[DeviceId] = Counter()
        # Pods by the claims they name, and by the node and the claims of their entries.
        self.users: dict[str, dict[str, None]] = {}
        self.holders: dict[tuple[str, str], dict[str, None]] = {}
        self.faults: dict[tuple[str, str], tuple[Fault, ...]] = {}
        self._charges: dict[Charge, Charge] = {}
        self._put: dict[str, Callable[[str, Wire], tuple[Fault, ...]]] = {
            "Node": self._put_node,
            "Pod": self._put_pod,
            "ResourceClaim": self._put_claim,
            "ResourceSlice": self._put_slice,
            "DeviceClass": self._put_class,
        }

    def put(self, kind: str, obj: Wire) -> str:
        """Add an object or replace the one of its key, which is returned.

        Raises KeyError or TypeError for an object without a name.
        """
        key = key_of(obj, kind)
        if self.has(kind, key):
            self.remove(kind, key)
        faults = self._put[kind](key, obj)
        if faults:
            self.faults[kind, key] = faults
        return key

    def has(self, kind: str, key: str) -> bool:
        """Whether there is such an object."""
        return key in self._objects(kind)

    def keys(self, kind: str) -> list[str]:
        """The keys of all objects of a kind."""
        return list(self._objects(kind))

    def remove(self, kind: str, key: str) -> None:
        """Forget an object; one that is not there is no error."""
        self.faults.pop((kind, key), None)
        if kind == "Pod" and key in self.pods:
            self._remove_pod(key)
        elif kind == "ResourceClaim" and key in self.claims:
            self._count(self.claims.pop(key).devices, -1)
        elif kind == "Node":
            self.nodes.pop(key, None)
        elif kind == "ResourceSlice":
            self.slices.remove(key)
        elif kind == "DeviceClass":
            self.classes.remove(key)

    def _objects(self, kind: str) -> Mapping[str, Any]:
        groups: dict[str, Mapping[str, Any]] = {
            "Node": self.nodes,
            "Pod": self.pods,
            "ResourceClaim": self.claims,
            "ResourceSlice": self.slices.by_name,
            "DeviceClass": self.classes.by_name,
        }
        return groups[kind]

    def _put_node(self, key: str, obj: Wire) -> tuple[Fault, ...]:
        node, faults = read(obj, "Node", read_node)
        if node is not None:
            self.nodes[key] = node
        return faults

    def _put_pod(self, key: str, obj: Wire) -> tuple[Fault, ...]:
        record, faults = read(obj, "Pod", self._pod_record)
        if record is not None:
            self.pods[key] = record
            self._add_pod(key, record)
        return faults

    def _pod_record(self, obj: Wire) -> PodRecord:
        node = (obj.get("spec") or {}).get("nodeName") or ""
        charged = checked_pod(obj)
        counted = self._shared(charged) if counts(obj) else None
        claims, entries = self._claims_of(obj)
        return PodRecord(obj, node, counted, claims, entries)

    def _claims_of(self, obj: Wire) -> tuple[tuple[str, ...], tuple[str, ...]]:
        status: Wire = obj.get("status") or {}
        rows = status.get("nodeAllocatableResourceClaimStatuses")
        own = status.get("extendedResourceClaimStatus")
        if not rows and not own and not (obj.get("spec") or {}).get("resourceClaims"):
            return (), ()
        space = key_of(obj, "Pod").partition("/")[0]
        claims = {f"{space}/{ref.claim}" for ref in claim_refs(obj) if ref.claim}
        entries = {f"{space}/{row['resourceClaimName']}" for row in rows or ()}
        return tuple(sorted(claims)), tuple(sorted(entries))

    def _shared(self, charged: Charge) -> Charge:
        """Pods of one template share one charge."""
        if len(self._charges) >= SHARED:
            self._charges.clear()
        return self._charges.setdefault(charged, charged)

    def _add_pod(self, key: str, record: PodRecord) -> None:
        if record.charge is not None:
            self.sums.setdefault(record.node, NodeSum()).add(key, record.charge)
        for claim in record.claims:
            self.users.setdefault(claim, {})[key] = None
        if record.charge is not None:
            for claim in record.entries:
                self.holders.setdefault((record.node, claim), {})[key] = None

    def _remove_pod(self, key: str) -> None:
        record = self.pods.pop(key)
        if record.charge is not None:
            summed = self.sums[record.node]
            summed.remove(key, record.charge)
            if not summed.members:
                del self.sums[record.node]
        for claim in record.claims:
            _discard(self.users, claim, key)
        for claim in record.entries if record.charge is not None else ():
            _discard(self.holders, (record.node, claim), key)

    def _put_claim(self, key: str, obj: Wire) -> tuple[Fault, ...]:
        # Claims and slices are few: what is kept of them is what can be read, no more.
        copied, faults = cleaned(obj, "ResourceClaim")
        record = read_claim(copied)
        self.claims[key] = record
        self._count(record.devices, 1)
        return faults

    def _count(self, devices: tuple[DeviceId, ...], step: int) -> None:
        for device in devices:
            self.taken[device] += step
            if not self.taken[device]:
                del self.taken[device]

    def _put_slice(self, key: str, obj: Wire) -> tuple[Fault, ...]:
        copied, faults = cleaned(obj, "ResourceSlice")
        made, more = read(copied, "ResourceSlice", read_slice)
        if made is not None:
            self.slices.put(made)
        return faults + more

    def _put_class(self, key: str, obj: Wire) -> tuple[Fault, ...]:
        _, faults = read(obj, "DeviceClass", self.classes.put)
        return faults


def read_node(obj: Wire) -> Wire:
    """The node, once what is read of it has been read."""
    NodeAccount("", obj, NodeSum(), {})
    dict(node_ref(obj).labels)
    return obj


def read_claim(obj: Wire) -> ClaimRecord:
    """The claim with its devices; administrative access takes none away."""
    taken = (
        device_of(item) for item in results_of(obj) or () if not item.get("adminAccess")
    )
    return ClaimRecord(obj, tuple(taken))


def _discard(index: dict[Any, dict[str, None]], group: Any, key: str) -> None:
    members = index[group]
    del members[key]
    if not members:
        del index[group]
