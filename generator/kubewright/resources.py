"""Where templates and pinned data lie: beside the package in a wheel, else in the checkout."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def folder(name: str) -> Path:
    """The folder `name` (`templates` or `openapi`) that this installation uses."""
    shipped = _PACKAGE / name
    return shipped if shipped.is_dir() else _CHECKOUT / name


def digest(paths: Iterable[Path]) -> str:
    """The sha256 of texts, the same wherever the files lie and however their lines end."""
    rows = sorted((path.name, path.read_text("utf-8")) for path in paths)
    joined = "\0".join(part for row in rows for part in row)
    return hashlib.sha256(joined.encode()).hexdigest()
