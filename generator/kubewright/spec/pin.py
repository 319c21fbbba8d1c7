"""Releases in `openapi/releases.toml`: what a row says of definitions, and writing one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from kubewright.errors import KubewrightError, Problem, reading
from kubewright.spec import (
    atomic,
    bundle,
    document,
    fetch,
    fixups,
    locks,
    releases,
    sources,
)
from kubewright.spec.document import Document
from kubewright.spec.fetch import Fetched
from kubewright.spec.releases import Release
from kubewright.spec.transfer import PLAIN, Transfer
from kubewright.spec.web_errors import split

# Gives each definition key its class name; naming is the business of another room.
Namer = Callable[[Iterable[str]], Mapping[str, str]]
Classes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Pinned:
    """A row as it stands in the file now, and whether that is new."""

    release: Release
    changed: bool
    source: Path


def pin(
    name: str,
    namer: Namer,
    *,
    spec: str | None = None,
    force: bool = False,
    transfer: Transfer = PLAIN,
) -> Pinned:
    """Add release `name`, or bring its row up to date, from `spec`, the bundle or upstream.

    What neither the bundle nor the cache has is kept in the cache, for `sources.load`.
    """
    known = releases.pinned().get(name)
    url = _url(name, spec, known)
    found = _definitions(name, spec, url, transfer)
    new = row(found.document, url, namer, _predecessor(name))
    changed = write(releases.file(), new, force=force)
    if found.path != bundle.file_of(name):
        fetch.keep_if_possible(found.document, new)
    return Pinned(new, changed, found.path)


def _url(name: str, spec: str | None, known: Release | None) -> str:
    """Where the definitions can be fetched from: the file with it is public."""
    if spec is None or not sources.is_url(spec):
        return known.url if known else releases.UPSTREAM.format(release=name)
    if "@" in split(spec).netloc:
        problem = Problem(
            "--spec", "a URL with a user or password", "one for everybody"
        )
        raise KubewrightError(problem)
    return spec


def _definitions(name: str, spec: str | None, url: str, transfer: Transfer) -> Fetched:
    path = Path(spec) if spec and not sources.is_url(spec) else None
    if spec is None:
        path = bundle.file_of(name)
    if path is None:
        found = fetch.url(url, transfer)
    else:
        found = Fetched(sources.checked(sources.read(path)), path)
    return replace(found, document=replace(found.document, release=name))


def _predecessor(name: str) -> tuple[Release, Document] | None:
    """The pinned release before `name`, with its definitions."""
    age = releases.age(name)
    older = [known for known in releases.pinned() if releases.age(known) < age]
    if not older:
        return None
    return releases.pinned()[older[-1]], sources.load(older[-1])


def row(
    found: Document, url: str, namer: Namer, older: tuple[Release, Document] | None
) -> Release:
    """What is pinned of `found`, whose `release` is set, and its predecessor `older`."""
    names = classes(found, namer)
    lost: dict[str, str] = {}
    if older is not None:
        lost = aliases(names, classes(older[1], namer), older[0].aliases)
    return Release(
        name=found.release or "",
        digest=document.digest(found.definitions),
        definitions=len(found.definitions),
        models=len(names),
        url=url,
        aliases=lost,
    )


def classes(found: Document, namer: Namer) -> Classes:
    """The class of each definition that gets one, the discovery definitions among them."""
    definitions = fixups.apply(found).definitions
    names = namer(definitions)
    return {
        key: names[key] for key in definitions if definitions[key].get("properties")
    }


def aliases(now: Classes, before: Classes, known: Mapping[str, str]) -> dict[str, str]:
    """Old class names by what their definition is called `now`.

    `known` are the aliases of the release before, so names stay known over many releases.
    A definition that is gone, or a name that is a class again, gives no alias.
    """
    keys = {name: key for key, name in before.items()}
    old = {name: keys[new] for name, new in known.items() if new in keys} | keys
    taken = set(now.values())
    return {
        name: now[key]
        for name, key in sorted(old.items())
        if key in now and name not in taken
    }


def write(path: Path, new: Release, *, force: bool = False) -> bool:
    """Add `new` to the file `path` or bring its row up to date; whether anything changed.

    Comments, order and other rows stay. Raises `KubewrightError` for a release that is
    pinned with other definitions, but with `force`.
    """
    with ExitStack() as stack:
        with reading(str(path), "the pinned releases"):
            # What another run writes between our reading and writing would be lost.
            stack.enter_context(locks.turn(path.resolve().parent, path))
            old = path.read_text(encoding="utf-8")
        text = _updated(old, new, str(path), force)
        if text == old:
            return False
        with (
            reading(str(path), "a file to write to"),
            atomic.replacing(path, atomic.PUBLIC) as file,
        ):
            file.write(text.encode())
    releases.pinned.cache_clear()
    return True


def _updated(text: str, new: Release, where: str, force: bool) -> str:
    try:
        root = tomlkit.parse(text)
    except TOMLKitError as error:
        problem = Problem(where, f"no TOML ({error})", "one table a release")
        raise KubewrightError(problem) from error
    known: Any = root.get("releases", {})
    if new.name not in known:
        return f"{text.rstrip()}\n\n{_fragment(new)}"
    if known[new.name].get("digest") != new.digest and not force:
        raise KubewrightError(_changed(new, known[new.name].get("digest")))
    for name, value in _values(new).items():
        if known[new.name].get(name) != value:
            known[new.name][name] = value
    return tomlkit.dumps(root)


def _fragment(new: Release) -> str:
    rows = tomlkit.table(is_super_table=True)
    table = tomlkit.table()
    table.update(_values(new))
    rows.add(new.name, table)
    root = tomlkit.document()
    root.add("releases", rows)
    return tomlkit.dumps(root)


def _values(new: Release) -> dict[str, Any]:
    lost = tomlkit.inline_table()
    lost.update(new.aliases)
    return {
        "digest": new.digest,
        "definitions": new.definitions,
        "models": new.models,
        "url": new.url,
        "aliases": lost,
    }


def _changed(new: Release, old: object) -> Problem:
    return Problem(
        f"release {new.name}",
        f"definitions with digest {new.digest[:16]}",
        f"the pinned {str(old)[:16]}",
        "--force pins them instead",
    )
