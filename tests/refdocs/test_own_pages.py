"""The example of pages of one's own runs as written."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "docs" / "own_pages.py"


def test_table_of_all_fields() -> None:
    """A row a field of 1.37, with its type as the reference shows it."""
    command = [sys.executable, str(EXAMPLE), "1.37"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = list(csv.reader(done.stdout.splitlines()))
    assert len(rows) == 3473 + 1
    assert [
        "V1PodSpec",
        "containers",
        "containers",
        "List[V1Container]",
        "True",
    ] in rows
