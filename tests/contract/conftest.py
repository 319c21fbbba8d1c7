"""Both class trees of a generated package, as the tests of this folder see them."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

TREES = {
    "sync": "k8s_under_test.client.models",
    "aio": "k8s_under_test.aio.client.models",
}


@pytest.fixture(scope="session")
def k8s(tree_137: Path) -> Any:
    """The sync models of 1.37."""
    return importlib.import_module(TREES["sync"])


@pytest.fixture(scope="session")
def aio(tree_137: Path) -> Any:
    """The aio models of 1.37."""
    return importlib.import_module(TREES["aio"])


@pytest.fixture(scope="session", params=sorted(TREES))
def models(request: pytest.FixtureRequest, tree_137: Path) -> Any:
    """The models of each tree in turn."""
    return importlib.import_module(TREES[request.param])
