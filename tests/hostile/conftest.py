"""The yard of each module's tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hostile.yard import Yard, yard


@pytest.fixture
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Yard]:
    """A yard, entered."""
    with yard(tmp_path_factory.mktemp("yard")) as made:
        yield made
