"""Definitions from the network, kept in the cache once they are found good."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
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
    text = json.dumps({"definitions": found.definitions})
    return _keep(cache.file_of(pin.name), text.encode())


def keep_if_possible(found: Document, pin: releases.Release) -> None:
    """Write the definitions of `pin` to the cache, or warn that they could not be."""
    with _optional():
        keep(found, pin)


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
    """A good body in the cache; in memory until then, so a killed run leaves nothing."""
    body = io.BytesIO()
    web.download(place, body, transfer)
    found = judge(document.parse(body.getvalue(), shown(place), name))
    with nullcontext() if transfer.must_keep else _optional():
        _keep(target, body.getbuffer())
    return Fetched(found, target)


def _keep(target: Path, body: bytes | memoryview) -> Path:
    with _writing(target), atomic.replacing(target) as file:
        file.write(body)
    return target


@contextmanager
def _optional() -> Iterator[None]:
    """Go on where the cache cannot be written: it only saves the next run time."""
    try:
        yield
    except KubewrightError as error:
        log.warning("nothing is kept in the cache: %s", error.problems[0])


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
