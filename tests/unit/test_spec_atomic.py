"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from kubewright.spec import atomic


def test_a_file_appears_whole(tmp_path: Path) -> None:
    """Until the block ends the old content stands; the mode is the one asked for."""
    path = tmp_path / "new" / "file"
    with atomic.replacing(path) as file:
        file.write(b"one")
        assert not path.exists()
    assert path.read_bytes() == b"one"
    with atomic.replacing(path, atomic.PUBLIC) as file:
        file.write(b"two")
        assert path.read_bytes() == b"one"
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == atomic.PUBLIC
    assert os.listdir(path.parent) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, OSError])
def test_a_failure_leaves_the_old_file(
    tmp_path: Path, error: type[BaseException]
) -> None:
    """Whatever ends the block, the temporary file goes and the old one stays."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error):
        _write_and_fail(path, error)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["file"]


def _write_and_fail(path: Path, error: type[BaseException]) -> None:
    with atomic.replacing(path) as file:
        file.write(b"new")
        raise error


def test_a_link_is_followed(tmp_path: Path) -> None:
    """A link to a file stays a link."""
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    with atomic.replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
