"""Whole runs killed at random moments; `make crash` does the same 200 times for each verb."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from crash import kills
from crash.forks import Forks
from misbehaving import serving

SMALL = {scenario.name: scenario for scenario in kills.generate_scenarios()}
WITH_WORKERS = kills.real_scenarios()[1]


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    """The loaded process that all runs of the module are forks of."""
    with closing(Forks()) as loaded:
        yield loaded


@pytest.mark.parametrize("name", SMALL)
def test_generate_killed(tmp_path: Path, forks: Forks, name: str) -> None:
    """Old or new, whole; the next run succeeds and clears up."""
    found = kills.tried(SMALL[name], 4, 1, tmp_path, forks)
    assert sum(found.values()) == 4


def test_generate_with_workers_killed(tmp_path: Path) -> None:
    """The same for a run with workers, and none of them survives."""
    assert sum(kills.tried(WITH_WORKERS, 2, 3, tmp_path).values()) == 2


@pytest.mark.parametrize("at", [0, 1], ids=["fresh", "over older"])
def test_fetch_killed(tmp_path: Path, forks: Forks, at: int) -> None:
    """The file in the cache is absent, old or new, and whole; the next run clears up."""
    with serving() as server:
        scenario = kills.fetch_scenarios(server)[at]
        found = kills.tried(scenario, 4, 1, tmp_path, forks)
    assert sum(found.values()) == 4
