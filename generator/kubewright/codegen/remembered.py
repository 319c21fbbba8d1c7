"""Texts that this black leaves as they are, by digest: none of them is formatted again.

Most modules of two releases, and of two runs, are the same text. The digests lie in the
cache folder; where that cannot be read or written, everything is formatted.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path

from kubewright.codegen import manifest
from kubewright.spec import atomic
from kubewright.spec.cache import folder

# About twenty releases; beyond that the oldest are of no use.
LIMIT = 20_000


def digest(text: str) -> str:
    """What stands for `text` in the file."""
    return manifest.digest(text.encode())


def read() -> Set[str]:
    """The digests of formatted texts."""
    path = file()
    with suppress(OSError, ValueError):
        return _digests(path, path.stat().st_mtime_ns)
    return frozenset()


@lru_cache(maxsize=1)
def _digests(path: Path, changed: int) -> Set[str]:
    """The digests in the file `path` as it was last `changed`."""
    return frozenset(path.read_text("ascii").split())


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
    return folder() / f"formatted-{_black()}.txt"


@cache
def _black() -> str:
    return version("black")
