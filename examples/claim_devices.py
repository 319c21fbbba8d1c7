"""Read `ResourceClaim.status.devices` and print `driver/pool/device share ready` a line.

    kubectl get resourceclaim my-claim -o json | python claim_devices.py

Run it where a generated package is installed: `pip install ./generated/1.37`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from kubernetes.client import ResourceV1ResourceClaim, V1AllocatedDeviceStatus


def lines(claim: ResourceV1ResourceClaim) -> Iterator[str]:
    """A line a device that a driver has reported on."""
    for device in (claim.status and claim.status.devices) or []:
        name = f"{device.driver}/{device.pool}/{device.device}"
        yield f"{name} {device.share_id or '-'} {ready(device)}"


def ready(device: V1AllocatedDeviceStatus) -> str:
    """The status of the condition `Ready`, `Unknown` where there is none."""
    states = {condition.type: condition.status for condition in device.conditions or []}
    return states.get("Ready", "Unknown")


if __name__ == "__main__":
    print(*lines(ResourceV1ResourceClaim.from_json(sys.stdin.read())), sep="\n")
