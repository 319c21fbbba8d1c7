"""The local cache of fetched definitions, one file a release."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

VARIABLE = "KUBEWRIGHT_CACHE"


def folder() -> Path:
    """The cache folder: `$KUBEWRIGHT_CACHE`, else the user's cache folder."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("kubewright")


def file_of(release: str) -> Path:
    """Where the definitions of `release` lie once they are fetched."""
    return folder() / f"{release}.json"
