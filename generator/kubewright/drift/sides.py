"""The two sides of a comparison: releases, files, URLs or a cluster, as shapes."""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from pathlib import Path

from kubewright.drift import cache, reader
from kubewright.drift.values import Snapshot
from kubewright.errors import reading
from kubewright.spec import document, releases, sources
from kubewright.spec.document import SIZE_LIMIT, Document

CLUSTER = "cluster"
KUBECONFIG = "KUBECONFIG"


def read(place: str) -> Snapshot:
    """The shapes of what `place` names: a release, a file, a URL or `cluster[:CONTEXT]`.

    Raises `KubewrightError` for an unknown release and for what cannot be read.
    """
    if place.partition(":")[0] == CLUSTER:
        return _kept(_cluster(place.partition(":")[2] or None), place)
    if sources.is_url(place):
        return _kept(sources.load_spec(place), place)
    if releases.SPELLING.fullmatch(place.strip()) and not os.path.isfile(place):
        return release(releases.find(place))
    return _file(Path(place))


def release(pin: releases.Release) -> Snapshot:
    """The shapes of a pinned release, from the cache where they are kept."""
    found = cache.load(pin.digest)
    if found is None:
        found = reader.snapshot(sources.load(pin.name), pin.name)
        cache.save(pin.digest, found)
    return replace(found, name=pin.name, release=pin.name)


def _file(path: Path) -> Snapshot:
    """The shapes of a file, kept by the digest of its bytes."""
    with reading(str(path), "a readable file of definitions"), path.open("rb") as file:
        mark = hashlib.sha256(file.read(SIZE_LIMIT + 1)).hexdigest()
    found = cache.load(mark)
    if found is None:
        found = _kept(sources.checked(sources.read(path)), str(path))
        cache.save(mark, found)
    return replace(found, name=str(path))


def _cluster(context: str | None) -> Document:
    from kubewright.spec import cluster

    default = Path.home() / ".kube" / "config"
    chosen = os.environ.get(KUBECONFIG, "").split(os.pathsep)[0]
    config = Path(chosen) if chosen else default
    return cluster.load(cluster.Cluster(kubeconfig=config, context=context)).document


def _kept(found: Document, name: str) -> Snapshot:
    """The shapes of a document; one that is a pinned release is treated as that."""
    pin = releases.with_digest(document.digest(found.definitions))
    snapshot = reader.snapshot(replace(found, release=None), name)
    return replace(snapshot, release=pin.name if pin else None)


def chain(old: Snapshot, new: Snapshot) -> tuple[Snapshot, ...]:
    """`old`, the pinned releases between the two, and `new`; just both ends without numbers."""
    if old.release is None or new.release is None:
        return old, new
    names = list(releases.pinned())
    first, last = names.index(old.release), names.index(new.release)
    step = 1 if first <= last else -1
    between = (releases.pinned()[names[at]] for at in range(first + step, last, step))
    return (old, *map(release, between), new) if first != last else (old, new)


def newer(old: Snapshot, new: Snapshot) -> bool:
    """Whether `old` is the newer of two releases."""
    if old.release is None or new.release is None:
        return False
    names = list(releases.pinned())
    return names.index(old.release) > names.index(new.release)
