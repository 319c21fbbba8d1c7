"""What a search is asked for; apart from the search, which costs time to import."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Request:
    """What to search: paths, import names besides the usual ones, and whether to hint."""

    paths: tuple[Path, ...]
    packages: tuple[str, ...] = ()
    hints: bool = False
    jobs: int = 0
