"""Locks on files and folders that the system frees with the process that holds them.

A lease is a name that one run made for itself: locked while the run lives, so that the
next run can tell a dead one's leftovers and remove them.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no locks on folders; runs do without there.
    fcntl = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

# Seconds of waiting before a word about it, and between two looks until then.
PATIENCE = 1.0
PAUSE = 0.02
LOCKS = Path("/proc/locks")


@contextmanager
def turn(path: Path, subject: Path | None = None) -> Iterator[None]:
    """Hold `path` alone, waiting for the run that does; the system frees a dead one's.

    After a second of waiting a warning names that run and `subject`, which it works on.
    """
    with _opened(path) as handle:
        if _taken(handle) is False:
            _wait(handle, subject or path)
        yield


@contextmanager
def leased(parent: Path, prefix: str) -> Iterator[Path]:
    """A new empty folder `<prefix>...` in `parent`, gone after the block."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        while not _holds(stack.enter_context(_opened(folder)), folder):
            folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        yield folder


@contextmanager
def leased_file(parent: Path, prefix: str, suffix: str) -> Iterator[tuple[int, Path]]:
    """A new file `<prefix>...<suffix>` in `parent`, open for the caller to close.

    It is locked until the block ends, and removed then if it still has that name.
    """
    with ExitStack() as stack:
        handle, name = tempfile.mkstemp(suffix, prefix, parent)
        while not _holds(stack.enter_context(_doubled(handle)), Path(name)):
            os.close(handle)
            handle, name = tempfile.mkstemp(suffix, prefix, parent)
        try:
            yield handle, Path(name)
        finally:
            with suppress(OSError):
                os.unlink(name)


def clean(parent: Path, prefix: str, suffix: str = "") -> Path | None:
    """Remove what dead runs left under such a name; one that is a living run's, or None.

    Where locks cannot be had, nothing tells the dead from the living, and all stays.
    """
    found = leases(parent, prefix, suffix)
    living = [path for path in found if _remove_dead(path) is False]
    return living[0] if living else None


def leases(parent: Path, prefix: str, suffix: str = "") -> list[Path]:
    """What is called so in `parent`, of dead and living runs."""
    return [
        path
        for path in sorted(parent.iterdir())
        if path.name.startswith(prefix) and path.name.endswith(suffix)
    ]


def holder(handle: int) -> str:
    """Who holds the lock of an open file, as far as the system tells: `process 123`."""
    found = os.fstat(handle)
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
    with suppress(OSError):
        for line in LOCKS.read_text("ascii").splitlines():
            # 1: FLOCK  ADVISORY  WRITE 123 fe:00:4711 0 EOF
            parts = line.split()
            if parts[1] == "FLOCK" and parts[5] == f"{device}:{found.st_ino}":
                return f"process {parts[4]}"
    return "another process"


@contextmanager
def _opened(path: Path, flags: int = 0) -> Iterator[int | None]:
    """An open handle of a file or folder; None where there are no locks."""
    if fcntl is None:
        yield None
        return
    handle = os.open(path, os.O_RDONLY | flags)
    try:
        yield handle
    finally:
        os.close(handle)


@contextmanager
def _doubled(handle: int) -> Iterator[int | None]:
    """A second handle of an open file, which keeps its lock when the first is closed."""
    if fcntl is None:
        yield None
        return
    double = os.dup(handle)
    try:
        yield double
    finally:
        os.close(double)


def _holds(handle: int | None, path: Path) -> bool:
    """Lock what is new; False where another run took it for dead before that."""
    _taken(handle, wait=True)
    try:
        return handle is None or os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def _remove_dead(path: Path) -> bool | None:
    """Remove `path` where its lock is free; False where a run holds it, None for neither."""
    try:
        # A link is nobody's lease, and a pipe must not be waited for.
        with _opened(path, os.O_NOFOLLOW | os.O_NONBLOCK) as handle:
            taken = _taken(handle)
            if handle and taken and os.fstat(handle).st_uid == os.geteuid():
                _remove(path)
            return taken
    except OSError:
        return None


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink()


def _taken(handle: int | None, *, wait: bool = False) -> bool | None:
    """Whether the lock is ours now; None where the system or the disk has no such locks."""
    if fcntl is None or handle is None:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _wait(handle: int | None, subject: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        time.sleep(PAUSE)
        if _taken(handle) is not False:
            return
    who = holder(handle) if handle is not None else "another process"
    log.warning("waiting for %s, which works on %s", who, subject)
    _taken(handle, wait=True)
