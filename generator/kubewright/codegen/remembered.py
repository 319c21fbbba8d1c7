"""Texts that this black leaves as they are, by digest: none of them is formatted again.

Most modules of two releases, and of two runs, are the same text. The digests lie in the
cache folder; where that cannot be read or written, everything is formatted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Set
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from kubewright.spec import atomic, cache

# About twenty releases; beyond that the oldest are of no use.
LIMIT = 20_000


def digest(text: str) -> str:
    """What stands for `text` in the file."""
    return hashlib.sha256(text.encode()).hexdigest()


def read() -> Set[str]:
    """The digests of formatted texts."""
    with suppress(OSError, ValueError):
        return set(file().read_text("ascii").split())
    return set()


def add(texts: Iterable[str]) -> None:
    """Remember `texts` as formatted."""
    new = set(map(digest, texts))
    known = read()
    if new <= known:
        return
    kept = known | new if len(known | new) <= LIMIT else new
    with suppress(OSError), atomic.replacing(file()) as out:
        out.write("\n".join(sorted(kept)).encode("ascii"))


def file() -> Path:
    """The file of digests; each version of black has its own."""
    return cache.folder() / f"formatted-{version('black')}.txt"
