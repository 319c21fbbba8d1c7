"""Cut off or out of room at every single step on files: one whole tree, and the next run mends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("steps.py")
NAMES = (
    "fresh",
    "older",
    "two steps",
    "overlay",
    "overlay over ours",
    "restore",
    "file",
    "key",
)
# test_write.py fails each rename of the two steps.
WITH_FULL_DISK = tuple(name for name in NAMES if name != "two steps")


def steps(how: str, name: str, folder: Path) -> int:
    """How many steps were tried; the script ends with a traceback where one went wrong."""
    command = [sys.executable, str(SCRIPT), how, name, str(folder)]
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.parametrize("name", NAMES)
def test_killed_before_any_step(tmp_path: Path, name: str) -> None:
    """Old or new, whole, whichever step comes no more; the next run leaves nothing behind."""
    assert steps("kill", name, tmp_path) >= 5


@pytest.mark.parametrize("name", WITH_FULL_DISK)
def test_no_room_at_any_step(tmp_path: Path, name: str) -> None:
    """An error that says what to do, the old tree whole, nothing left; then it can be done."""
    assert steps("full", name, tmp_path) >= 2
