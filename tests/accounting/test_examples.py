"""The examples of accounting run as written and say what they should."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "accounting"
SAYS = {
    "driver_status_report": [
        "nic.example.com/node-a/nic-0 net-nic-0 ready",
        "nic.example.com/node-a/nic-1 net-nic-1 not ready: NoCarrier",
        "nic.example.com/node-a/nic-7 orphan",
        "held by web, gone",
        "all ready: False",
    ],
    "cpu_driver_ccx": [
        "the scheduler charges cpu 16500m",
        "fits: True",
        "pod: cpu weight 645, quota 1700000 us",
        "container: cpu weight 20, quota 1700000 us",
    ],
    "gpu_memory_overhead": [
        "default/train requests memory 4072Mi:",
        "  each container may use {'c0': '2548Mi', 'c1': '2548Mi'}",
        "default/infer requests memory 2548Mi:",
        "  fits: True",
    ],
    "dongle_from_advertising_to_fit": [
        "free: 1",
        "1 dongles: fits",
        "2 dongles: Insufficient example.com/dongle (preemption may help)",
        "5 dongles: Insufficient example.com/dongle",
        "behind class dongles: 8 of 8 free",
        "5 dongles: fits",
    ],
}


def test_every_example_is_checked() -> None:
    """A new one needs its lines here."""
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_example(name: str) -> None:
    """It runs on the standard library and kubewright alone."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py")],
        env={**os.environ, "PYTHONPATH": str(ROOT / "generator")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert set(SAYS[name]) <= set(lines), done.stdout
