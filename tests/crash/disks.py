"""Disks that are full or read-only, as well as this machine and this user can have them."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PR_CAPBSET_DROP = 24
# What lets root write where the mode forbids it, and read.
CAPABILITIES = (1, 2)
# Both say that there is no room: the second is that of RLIMIT_FSIZE.
NO_ROOM = ("no space left on device", "file too large")


@dataclass(frozen=True)
class Disk:
    """A folder, and what a child process does first so that the disk is what it should be."""

    folder: Path
    prepare: Callable[[], None]


@cache
def can_mount() -> bool:
    """Whether a tmpfs can be mounted here."""
    return os.geteuid() == 0 and "\ttmpfs" in Path("/proc/filesystems").read_text()


def nothing() -> None:
    """What a child does for a disk that is what it is."""


@contextmanager
def full(folder: Path, room: int) -> Iterator[Disk]:
    """A disk with `room` bytes: a tmpfs, else files of at most that size."""
    folder.mkdir()
    if not (can_mount() and _mounted(folder, f"size={room}")):
        limit = (room // 8, resource.RLIM_INFINITY)
        yield Disk(folder, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
        return
    try:
        yield Disk(folder, nothing)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(folder: Path) -> Iterator[Disk]:
    """`folder` as it stands, but not to be written: another mount of it, else by its mode."""
    if can_mount() and _bound(folder):
        try:
            yield Disk(folder, nothing)
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        return
    with forbidden(folder) as disk:
        yield disk


@contextmanager
def forbidden(folder: Path) -> Iterator[Disk]:
    """`folder` without the right to write, for a child that has given up being above that."""
    mode = folder.stat().st_mode
    folder.chmod(0o555)
    try:
        yield Disk(folder, give_up)
    finally:
        folder.chmod(mode)


def give_up() -> None:
    """Let modes hold for root as well, in this process and after exec."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in CAPABILITIES:
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def _mounted(folder: Path, options: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0


def _bound(folder: Path) -> bool:
    bind = ["mount", "--bind", str(folder), str(folder)]
    if subprocess.run(bind, capture_output=True).returncode:
        return False
    again = ["mount", "-o", "remount,ro,bind", str(folder)]
    if subprocess.run(again, capture_output=True).returncode == 0:
        return True
    subprocess.run(["umount", str(folder)], check=True)
    return False
