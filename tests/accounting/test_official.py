"""The official client: its models, and a cluster read through its ApiClient."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.mark.parametrize("check", ["models", "sync", "asyncio"])
def test_official_client(official_python: Path, check: str) -> None:
    """Models of both families give the vectors' figures; both clients feed a ledger."""
    paths = os.pathsep.join(map(str, (ROOT / "generator", ROOT / "tests")))
    done = subprocess.run(
        [str(official_python), str(HERE / "official_checks.py"), check],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
