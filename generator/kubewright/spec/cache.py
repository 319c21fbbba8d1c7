"""The local cache of fetched definitions: one file a release, one a URL."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import platformdirs

VARIABLE = "KUBEWRIGHT_CACHE"
HINT = f"make room or give rights there, or name another folder in ${VARIABLE}"


def folder() -> Path:
    """The cache folder: `$KUBEWRIGHT_CACHE`, else the user's cache folder."""
    chosen = os.environ.get(VARIABLE)
    return Path(chosen) if chosen else platformdirs.user_cache_path("kubewright")


def file_of(release: str) -> Path:
    """Where the definitions of `release` lie once they are fetched."""
    return folder() / f"{release}.json"


def file_of_url(url: str) -> Path:
    """Where what lay at `url` is kept; a digest of it is the name, since URLs hold secrets."""
    digest = hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()
    return folder() / "urls" / f"{digest[:32]}.json"
