"""The bytes of a file or of stdin, as many as can be borne."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from kubewright.errors import KubewrightError, Problem, reading

# A dump of 100,000 pods has half of this; it takes ten times as much memory.
SIZE_LIMIT = 2**30
PIECE = 2**22


def read(path: str, expected: str) -> bytes:
    """All bytes at `path`, those of stdin for `-`; raises `KubewrightError` where it cannot."""
    with reading(path, expected):
        if path == "-":
            data = _read(sys.stdin.buffer)
        else:
            with Path(path).open("rb") as file:
                data = _read(file)
    if len(data) > SIZE_LIMIT:
        found = f"more than {SIZE_LIMIT:,} bytes"
        raise KubewrightError(Problem(path, found, expected, "split it"))
    return data


def _read(file: IO[bytes]) -> bytes:
    """Piece by piece: one call for so many bytes would reserve the memory at once."""
    pieces: list[bytes] = []
    left = SIZE_LIMIT + 1
    while left > 0 and (piece := file.read(min(PIECE, left))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
