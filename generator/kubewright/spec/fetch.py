"""Definitions from the network, kept in the cache once they are found good."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kubewright.errors import KubewrightError, Problem
from kubewright.spec import atomic, cache, document, releases, sources, web
from kubewright.spec.document import Document
from kubewright.spec.transfer import PLAIN, Transfer
from kubewright.spec.web_errors import NetworkError, shown

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
        return sources.checked(sources.verified(found, pin))

    return _fetched(pin.url, cache.file_of(pin.name), judge, transfer, pin.name)


def url(place: str, transfer: Transfer = PLAIN) -> Fetched:
    """The definitions at a URL; what was last fetched from there when the network fails."""
    return _fetched(place, cache.file_of_url(place), sources.checked, transfer)


def keep(source: Path, pin: releases.Release) -> Path:
    """Copy the file of `pin`'s definitions into the cache; the copy's path."""
    target = cache.file_of(pin.name)
    with _writing(target), source.open("rb") as old, atomic.replacing(target) as new:
        shutil.copyfileobj(old, new)
    return target


def _fetched(
    place: str, target: Path, judge: Judge, transfer: Transfer, name: str | None = None
) -> Fetched:
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
