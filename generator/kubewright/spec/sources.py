"""Where a release's definitions come from: a file or URL, the cache, the bundle, the network."""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from pathlib import Path

from kubewright.errors import KubewrightError, Problem, reading, refuse
from kubewright.spec import bundle, cache, checks, document, releases
from kubewright.spec.document import SIZE_LIMIT, Document
from kubewright.spec.transfer import PLAIN, Transfer

log = logging.getLogger(__name__)

PATIENCE = (
    "`kubewright spec fetch` writes a fresh copy, `kubewright spec pin` a new digest"
)


def load(release: str, transfer: Transfer = PLAIN) -> Document:
    """The checked definitions of the pinned `release`: from cache, bundle, then network.

    Raises `KubewrightError` when the definitions found are not the pinned ones. A copy in
    the cache that is damaged is passed over with a warning.
    """
    pin = releases.find(release)
    found = _cached(pin)
    if found is None and (path := bundle.file_of(pin.name)):
        found = verified(read(path, pin.name), pin)
    return found or _fetched(pin, transfer)


def load_spec(place: str, transfer: Transfer = PLAIN) -> Document:
    """The checked definitions at `place`, a path or an http(s) URL."""
    if not is_url(place):
        return checked(read(Path(place)))
    from kubewright.spec import fetch

    return fetch.url(place, transfer).document


def is_url(place: str) -> bool:
    """Whether `place` is an http(s) URL and not a path."""
    return place.lower().startswith(("http://", "https://"))


def origin(release: str) -> str:
    """The name of the source that `load` takes first: `cache`, `bundle` or `network`."""
    if cache.file_of(release).is_file():
        return "cache"
    return "bundle" if bundle.file_of(release) else "network"


def read(path: Path, release: str | None = None) -> Document:
    """The document in the file `path`."""
    with reading(str(path), "a readable file of definitions"), path.open("rb") as file:
        data = file.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        limit = f"at most {SIZE_LIMIT // 2**20} MiB"
        raise KubewrightError(
            Problem(str(path), "a file too large for definitions", limit)
        )
    return document.parse(data, str(path), release)


def verified(found: Document, pin: releases.Release) -> Document:
    """`found` in upstream's order, when its digest, which knows no order, is the pinned one.

    A pinned digest stands for definitions that `checks` has nothing against.
    """
    text = document.canonical(found.definitions)
    if (digest := document.sha256(text)) != pin.digest:
        raise KubewrightError(
            Problem(
                f"release {pin.name} from {found.origin}",
                f"definitions with digest {digest[:16]}",
                f"the pinned {pin.digest[:16]}",
                PATIENCE,
            )
        )
    return replace(found, definitions=json.loads(text), pinned=digest)


def checked(found: Document) -> Document:
    """`found`, when `checks` has nothing against its definitions."""
    refuse(checks.problems(found.definitions))
    return found


def _cached(pin: releases.Release) -> Document | None:
    path = cache.file_of(pin.name)
    if not path.is_file():
        return None
    try:
        return verified(read(path, pin.name), pin)
    except KubewrightError as error:
        log.warning("the copy in the cache is passed over: %s", error.problems[0])
        return None


def _fetched(pin: releases.Release, transfer: Transfer) -> Document:
    from kubewright.spec import fetch

    return fetch.release(pin, transfer).document
