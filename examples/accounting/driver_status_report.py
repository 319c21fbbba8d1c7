"""A DRA driver reports on the devices of a claim; its users read which of them are ready.

The driver patches `status.devices` of the ResourceClaim. A report belongs to an allocated
device by driver, pool, device and share ID; one that fits no device is an orphan.
"""

from __future__ import annotations

from typing import Any

from kubewright.accounting import Cluster


def report(device: str, ready: str, reason: str) -> dict[str, Any]:
    """One entry of status.devices, as the driver writes it."""
    return {
        "driver": "nic.example.com",
        "pool": "node-a",
        "device": device,
        "conditions": [
            {
                "type": "Ready",
                "status": ready,
                "reason": reason,
                "message": "",
                "lastTransitionTime": "2026-11-29T12:00:00Z",
            }
        ],
        "networkData": {"interfaceName": f"net-{device}", "ips": ["192.0.2.5/24"]},
    }


def result(device: str) -> dict[str, str]:
    """One allocated device, as the scheduler wrote it."""
    return {
        "request": "nic",
        "driver": "nic.example.com",
        "pool": "node-a",
        "device": device,
    }


claim = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "nics", "namespace": "default", "uid": "c-1"},
    "spec": {
        "devices": {
            "requests": [{"name": "nic", "exactly": {"deviceClassName": "nic"}}]
        }
    },
    "status": {
        "allocation": {"devices": {"results": [result("nic-0"), result("nic-1")]}},
        "reservedFor": [{"resource": "pods", "name": "web", "uid": "p-1"}],
        "devices": [
            report("nic-0", "True", "Configured"),
            report("nic-1", "False", "NoCarrier"),
            report("nic-7", "True", "LeftOver"),
        ],
    },
}

view = Cluster.load([claim]).claims["default/nics"]
for device in view.devices:
    state = {True: "ready", False: f"not ready: {device.reason}", None: "unknown"}
    print(f"{device.id.device} {device.interface} {state[device.ready]}")
for orphan in view.orphans:
    print(f"{orphan.id.device} orphan")
for holder in view.holders:
    print(f"held by {holder.name}, {'there' if holder.present else 'gone'}")
print(f"all ready: {view.ready}")
