"""Shapes of releases kept between runs, by the digest of their spec and of this code.

Plain JSON, so that a file from elsewhere can do no harm; safe to delete at any time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from kubewright import __version__, resources
from kubewright.drift.values import Definition, Kind, Property, Snapshot, Type
from kubewright.spec import atomic
from kubewright.spec import cache as spec_cache

FOLDER = "drift"
CODE = (
    "drift/reader.py",
    "drift/values.py",
    "drift/cache.py",
    "codegen/naming.py",
    "spec/fixups.py",
    "spec/document.py",
    "spec/bundle.py",
    "spec/openapi3.py",
    "spec/schemas.py",
)
NAME_DIGITS = 32


def load(digest: str) -> Snapshot | None:
    """The kept shapes of the spec with that digest; None where there are none to use."""
    try:
        table = json.loads(file_of(digest).read_bytes())
        bodies = map(_definition, table["definitions"])
        definitions = {body.key: body for body in bodies}
        return Snapshot(table["name"], table["digest"], definitions, table["release"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def save(digest: str, snapshot: Snapshot) -> None:
    """Keep `snapshot`; a folder that cannot be written keeps nothing."""
    table = {
        "name": snapshot.name,
        "digest": snapshot.digest,
        "release": snapshot.release,
        "definitions": [list(_row(body)) for body in snapshot.definitions.values()],
    }
    path = file_of(digest)
    with suppress(OSError), atomic.replacing(path) as file:
        # As ASCII: the name may be a path with bytes that are no text.
        file.write(json.dumps(table, separators=(",", ":")).encode())
    _tidy(path)


def file_of(digest: str) -> Path:
    """Where the shapes of the spec with that digest are kept."""
    name = f"{digest[:NAME_DIGITS]}-{_code()}.json"
    return spec_cache.folder() / FOLDER / name


@cache
def _code() -> str:
    """A digest of the code that decides what the shapes of a spec are."""
    package = Path(__file__).parent.parent
    supplement = resources.folder("openapi") / "supplements" / "apidiscovery.json"
    paths = [*(package / name for name in CODE), supplement]
    parts = [path.read_bytes() for path in paths if path.is_file()]
    return hashlib.sha256(b"\0".join([__version__.encode(), *parts])).hexdigest()[:16]


def _tidy(path: Path) -> None:
    """Remove what other code has kept of the same spec."""
    stem = path.name.partition("-")[0]
    with suppress(OSError):
        for other in path.parent.glob(f"{stem}-*.json"):
            if other != path:
                other.unlink()


def _row(body: Definition) -> Iterator[Any]:
    yield from (
        body.key,
        body.class_name,
        body.module,
        _type_row(body.type),
        body.description,
    )
    yield [_property_row(entry) for entry in body.properties.values()]
    yield [[kind.group, kind.version, kind.kind] for kind in body.kinds]
    yield from (body.merging, body.constraints, body.deprecated)


def _type_row(kind: Type) -> list[str]:
    return [kind.containers, kind.leaf, kind.format, kind.key]


def _property_row(entry: Property) -> list[Any]:
    return [
        entry.wire,
        _type_row(entry.type),
        entry.required,
        entry.description,
        entry.default,
        list(entry.enum),
        entry.merging,
        entry.constraints,
        entry.deprecated,
    ]


def _definition(row: list[Any]) -> Definition:
    (
        key,
        name,
        module,
        kind,
        text,
        properties,
        kinds,
        merging,
        constraints,
        deprecated,
    ) = row
    entries = map(_property, properties)
    return Definition(
        key,
        name,
        module,
        Type(*kind),
        text,
        {entry.wire: entry for entry in entries},
        tuple(Kind(*each) for each in kinds),
        merging,
        constraints,
        deprecated,
    )


def _property(row: list[Any]) -> Property:
    wire, kind, required, text, default, enum, merging, constraints, deprecated = row
    return Property(
        wire,
        Type(*kind),
        required,
        text,
        default,
        tuple(enum),
        merging,
        constraints,
        deprecated,
    )
