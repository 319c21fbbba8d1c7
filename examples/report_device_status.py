"""A network driver's report on the device of a claim: built, checked, and refused when wrong."""

from __future__ import annotations

import json
from typing import Any

from kubewright.validation import device_status, ready_condition, validate

CLAIM: dict[str, Any] = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "fast-nic", "namespace": "default"},
    "spec": {
        "devices": {
            "requests": [{"name": "nic", "exactly": {"deviceClassName": "fast-nic"}}]
        }
    },
    "status": {
        "allocation": {
            "devices": {
                "results": [
                    {
                        "request": "nic",
                        "driver": "nic.example.com",
                        "pool": "node-1",
                        "device": "port-0",
                    }
                ]
            }
        }
    },
}


def report(claim: dict[str, Any], address: str) -> dict[str, Any]:
    """The claim with a status entry for its first device."""
    entry = device_status(
        claim["status"]["allocation"]["devices"]["results"][0],
        conditions=[ready_condition(reason="LinkUp", message="10 Gbit/s")],
        interface_name="eth1",
        hardware_address="02:00:00:00:00:01",
        ips=[address],
    )
    return {**claim, "status": {**claim["status"], "devices": [entry]}}


def main() -> None:
    """Report twice: once right, once with an address that lacks its prefix length."""
    good = report(CLAIM, "10.9.8.7/24")
    print(json.dumps(good["status"]["devices"][0]["networkData"]))
    print("findings:", validate(good, operation="status", old=CLAIM))
    for finding in validate(report(CLAIM, "10.9.8.7"), operation="status", old=CLAIM):
        print(finding)


if __name__ == "__main__":
    main()
