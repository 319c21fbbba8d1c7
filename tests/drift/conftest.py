"""Fixtures of the tests of drift."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """A cache of the test run's own, so that no run depends on an earlier one."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("KUBEWRIGHT_CACHE", str(folder))
    return folder
