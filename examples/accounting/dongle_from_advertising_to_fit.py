"""An extended resource from advertising to fit: `example.com/dongle`.

An operator patches the node's status, kubelet copies capacity to allocatable, pods ask, and
the scheduler answers. Then the dongles move behind a device class, and slices take over.
"""

from __future__ import annotations

import json
from typing import Any

from kubewright.accounting import Cluster

DONGLE = "example.com/dongle"


def pointer(name: str) -> str:
    """A member of a JSON Pointer: first ~, then / (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def node(dongles: str | None = None) -> dict[str, Any]:
    """The node as kubelet shows it after its next status sync."""
    amounts = {"cpu": "4", "memory": "16Gi", "pods": "110"}
    if dongles is not None:
        amounts[DONGLE] = dongles
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": "edge"},
        "status": {"capacity": amounts, "allocatable": amounts},
    }


def pod(name: str, dongles: int, where: str = "") -> dict[str, Any]:
    """A pod that asks for dongles; requests and limits of an extended resource are equal."""
    amount = {DONGLE: str(dongles)}
    spec: dict[str, Any] = {
        "containers": [
            {"name": "app", "resources": {"requests": amount, "limits": amount}}
        ]
    }
    if where:
        spec["nodeName"] = where
    metadata = {"name": name, "namespace": "default"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec}


def ask(cluster: Cluster, dongles: int) -> None:
    """Print whether a new pod would fit."""
    found = cluster.fit(pod("new", dongles), node="edge")
    answer = "fits" if found.fits else ", ".join(found.reasons)
    helps = "" if found.fits or found.unresolvable else " (preemption may help)"
    print(f"{dongles} dongles: {answer}{helps}")


patch = [{"op": "add", "path": f"/status/capacity/{pointer(DONGLE)}", "value": "4"}]
print(f"PATCH /api/v1/nodes/edge/status {json.dumps(patch)}")

cluster = Cluster.load([node("4"), pod("a", 2, "edge"), pod("b", 1, "edge")])
print(f"free: {cluster.node('edge').free[DONGLE]}")
for dongles in (1, 2, 5):
    ask(cluster, dongles)

device_class = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceClass",
    "metadata": {"name": "dongles"},
    "spec": {
        "extendedResourceName": DONGLE,
        "selectors": [{"cel": {"expression": 'device.driver == "usb.example.com"'}}],
    },
}
resource_slice = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceSlice",
    "metadata": {"name": "edge-usb"},
    "spec": {
        "driver": "usb.example.com",
        "pool": {"name": "edge", "generation": 1, "resourceSliceCount": 1},
        "nodeName": "edge",
        "devices": [{"name": f"dongle-{index}"} for index in range(8)],
    },
}
cluster = Cluster.load([node(), device_class, resource_slice])
count = cluster.node("edge").devices[DONGLE]
print(f"behind class {count.device_class}: {count.free} of {count.total} free")
ask(cluster, 5)
