"""Where a release's definitions come from: a file or URL, the cache, the bundle, the network."""

from __future__ import annotations

from pathlib import Path

from kubewright.errors import KubewrightError, Problem, reading, refuse
from kubewright.spec import bundle, cache, checks, document, releases
from kubewright.spec.document import Document

PATIENCE = "`kubewright spec fetch` writes a fresh copy, `kubewright spec pin` a new digest"


def load(release: str) -> Document:
    """The checked definitions of the pinned `release`: from cache, bundle, then network.

    Raises `KubewrightError` when the definitions found are not the pinned ones.
    """
    pin = releases.find(release)
    path = _local(pin.name)
    if path is None:
        from kubewright.spec import fetch

        path = fetch.release(pin)
    found = verified(read(path, pin.name), pin)
    return checked(found)


def load_spec(place: str) -> Document:
    """The checked definitions at `place`, a path or an http(s) URL."""
    if place.startswith(("http://", "https://")):
        from kubewright.spec import fetch

        return checked(document.parse(fetch.url(place), place))
    return checked(read(Path(place)))


def origin(release: str) -> str:
    """The name of the source that `load` would take: `cache`, `bundle` or `network`."""
    path = _local(release)
    if path is None:
        return "network"
    return "cache" if path == cache.file_of(release) else "bundle"


def read(path: Path, release: str | None = None) -> Document:
    """The document in the file `path`."""
    with reading(str(path), "a readable file of definitions"):
        data = path.read_bytes()
    return document.parse(data, str(path), release)


def verified(found: Document, pin: releases.Release) -> Document:
    """`found`, when its digest is the pinned one."""
    digest = document.digest(found.definitions)
    if digest != pin.digest:
        raise KubewrightError(
            Problem(
                f"release {pin.name} from {found.origin}",
                f"definitions with digest {digest[:16]}",
                f"the pinned {pin.digest[:16]}",
                PATIENCE,
            )
        )
    return found


def checked(found: Document) -> Document:
    """`found`, when `checks` has nothing against its definitions."""
    refuse(checks.problems(found.definitions))
    return found


def _local(release: str) -> Path | None:
    cached = cache.file_of(release)
    return cached if cached.is_file() else bundle.file_of(release)
