"""What a pod requests and is limited to: the effective amounts of a pod.

Resource by resource: containers are added, the peak of init containers is the least, claims
come on top, pod-level values replace the sum and the pod's overhead is added last. Source:
component-helpers resource/helpers.go (PodRequests, PodLimits, 1.37 line).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal

from kubewright.accounting.amounts import (
    HUGE_PAGES,
    N,
    Read,
    Resources,
    add,
    is_pod_level,
    largest,
    nanos,
    raise_to,
    read_list,
)
from kubewright.accounting.claimed import Entry, always, read_entries, while_running
from kubewright.accounting.options import PodOptions

Wire = Mapping[str, Any]
What = Literal["requests", "limits"]
# The list that a container counts with: from the spec, the status, whether a resize is
# infeasible.
Leg = Callable[[Wire, Wire, bool], Any]


def _resources(container: Wire) -> Wire:
    return container.get("resources") or {}


def _spec_requests(container: Wire, status: Wire, infeasible: bool) -> Any:
    return _resources(container).get("requests")


def _allocated_requests(container: Wire, status: Wire, infeasible: bool) -> Any:
    listed = status.get("allocatedResources")
    if listed is not None or infeasible:
        return listed
    return _resources(container).get("requests")


def _actuated_requests(container: Wire, status: Wire, infeasible: bool) -> Any:
    listed = _resources(status).get("requests")
    if listed is not None:
        return listed
    return _allocated_requests(container, status, infeasible)


def _spec_limits(container: Wire, status: Wire, infeasible: bool) -> Any:
    return _resources(container).get("limits")


def _actuated_limits(container: Wire, status: Wire, infeasible: bool) -> Any:
    listed = _resources(status).get("limits")
    if listed is not None or infeasible:
        return listed
    return _resources(container).get("limits")


def is_sidecar(container: Wire) -> bool:
    """Whether an init container keeps running: restartPolicy Always."""
    return container.get("restartPolicy") == "Always"


def peak(
    regular: Iterable[Resources[N]], init: Iterable[tuple[bool, Resources[N]]]
) -> Resources[N]:
    """The most that runs at one time, of regular and (is it a sidecar?) init containers.

    A plain init container runs beside the sidecars before it, not those after it.
    """
    total: Resources[N] = {}
    for own in regular:
        add(total, own)
    sidecars: Resources[N] = {}
    most: Resources[N] = {}
    for stays, own in init:
        running = sidecars if stays else dict(own)
        add(running, own if stays else sidecars)
        if stays:
            add(total, own)
        raise_to(most, running)
    raise_to(total, most)
    return total


def resize_pending(pod: Wire) -> str | None:
    """The reason of the pod's PodResizePending condition; "" where it gives none."""
    for condition in (pod.get("status") or {}).get("conditions") or ():
        if condition.get("type") == "PodResizePending":
            return str(condition.get("reason") or "")
    return None


def pod_level(pod: Wire, member: str) -> Wire:
    """What `spec.resources` holds under `requests` or `limits`, unsupported names left out."""
    listed = ((pod.get("spec") or {}).get("resources") or {}).get(member)
    if not listed:
        return {}
    return {name: value for name, value in listed.items() if is_pod_level(name)}


def check_rest(pod: Wire) -> None:
    """Raises what reading limits, claims or names raises: sums of requests do not."""
    spec: Wire = pod.get("spec") or {}
    status: Wire = pod.get("status") or {}
    holders = [spec, status]
    for group in ("initContainers", "containers"):
        holders += spec.get(group) or ()
    for group in ("initContainerStatuses", "containerStatuses"):
        holders += status.get(group) or ()
    for holder in holders:
        if not isinstance(holder.get("name", ""), str):
            raise TypeError("found a name that is no text")
        listed = holder.get("resources")
        if listed:
            for amount in (listed.get("limits") or {}).values():
                nanos(amount)
            for row in listed.get("claims") or ():
                hash(row["name"])


def cost_key(pod: Wire) -> str:
    """Equal for pods without claims that cost the same under any options."""
    spec: Wire = pod.get("spec") or {}
    status: Wire = pod.get("status") or {}
    containers = [
        (item.get("name"), item.get("restartPolicy"), item.get("resources"))
        for group in ("initContainers", "containers")
        for item in spec.get(group) or ()
    ]
    statuses = [
        (item.get("name"), item.get("allocatedResources"), item.get("resources"))
        for group in ("containerStatuses", "initContainerStatuses")
        for item in status.get(group) or ()
    ]
    whole = (status.get("allocatedResources"), status.get("resources"))
    own = (
        spec.get("overhead"),
        spec.get("resources"),
        len(spec.get("containers") or ()),
    )
    return repr((own, containers, statuses, whole, resize_pending(pod)))


