"""Texts that this black leaves as they are, by digest: none of them is formatted again.

Most modules of two releases, and of two runs, are the same text. Those of the newest pinned
releases come with the templates, where a test formats each of them; those of other runs lie
in the cache folder. Where neither can be had, everything is formatted.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from contextlib import suppress
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path

from kubewright import resources
from kubewright.codegen import manifest
from kubewright.spec import atomic
from kubewright.spec.cache import folder

# About twenty releases; beyond that the oldest are of no use.
LIMIT = 20_000


def digest(text: str) -> str:
    """What stands for `text`: 64 bits of its sha256."""
    return manifest.digest(text.encode())[:16]


def read() -> Set[str]:
    """The digests of formatted texts."""
    return _read(shipped()) | _read(file())


def add(texts: Iterable[str]) -> None:
    """Remember `texts` as formatted."""
    new = set(map(digest, texts)) - _read(shipped())
    known = _read(file())
    if new <= known:
        return
    kept = known | new if len(known | new) <= LIMIT else new
    with suppress(OSError), atomic.replacing(file()) as out:
        out.write(listed(kept))


def listed(digests: Iterable[str]) -> bytes:
    """The text of a file of `digests`."""
    return "".join(f"{digest}\n" for digest in sorted(digests)).encode("ascii")


def file() -> Path:
    """The file of this machine's digests; each version of black has its own."""
    return folder() / _name()


def shipped() -> Path:
    """The file of digests that comes with the templates, for one version of black."""
    return resources.folder("templates") / _name()


def _read(path: Path) -> Set[str]:
    with suppress(OSError, ValueError):
        return _digests(path, path.stat().st_mtime_ns)
    return frozenset()


@lru_cache(maxsize=2)
def _digests(path: Path, changed: int) -> Set[str]:
    """The digests in the file `path` as it was last `changed`."""
    return frozenset(path.read_text("ascii").split())


@cache
def _name() -> str:
    return f"formatted-{version('black')}.txt"
