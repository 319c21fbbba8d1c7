"""Devices, as resource slices of any version publish them, and how one is looked up.

Source: pkg/scheduler/framework/plugins/dynamicresources/nodeallocatabledynamicresources.go.
Upstream compares no pool generation; here only the newest generation of a pool counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kubewright.accounting.selectors import NodeRef, selects
from kubewright.objects import devices

Wire = Mapping[str, Any]


class DeviceId(NamedTuple):
    """The triple that names a device in a cluster."""

    driver: str
    pool: str
    device: str

    def __str__(self) -> str:
        return "/".join(self)


@dataclass(frozen=True, slots=True)
class Slice:
    """One ResourceSlice: its devices' bodies by name, and the nodes it reaches."""

    name: str
    driver: str
    pool: str
    generation: int
    node_name: str
    all_nodes: bool
    per_device: bool
    node_selector: Wire | None
    devices: Mapping[str, Wire]

    def reaches(self, node: NodeRef) -> bool:
        """Whether the node can see the slice; a slice of devices' own nodes it always sees."""
        if self.node_name or self.all_nodes:
            return self.all_nodes or self.node_name == node.name
        if self.node_selector is not None:
            return selects(self.node_selector, node)
        return self.per_device

    def offers(self, device: str, node: NodeRef | None) -> bool:
        """Whether the device itself is for the node."""
        body = self.devices[device]
        return node is None or not self.per_device or _own_node(body, node)


def _own_node(body: Wire, node: NodeRef) -> bool:
    selector = body.get("nodeSelector")
    return (
        body.get("nodeName") == node.name
        or body.get("allNodes") is True
        or (selector is not None and selects(selector, node))
    )


def read_slice(obj: Wire) -> Slice:
    """A ResourceSlice of any version, as wire data."""
    spec: Wire = obj.get("spec") or {}
    pool: Wire = spec.get("pool") or {}
    return Slice(
        name=(obj.get("metadata") or {}).get("name") or "",
        driver=spec["driver"],
        pool=pool["name"],
        generation=int(pool.get("generation") or 0),
        node_name=spec.get("nodeName") or "",
        all_nodes=spec.get("allNodes") is True,
        per_device=spec.get("perDeviceNodeSelection") is True,
        node_selector=spec.get("nodeSelector"),
        devices=_bodies(obj),
    )


def _bodies(obj: Wire) -> dict[str, Wire]:
    bodies: dict[str, Wire] = {}
    for device in devices(obj):
        bodies.setdefault(device.name, device.body)
    return bodies


@dataclass(slots=True)
class Slices:
    """All slices, found by pool and by node in time that does not grow with the cluster."""

    by_pool: dict[tuple[str, str], dict[str, Slice]] = field(default_factory=dict)
    by_pool_name: dict[str, dict[str, Slice]] = field(default_factory=dict)
    by_node: dict[str, dict[str, Slice]] = field(default_factory=dict)
    by_name: dict[str, Slice] = field(default_factory=dict)

    def put(self, item: Slice) -> None:
        """Add a slice, or replace the one of its name."""
        if item.name in self.by_name:
            self.remove(item.name)
        self.by_name[item.name] = item
        for group, key in self._groups(item):
            group.setdefault(key, {})[item.name] = item

    def remove(self, name: str) -> None:
        """Forget a slice; a name that is not there is no error."""
        item = self.by_name.pop(name, None)
        for group, key in self._groups(item) if item else ():
            del group[key][name]
            if not group[key]:
                del group[key]

    def _groups(self, item: Slice) -> Iterator[tuple[dict[Any, dict[str, Slice]], Any]]:
        """Slices for many nodes stand under the node name ""."""
        yield self.by_pool, (item.driver, item.pool)
        yield self.by_pool_name, item.pool
        yield self.by_node, item.node_name

    def newest(self, driver: str, pool: str) -> list[Slice]:
        """The slices of a pool's newest generation."""
        found = self.by_pool.get((driver, pool), {}).values()
        newest = max((item.generation for item in found), default=0)
        return [item for item in found if item.generation == newest]

    def body(self, device: DeviceId, node: NodeRef | None) -> Wire | None:
        """A device's body by the rule of 1.37, None where the node finds no such device."""
        for item in self.newest(device.driver, device.pool):
            if device.device in item.devices and (node is None or item.reaches(node)):
                found = item.offers(device.device, node)
                return item.devices[device.device] if found else None
        return None

    def body_136(self, device: DeviceId) -> Wire | None:
        """The same by the rule of 1.36: the first slice of the pool's name, of any driver."""
        for item in self.by_pool_name.get(device.pool, {}).values():
            if device.device in item.devices and self._is_newest(item):
                return item.devices[device.device]
        return None

    def on_node(self, node: NodeRef) -> Iterator[tuple[DeviceId, Wire]]:
        """The devices that a node can use."""
        groups = [self.by_node.get(name, {}).values() for name in (node.name, "")]
        for item in (item for group in groups for item in group):
            if item.reaches(node) and self._is_newest(item):
                for name, body in item.devices.items():
                    if item.offers(name, node):
                        yield DeviceId(item.driver, item.pool, name), body

    def _is_newest(self, item: Slice) -> bool:
        pool = self.by_pool[item.driver, item.pool].values()
        return all(other.generation <= item.generation for other in pool)
