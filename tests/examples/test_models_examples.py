"""The examples of the model packages run as written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import generated

EXAMPLES = Path(__file__).parents[2] / "examples"
CLAIM = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "nic"},
    "spec": {},
    "status": {
        "devices": [
            {
                "driver": "nic.example.com",
                "pool": "node-a",
                "device": "nic-0",
                "conditions": [
                    {
                        "type": "Ready",
                        "status": "True",
                        "reason": "Up",
                        "message": "",
                        "lastTransitionTime": "2026-11-29T12:00:00Z",
                    }
                ],
            },
            {
                "driver": "nic.example.com",
                "pool": "node-a",
                "device": "nic-1",
                "shareID": "s1",
            },
        ]
    },
}


@pytest.fixture(scope="module")
def tree() -> Path:
    """A tree of 1.37 under the official name, seen by subprocesses only."""
    return generated("1.37", "kubernetes")


def run(tree: Path, name: str, text: str = "") -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / name)],
        env={**os.environ, "PYTHONPATH": str(tree)},
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_allocated_device_status_round_trips(tree: Path) -> None:
    """The printed JSON holds conditions, network data and driver data, nulls included."""
    printed = json.loads(run(tree, "allocated_device_status.py"))
    assert printed["shareID"] == "0c1d4b9e-2f5f-4f0e-9d0b-7f1f3a3f8b11"
    assert printed["conditions"][0]["lastTransitionTime"] == "2026-11-29T12:00:00Z"
    assert printed["data"] == {"firmware": "1.2.3", "queues": 8, "offload": None}


def test_both_kinds_of_mapping(tree: Path) -> None:
    """A mapping goes by device, or by capacity of a device."""
    assert list(
        map(json.loads, run(tree, "node_allocatable_mapping.py").splitlines())
    ) == [
        {"deviceMultiplier": "8"},
        {"capacityKey": "cores", "capacityMultiplier": "500m"},
        {
            "mapping": {"deviceMultiplier": "64Mi"},
            "overhead": {"perContainer": "8Mi", "perPod": "32Mi"},
        },
    ]


def test_claim_devices(tree: Path) -> None:
    """A line a device: four names, and whether it is ready."""
    assert run(tree, "claim_devices.py", json.dumps(CLAIM)).splitlines() == [
        "nic.example.com/node-a/nic-0 - True",
        "nic.example.com/node-a/nic-1 s1 Unknown",
    ]
