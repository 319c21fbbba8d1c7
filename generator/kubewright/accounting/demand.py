"""What one pod costs, from an object of any family."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from kubewright.accounting.amounts import (
    Resources,
    nanos,
    quantity,
    read_list,
    units,
)
from kubewright.accounting.cgroups import (
    Figures,
    PodCgroup,
    QosClass,
    in_force,
    oom_score_adjust,
    qos_class,
)
from kubewright.accounting.claimed import for_container, read_entries
from kubewright.accounting.findings import Fault
from kubewright.accounting.options import INCOMING, PodOptions
from kubewright.accounting.pods import PodSums, pod_level, resize_pending
from kubewright.accounting.shapes import SHAPES, clean
from kubewright.objects import ObjectError, Wire, wire, wire_view
from kubewright.quantity import Quantity, QuantityError

T = TypeVar("T")

# What reading wire data of a wrong shape can raise.
UNREADABLE = (QuantityError, AttributeError, KeyError, TypeError, ValueError)


class PodDemand:
    """The effective amounts of a pod; each is worked out when it is first asked for.

    Resource lists hold `Quantity` by name. A name without an entry is not asked for, or has no
    limit; an entry of 0 is something else. `faults` lists what of the pod could not be read.
    """

    def __init__(self, pod: Mapping[str, Any], options: PodOptions) -> None:
        self.pod, self.options = pod, options
        self.faults: tuple[Fault, ...] = ()
        self.sums: PodSums[Quantity] = PodSums(pod, options, quantity)

    @cached_property
    def requests(self) -> Resources[Quantity]:
        """What the scheduler charges."""
        return self.sums.requests()

    @cached_property
    def limits(self) -> Resources[Quantity]:
        """What the pod may use; a name without an entry is unlimited."""
        return self.sums.limits()

    @cached_property
    def container_requests(self) -> Resources[Quantity]:
        """Requests before pod-level values and overhead, claims included."""
        return self.sums.container_requests()

    @cached_property
    def container_limits(self) -> Resources[Quantity]:
        """Limits before pod-level values and overhead, claims included."""
        return self.sums.container_limits()

    @cached_property
    def pod_level(self) -> dict[str, Resources[Quantity]]:
        """What `spec.resources` sets of names that a pod can set: `requests` and `limits`."""
        return {
            what: read_list(pod_level(self.pod, what), quantity)
            for what in ("requests", "limits")
        }

    @cached_property
    def containers(self) -> dict[str, Resources[Quantity]]:
        """What claims add to the limits of each container; independent of options but release."""
        if self.options.release == "1.36":
            return {name: {} for name in self._names()}
        entries = read_entries(self.pod.get("status") or {}, quantity)
        return {name: for_container(entries, name) for name in self._names()}

    @cached_property
    def limits_in_force(self) -> dict[str, Resources[Quantity]]:
        """The limits of each container with what claims add, and pod-level ones in their place."""
        return {
            item["name"]: in_force(
                self.pod, item, self.containers[item["name"]], quantity
            )
            for item in self.sums.containers()
        }

    @cached_property
    def qos_class(self) -> QosClass:
        """Guaranteed, Burstable or BestEffort, by the spec alone."""
        return qos_class(self.pod)

    @cached_property
    def cgroup(self) -> PodCgroup:
        """The figures of the pod's cgroup and its containers'."""
        return Figures(self.pod, self.options).pod_figures()

    @cached_property
    def rounded(self) -> dict[str, int]:
        """Requests as the scheduler compares them: milli-cpu, else whole units."""
        sums: PodSums[int] = PodSums(self.pod, self.options, nanos)
        return {name: units(name, v) for name, v in sums.requests().items()}

    @property
    def node(self) -> str:
        """The node that the pod is bound to, or ""."""
        return (self.pod.get("spec") or {}).get("nodeName") or ""

    @property
    def resize_pending(self) -> str | None:
        """The reason of a pending resize (Infeasible, Deferred, ""); None where none is."""
        return resize_pending(self.pod)

    def oom_score_adjust(self, node_memory: int) -> dict[str, int]:
        """oom_score_adj by container, on a node with so many bytes of memory capacity."""
        return oom_score_adjust(self.pod, node_memory)

    def _names(self) -> list[str]:
        """Init containers first, each kind in the order of the spec."""
        return [item["name"] for item in self.sums.containers()]


def pod_demand(pod: object, options: PodOptions = INCOMING) -> PodDemand:
    """What a pod of any family costs under the options.

    Values that cannot be read are left out and listed in `.faults`. Raises ObjectError for
    what is no object.
    """
    made, faults = read(wire_view(pod), "Pod", lambda it: _checked(it, options))
    if made is None:
        made = PodDemand({}, options)
    made.faults = faults
    return made


def _checked(pod: Mapping[str, Any], options: PodOptions) -> PodDemand:
    made = PodDemand(pod, options)
    _ = made.requests, made.limits, made.containers, made.cgroup
    return made


def read(
    obj: Mapping[str, Any], kind: str, use: Callable[[Mapping[str, Any]], T]
) -> tuple[T | None, tuple[Fault, ...]]:
    """`use` the object as it stands or, where that fails, the part that can be read.

    None where no part of it will do; the faults say why.
    """
    try:
        return use(obj), ()
    except UNREADABLE:
        copied, faults = cleaned(obj, kind)
    try:
        return use(copied), faults
    except UNREADABLE as error:
        message = f"found no usable {kind} ({error!r}), expected its required fields"
        return None, (
            *faults,
            Fault("unreadable-object", name_of(obj, kind), "", message),
        )


def cleaned(obj: Mapping[str, Any], kind: str) -> tuple[Wire, tuple[Fault, ...]]:
    """The part of an object that can be read, and a fault for each value that cannot."""
    found: list[Fault] = []
    label = name_of(obj, kind)

    def report(field: str, what: str, expected: str) -> None:
        row = "unreadable-quantity" if "quantity" in expected else "unreadable-field"
        message = f"found {what}, expected {expected}; left out of the sums"
        found.append(Fault(row, label, field, message))

    try:
        copied = clean(wire(obj), SHAPES[kind], "", report)
    except ObjectError as error:
        report(error.field, error.found, error.expected)
        copied = clean(obj, SHAPES[kind], "", report)
    return {"kind": kind, **(copied or {})}, tuple(found)


def name_of(obj: Mapping[str, Any], kind: str) -> str:
    """The object as messages name it: `Pod default/web`, `Node n1`."""
    metadata = obj.get("metadata")
    if not isinstance(metadata, Mapping):
        return kind
    name, space = metadata.get("name"), metadata.get("namespace")
    if not isinstance(space, str) and kind in ("Pod", "ResourceClaim"):
        space = "default"
    return f"{kind} {space}/{name}" if isinstance(space, str) else f"{kind} {name}"
