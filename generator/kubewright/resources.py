"""Where templates and pinned data lie: beside the package in a wheel, else in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parent.parent


def folder(name: str) -> Path:
    """The folder `name` (`templates` or `openapi`) that this installation uses."""
    shipped = _PACKAGE / name
    return shipped if shipped.is_dir() else _CHECKOUT / name