class PodSums(Generic[N]):
    """The sums of one pod under given options, in quantities or in nano units.

    Raises QuantityError, TypeError, AttributeError or KeyError for a pod that is not of the
    API's shape: `shapes.clean` says what is wrong with it.
    """

    def __init__(self, pod: Wire, options: PodOptions, read: Read[N]) -> None:
        self.pod, self.options = pod, options
        self.read: Read[N] = read
        self.spec: Wire = pod.get("spec") or {}
        self.status: Wire = pod.get("status") or {}
        self.infeasible = (
            options.use_status_resources and resize_pending(pod) == "Infeasible"
        )
        self.entries: list[Entry[N]] = (
            read_entries(self.status, read) if options.use_claim_statuses else []
        )
        self._statuses = self._status_rows()

    def requests(self) -> Resources[N]:
        """Effective requests: what the scheduler charges."""
        total = self._before_overhead("requests")
        add(total, self.overhead("requests"))
        return total

    def limits(self) -> Resources[N]:
        """Effective limits; a name without an entry is unlimited."""
        total = self._before_overhead("limits")
        add(total, self._overhead_of(total))
        return total

    def container_requests(self) -> Resources[N]:
        """Requests before pod-level values and overhead, claims included."""
        return largest(listed for _, listed in self.legs("requests"))

    def container_limits(self) -> Resources[N]:
        """Limits before pod-level values and overhead, claims included."""
        return largest(listed for _, listed in self.legs("limits"))

    def _before_overhead(self, what: What) -> Resources[N]:
        total: Resources[N] = {}
        if what == "limits" or not self.options.skip_container_level:
            total = largest(listed for _, listed in self.legs(what))
        if not self.options.skip_pod_level:
            total.update(self.pod_level(what))
        return total

    def overhead(self, what: What) -> Resources[N]:
        """The pod's own overhead; only a limit that is there and not 0 is raised by it."""
        if what == "limits":
            return self._overhead_of(self._before_overhead(what))
        if self.options.exclude_overhead:
            return {}
        return read_list(self.spec.get("overhead"), self.read)

    def _overhead_of(self, limits: Resources[N]) -> Resources[N]:
        zero = self.read("0")
        own = self.overhead("requests")
        return {name: v for name, v in own.items() if limits.get(name, zero) != zero}

    def legs(self, what: What) -> list[tuple[str, Resources[N]]]:
        """The same sum by the spec, and by what statuses say of a resize; the largest counts.

        Of an infeasible resize the statuses alone count.
        """
        use_status = self.options.use_status_resources
        if not use_status or (what == "requests" and self._settled()):
            return [("spec", self._spec(what))]
        found = [] if self.infeasible else [("spec", self._spec(what))]
        found.append(("actuated", self._actuated(what)))
        if what == "requests":
            found.append(("allocated", self._allocated()))
        return found

    def _settled(self) -> bool:
        """Whether no status differs from the spec, as on most pods: then one leg will do."""
        if self.infeasible or self.status.get("allocatedResources") is not None:
            return False
        if self.options.in_place_pod_level_resize and self.status.get("resources"):
            return False
        statuses = self._statuses
        for container in self.containers() if statuses else ():
            status = statuses.get(container["name"]) or {}
            spec = _resources(container).get("requests")
            allocated = status.get("allocatedResources")
            actuated = _resources(status).get("requests")
            if allocated is not None and allocated != spec:
                return False
            if actuated is not None and actuated != spec:
                return False
        return True

    def containers(self) -> list[Wire]:
        """Init containers, then regular ones, each in the order of the spec."""
        return [*self.init_containers(), *self.regular_containers()]

    def init_containers(self) -> Sequence[Wire]:
        """Init containers, sidecars among them."""
        return self.spec.get("initContainers") or ()

    def regular_containers(self) -> Sequence[Wire]:
        """The pod's regular containers."""
        return self.spec.get("containers") or ()

    def _status_rows(self) -> dict[str, Wire]:
        """Container statuses by name, the first of a name; regular ones come first."""
        found: dict[str, Wire] = {}
        if self.options.use_status_resources:
            for group in ("containerStatuses", "initContainerStatuses"):
                for status in self.status.get(group) or ():
                    found.setdefault(status.get("name"), status)
        return found

    def _spec(self, what: What) -> Resources[N]:
        leg = _spec_requests if what == "requests" else _spec_limits
        return self._sum(self._own_lists(leg, what), self.claimed(what))

    def _allocated(self) -> Resources[N]:
        """What kubelet has admitted. The pod's own maps hold claims, a container's do not."""
        if self._pod_maps():
            return read_list(self.status["allocatedResources"], self.read)
        lists = self._own_lists(_allocated_requests, "requests")
        return self._sum(lists, self.entries)

    def _actuated(self, what: What) -> Resources[N]:
        """What is in force, read from cgroups: claims are in it."""
        own = (self.status.get("resources") or {}).get(what)
        whole = self.options.in_place_pod_level_resize and own is not None
        if whole and (what == "limits" or self._pod_maps()):
            return read_list(own, self.read)
        leg = _actuated_requests if what == "requests" else _actuated_limits
        return self._sum(self._own_lists(leg, what), [])

    def _pod_maps(self) -> bool:
        own = (self.status.get("resources") or {}).get("requests")
        allocated = self.status.get("allocatedResources")
        both = own is not None and allocated is not None
        return self.options.in_place_pod_level_resize and both

    def _own_lists(self, leg: Leg, what: What) -> list[Resources[N]]:
        """What each container counts with by itself, in the order of `containers()`."""
        fill: Resources[N] = {}
        if what == "requests":
            fill = read_list(self.options.non_missing_container_requests, self.read)
        statuses = self._statuses
        made = []
        for container in self.containers():
            status = statuses.get(container["name"]) or {}
            listed = leg(container, status, self.infeasible)
            made.append({**fill, **read_list(listed, self.read)})
        return made

    def _sum(self, lists: list[Resources[N]], entries: list[Entry[N]]) -> Resources[N]:
        """The peak of the containers with claims: on top of it, or while a container runs."""
        lasting = always(entries) if entries else {}
        if entries and self.options.init_container_fix:
            lasting = self._add_shares(lists, entries)
        init = self.init_containers()
        total = peak(
            lists[len(init) :], zip(map(is_sidecar, init), lists, strict=False)
        )
        add(total, lasting)
        return total

    def _add_shares(
        self, lists: list[Resources[N]], entries: list[Entry[N]]
    ) -> Resources[N]:
        """Add to each container what claims add while it runs; what they add always."""
        names = [container["name"] for container in self.containers()]
        lasting, shares = while_running(entries, names)
        for name, own in zip(names, lists, strict=True):
            add(own, shares[name])
        return lasting

    def claimed(self, what: What) -> list[Entry[N]]:
        """The claim entries that count: for limits, what raises one that is there.

        A name is there if some container declares it; huge pages are in any case.
        """
        if what == "requests":
            return self.entries
        declared = {
            name
            for container in self.containers()
            for name in _resources(container).get("limits") or ()
        }
        return [
            _only(entry, lambda name: name in declared or name.startswith(HUGE_PAGES))
            for entry in self.entries
            if entry.enforced and self.options.release != "1.36"
        ]

    def spec_lists(self, what: What) -> list[Resources[N]]:
        """What each container counts with by the spec, its share of claims included."""
        leg = _spec_requests if what == "requests" else _spec_limits
        lists = self._own_lists(leg, what)
        if self.options.init_container_fix:
            self._add_shares(lists, self.claimed(what))
        return lists

    def pod_level(self, what: What) -> Resources[N]:
        """Pod-level values, which replace sums; a resize under way counts as on containers.

        Whether one is under way is seen from `status.resources`, be it empty: of an infeasible
        resize that has no pod-level status the sum of the containers is left.
        """
        if not self._has_pod_level(what):
            return {}
        found = largest(read_list(it, self.read) for it in self._pod_level_lists(what))
        return {name: value for name, value in found.items() if is_pod_level(name)}

    def _pod_level_lists(self, what: What) -> list[Any]:
        own, status = pod_level(self.pod, what), self.status.get("resources")
        resized = self.options.use_status_resources and status is not None
        if not resized or not self.options.in_place_pod_level_resize:
            return [own]
        lists: list[Any] = [(status or {}).get(what)]
        if what == "requests":
            lists.append(self.status.get("allocatedResources"))
        return lists if self.infeasible else [own, *lists]

    def _has_pod_level(self, what: What) -> bool:
        """Requests ask for pod-level requests, limits for either."""
        own = bool(pod_level(self.pod, what))
        return own or (what == "limits" and bool(pod_level(self.pod, "requests")))


def _only(entry: Entry[N], wanted: Callable[[str], bool]) -> Entry[N]:
    def part(listed: Resources[N]) -> Resources[N]:
        return {name: amount for name, amount in listed.items() if wanted(name)}

    return Entry(
        entry.claim,
        entry.containers,
        part(entry.mapping),
        part(entry.per_pod),
        part(entry.per_container),
        part(entry.zero),
    )
