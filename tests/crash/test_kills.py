"""Whole runs killed at random moments; `make crash` does the same 200 times for each verb."""

from __future__ import annotations

from pathlib import Path

import pytest

from crash import kills
from misbehaving import serving

GENERATE = {scenario.name: scenario for scenario in kills.generate_scenarios()}


@pytest.mark.parametrize(
    ("name", "count"),
    [("generate, fresh", 3), ("generate, over older", 4), ("generate --overlay", 3)],
)
def test_generate_killed(tmp_path: Path, name: str, count: int) -> None:
    """Old or new, whole; no process survives; the next run succeeds and clears up."""
    found = kills.tried(GENERATE[name], count, seed=1, root=tmp_path)
    assert sum(found.values()) == count


@pytest.mark.parametrize("at", [0, 1], ids=["fresh", "over older"])
def test_fetch_killed(tmp_path: Path, at: int) -> None:
    """The file in the cache is absent, old or new, and whole; the next run clears up."""
    with serving() as server:
        scenario = kills.fetch_scenarios(server)[at]
        found = kills.tried(scenario, 5, seed=1, root=tmp_path)
    assert sum(found.values()) == 5
