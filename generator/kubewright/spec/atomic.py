"""Files that appear whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from kubewright.spec import locks

PRIVATE = 0o600
PUBLIC = 0o644
SUFFIX = ".part"


@contextmanager
def replacing(path: Path, mode: int = PRIVATE) -> Iterator[IO[bytes]]:
    """A new file beside `path` that takes its place when the block ends well.

    Else it is removed and what was at `path` stays. A link is followed, not replaced.
    What killed runs left of their new files goes first.
    """
    target = path.resolve()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    prefix = f".{target.name}."
    locks.clean(target.parent, prefix, SUFFIX)
    with locks.leased_file(target.parent, prefix, SUFFIX) as (handle, new):
        with os.fdopen(handle, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(new, mode)
        os.replace(new, target)
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the renaming last; a system that cannot open folders does without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
