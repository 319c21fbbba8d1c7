"""Definitions from the network, kept in the cache once they are found good."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kubewright.errors import KubewrightError, Problem
from kubewright.spec import atomic, cache, document, releases, sources, web
from kubewright.spec.document import Document
from kubewright.spec.transfer import PLAIN, Transfer
from kubewright.spec.web_errors import NetworkError, shown, split

log = logging.getLogger(__name__)

Judge = Callable[[Document], Document]


@dataclass(frozen=True, slots=True)
class Fetched:
    """Checked definitions and the file that holds them."""

    document: Document
    path: Path


def release(pin: releases.Release, transfer: Transfer = PLAIN) -> Fetched:
    """The definitions of `pin` from its URL; the copy in the cache when the network fails."""

    def judge(found: Document) -> Document:
        return sources.verified(found, pin)

    return _fetched(pin.url, cache.file_of(pin.name), judge, transfer, pin.name)


def url(place: str, transfer: Transfer = PLAIN) -> Fetched:
    """The definitions at a URL; what was last fetched from there when the network fails."""
    return _fetched(place, cache.file_of_url(place), sources.checked, transfer)


def file(path: Path) -> Fetched:
    """The definitions in a file, kept in the cache when they are those of a pinned release."""
    found = sources.checked(sources.read(path))
    pin = releases.with_digest(document.digest(found.definitions))
    if pin is None:
        return Fetched(found, path)
    return Fetched(replace(found, release=pin.name), keep(found, pin))


def keep(found: Document, pin: releases.Release) -> Path:
    """Write the definitions of `pin` to the cache; the file's path."""
    target = cache.file_of(pin.name)
    text = json.dumps({"definitions": found.definitions})
    with _writing(target), atomic.replacing(target) as new:
        new.write(text.encode())
    return target


def _fetched(
    place: str, target: Path, judge: Judge, transfer: Transfer, name: str | None = None
) -> Fetched:
    split(place)
    try:
        return _download(place, target, judge, transfer, name)
    except NetworkError as error:
        if not target.is_file():
            raise
        kept = Fetched(judge(sources.read(target, name)), target)
        log.warning("%s; the copy in the cache is used", error.problems[0])
        return kept


def _download(
    place: str, target: Path, judge: Judge, transfer: Transfer, name: str | None
) -> Fetched:
    with _writing(target), atomic.replacing(target) as file:
        web.download(place, file, transfer)
        file.seek(0)
        found = judge(document.parse(file.read(), shown(place), name))
    return Fetched(found, target)


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Turn an `OSError` of the block into one about the cache folder."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        problem = Problem(
            str(target.parent), reason, "a cache folder to write to", cache.HINT
        )
        raise KubewrightError(problem) from error
