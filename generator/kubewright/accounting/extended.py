"""Extended resources that device classes offer: names, classes and the devices behind them.

Sources: dynamic-resource-allocation deviceclass/extendedresourcecache, and the claim builder in
pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go (KEP-5004).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kubewright.accounting.amounts import IMPLICIT, quantity
from kubewright.accounting.cel import Selector, compiled
from kubewright.accounting.nodes import DeviceCount
from kubewright.accounting.pods import is_sidecar
from kubewright.accounting.slices import DeviceId

Wire = Mapping[str, Any]
MAX_NAME: Final = 63  # of a class with an implicit name: it becomes part of a label key
MAX_DEVICES: Final = 32  # AllocationResultsMaxSize


@dataclass(frozen=True, slots=True)
class DeviceClass:
    """A class: the extended resource it stands for (or ""), and what its devices must be."""

    name: str
    resource: str
    created: str
    selectors: tuple[Selector | None, ...]

    def matches(self, device: DeviceId, body: Wire) -> bool | None:
        """Whether the class takes the device; None where a selector is beyond us."""
        answers = [it and it(device.driver, body) for it in self.selectors]
        if False in answers:
            return False
        return None if None in answers else True


def read_class(obj: Wire) -> DeviceClass:
    """A DeviceClass of any version, as wire data."""
    metadata: Wire = obj["metadata"]
    spec: Wire = obj.get("spec") or {}
    texts = (
        (it.get("cel") or {}).get("expression") for it in spec.get("selectors") or ()
    )
    return DeviceClass(
        name=metadata["name"],
        resource=spec.get("extendedResourceName") or "",
        created=metadata.get("creationTimestamp") or "",
        selectors=tuple(compiled(text or "") for text in texts),
    )


@dataclass(slots=True)
class Classes:
    """Device classes by name and by the extended resource they stand for."""

    by_name: dict[str, DeviceClass] = field(default_factory=dict)
    by_resource: dict[str, dict[str, DeviceClass]] = field(default_factory=dict)

    def put(self, obj: Wire) -> DeviceClass:
        """Add a class, or replace the one of its name."""
        made = read_class(obj)
        self.remove(made.name)
        self.by_name[made.name] = made
        if made.resource:
            self.by_resource.setdefault(made.resource, {})[made.name] = made
        return made

    def remove(self, name: str) -> None:
        """Forget a class; a name that is not there is no error."""
        made = self.by_name.pop(name, None)
        if made is not None and made.resource:
            del self.by_resource[made.resource][name]

    def named(self, resource: str) -> DeviceClass | None:
        """The class behind an extended resource: of several the newest, then the first by name."""
        if resource.startswith(IMPLICIT):
            name = resource.removeprefix(IMPLICIT)
            return self.by_name.get(name) if len(name) <= MAX_NAME else None
        found = sorted(
            self.by_resource.get(resource, {}).values(), key=lambda it: it.name
        )
        return max(found, key=lambda it: it.created, default=None)

    def resources(self) -> Iterator[str]:
        """Every name that a class stands behind, its implicit one too."""
        yield from (name for name, found in self.by_resource.items() if found)
        yield from (IMPLICIT + name for name in self.by_name if len(name) <= MAX_NAME)


def count_devices(
    found: DeviceClass,
    devices: Iterable[tuple[DeviceId, Wire]],
    taken: Mapping[DeviceId, int],
    own: Mapping[DeviceId, int],
) -> DeviceCount:
    """The devices of a class among those that a node can use; `own` of those taken are free."""
    total = allocated = unknown = 0
    for device, body in devices:
        answer = found.matches(device, body)
        total += answer is True
        unknown += answer is None
        held = taken.get(device, 0) > own.get(device, 0)
        allocated += answer is True and held
    return DeviceCount(found.name, total, allocated, unknown)


def devices_wanted(pod: Wire, resource: str) -> int:
    """The devices that the scheduler's claim for a pod asks for under one resource.

    Long-running containers keep theirs; a plain init container first uses those of the
    long-running ones after it, and the largest shortfall comes on top. An amount that is not
    whole is passed over, as the claim builder does.
    """
    spec: Wire = pod.get("spec") or {}
    later = sum(_amount(item, resource) for item in spec.get("containers") or ())
    shortfall = 0
    for item in reversed(spec.get("initContainers") or ()):
        own = _amount(item, resource)
        if is_sidecar(item):
            later += own
        else:
            shortfall = max(shortfall, own - later)
    return later + shortfall


def _amount(container: Wire, resource: str) -> int:
    listed = (container.get("resources") or {}).get("requests") or {}
    amount = quantity(listed.get(resource))
    return amount.value() if amount.round_up(0) == amount and amount.sign > 0 else 0
