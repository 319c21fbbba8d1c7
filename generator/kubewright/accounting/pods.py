"""What a pod requests and is limited to: the effective amounts of a pod.

Resource by resource: containers are added, the peak of init containers is the least, claims
come on top, pod-level values replace the sum and the pod's overhead is added last. Source:
component-helpers resource/helpers.go (PodRequests, PodLimits, 1.37 line).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic

from kubewright.accounting.amounts import (
    HUGE_PAGES,
    N,
    Read,
    Resources,
    add,
    is_pod_level,
    largest,
    raise_to,
    read_list,
)
from kubewright.accounting.claimed import Entry, always, read_entries, while_running
from kubewright.accounting.options import PodOptions

Wire = Mapping[str, Any]
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
    listed = ((pod.get("spec") or {}).get("resources") or {}).get(member) or {}
    return {name: value for name, value in listed.items() if is_pod_level(name)}


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

    def requests(self) -> Resources[N]:
        """Effective requests: what the scheduler charges."""
        total = (
            {} if self.options.skip_container_level else dict(self.container_requests())
        )
        if not self.options.skip_pod_level and pod_level(self.pod, "requests"):
            total.update(self._pod_level_requests())
        if not self.options.exclude_overhead:
            add(total, read_list(self.spec.get("overhead"), self.read))
        return total

    def limits(self) -> Resources[N]:
        """Effective limits; a name without an entry is unlimited."""
        total = dict(self.container_limits())
        if not self.options.skip_pod_level:
            total.update(self._pod_level_limits())
        if not self.options.exclude_overhead:
            overhead = read_list(self.spec.get("overhead"), self.read)
            zero = self.read("0")
            add(
                total, {k: v for k, v in overhead.items() if total.get(k, zero) != zero}
            )
        return total

    def container_requests(self) -> Resources[N]:
        """Requests before pod-level values and overhead, claims included."""
        if not self.options.use_status_resources or self._settled():
            return self._peak(_spec_requests, self.entries)
        legs = [self._allocated(), self._actuated()]
        if not self.infeasible:
            legs.insert(0, self._peak(_spec_requests, self.entries))
        return largest(legs)

    def container_limits(self) -> Resources[N]:
        """Limits before pod-level values and overhead, claims included."""
        if not self.options.use_status_resources:
            return self._spec_limits()
        actuated = self._actuated_limits()
        return actuated if self.infeasible else largest([self._spec_limits(), actuated])

    def _settled(self) -> bool:
        """Whether no status differs from the spec, as on most pods: then one leg will do."""
        if self.infeasible or self.status.get("allocatedResources") is not None:
            return False
        if self.options.in_place_pod_level_resize and self.status.get("resources"):
            return False
        statuses = self._statuses()
        for container in self.containers():
            spec = _resources(container).get("requests")
            status = statuses.get(container["name"]) or {}
            if spec != _allocated_requests(container, status, False):
                return False
            if spec != _actuated_requests(container, status, False):
                return False
        return True

    def containers(self) -> list[Wire]:
        """Init containers, then regular ones, each in the order of the spec."""
        return [*self._init(), *(self.spec.get("containers") or ())]

    def _init(self) -> Iterable[Wire]:
        return self.spec.get("initContainers") or ()

    def _statuses(self) -> dict[str, Wire]:
        """Container statuses by name, the first of a name; regular ones come first."""
        found: dict[str, Wire] = {}
        if self.options.use_status_resources:
            for group in ("containerStatuses", "initContainerStatuses"):
                for status in self.status.get(group) or ():
                    found.setdefault(status.get("name"), status)
        return found

    def _allocated(self) -> Resources[N]:
        """What kubelet has admitted. The pod's own maps hold claims, a container's do not."""
        if self._pod_maps():
            return read_list(self.status["allocatedResources"], self.read)
        return self._peak(_allocated_requests, self.entries)

    def _actuated(self) -> Resources[N]:
        """What is in force, read from cgroups: claims are in it."""
        if self._pod_maps():
            return read_list(self.status["resources"]["requests"], self.read)
        return self._peak(_actuated_requests, [])

    def _pod_maps(self) -> bool:
        own = (self.status.get("resources") or {}).get("requests")
        allocated = self.status.get("allocatedResources")
        both = own is not None and allocated is not None
        return self.options.in_place_pod_level_resize and both

    def _peak(self, leg: Leg, entries: list[Entry[N]]) -> Resources[N]:
        fill = self.options.non_missing_container_requests
        return self._with_claims(leg, read_list(fill, self.read), entries)

    def _with_claims(
        self, leg: Leg, fill: Resources[N], entries: list[Entry[N]]
    ) -> Resources[N]:
        shares: dict[str, Resources[N]] = {}
        lasting = always(entries) if entries else {}
        if entries and self.options.init_container_fix:
            names = [container["name"] for container in self.containers()]
            lasting, shares = while_running(entries, names)
        statuses = self._statuses()

        def own(container: Wire) -> Resources[N]:
            name = container["name"]
            listed = leg(container, statuses.get(name) or {}, self.infeasible)
            total = {**fill, **read_list(listed, self.read)}
            add(total, shares.get(name) or {})
            return total

        total = peak(
            map(own, self.spec.get("containers") or ()),
            ((is_sidecar(item), own(item)) for item in self._init()),
        )
        add(total, lasting)
        return total

    def _spec_limits(self) -> Resources[N]:
        """Claims raise a limit that some container declares, and huge pages in any case."""
        declared = {
            name
            for container in self.containers()
            for name in _resources(container).get("limits") or ()
        }
        entries = [
            _only(entry, lambda name: name in declared or name.startswith(HUGE_PAGES))
            for entry in self.entries
            if entry.enforced and self.options.release != "1.36"
        ]
        return self._with_claims(_spec_limits, {}, entries)

    def _actuated_limits(self) -> Resources[N]:
        own = (self.status.get("resources") or {}).get("limits")
        if self.options.in_place_pod_level_resize and own is not None:
            return read_list(own, self.read)
        return self._with_claims(_actuated_limits, {}, [])

    def _pod_level_requests(self) -> Resources[N]:
        own = (self.status.get("resources") or {}).get("requests")
        return self._pod_level("requests", [own, self.status.get("allocatedResources")])

    def _pod_level_limits(self) -> Resources[N]:
        own = (self.status.get("resources") or {}).get("limits")
        return self._pod_level("limits", [own])

    def _pod_level(self, member: str, statuses: list[Any]) -> Resources[N]:
        legs: list[Any] = [pod_level(self.pod, member)]
        resized = self.options.use_status_resources
        if (
            resized
            and self.options.in_place_pod_level_resize
            and any(listed is not None for listed in statuses)
        ):
            legs = statuses if self.infeasible else [*legs, *statuses]
        found = largest(read_list(listed, self.read) for listed in legs)
        return {name: value for name, value in found.items() if is_pod_level(name)}


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
