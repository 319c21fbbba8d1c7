"""The releases that `openapi/releases.toml` pins, and how people spell them."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kubewright import resources
from kubewright.errors import KubewrightError, Problem, reading

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SPELLING = re.compile(
    r"(?:v|release-)?(?P<minor>\d+\.\d+)(?:\.(?P<patch>\d+))?", re.ASCII
)
# The tag, not the branch: a branch changes with its patch releases, and a digest does not.
UPSTREAM = (
    "https://raw.githubusercontent.com/kubernetes/kubernetes"
    "/v{release}.0/api/openapi-spec/swagger.json"
)


@dataclass(frozen=True, slots=True)
class Release:
    """A pinned minor release.

    `digest` is the sha256 of its canonical definitions; `definitions` counts them, `models`
    the classes that they and the discovery definitions give. `aliases` maps a class name
    lost to a collision to the name that its definition has now.
    """

    name: str
    digest: str
    definitions: int
    models: int
    url: str
    aliases: Mapping[str, str] = field(default_factory=dict)


def file() -> Path:
    """The file that pins the releases."""
    return resources.folder("openapi") / "releases.toml"


@cache
def pinned() -> Mapping[str, Release]:
    """The pinned releases by name, oldest first."""
    with reading(str(file()), "the pinned releases"):
        text = file().read_text(encoding="utf-8")
    rows = {row.name: row for row in _rows(text)}
    return {name: rows[name] for name in sorted(rows, key=age)}


def newest() -> Release:
    """The newest pinned release."""
    return list(pinned().values())[-1]


def find(spelling: str) -> Release:
    """The pinned release that `spelling` means; raises `KubewrightError` for another."""
    name, _ = minor(spelling)
    try:
        return pinned()[name]
    except KeyError:
        known = list(pinned())
        raise KubewrightError(
            Problem(
                f"release {spelling}",
                "a release that is not pinned",
                f"one of {known[0]} to {known[-1]}",
                "`kubewright spec pin` adds a release, --spec takes a file or URL",
            )
        ) from None


def with_digest(digest: str) -> Release | None:
    """The pinned release with those definitions, or None."""
    return next((pin for pin in pinned().values() if pin.digest == digest), None)


def aliases(name: str) -> Mapping[str, str]:
    """The aliases of the pinned release `name`, of the newest one for a release not pinned."""
    return pinned().get(name, newest()).aliases


def minor(spelling: str) -> tuple[str, str]:
    """The minor release that `spelling` means, and a note on what was ignored or ``""``.

    `1.37`, `v1.37.0`, `release-1.37` and `1.37.2` all mean `1.37`.
    """
    match = SPELLING.fullmatch(spelling.strip())
    if match is None:
        raise KubewrightError(
            Problem(
                f"release {spelling}",
                "no release number",
                "a minor release such as 1.37",
            )
        )
    name = ".".join(str(int(part)) for part in match["minor"].split("."))
    patch = match["patch"]
    note = (
        f"{spelling}: the patch number is ignored, this is release {name}; "
        "`spec fetch --url` takes an exact file"
    )
    return name, note if patch and patch.strip("0") else ""


def age(name: str) -> tuple[int, ...]:
    """What names of releases sort by: 1.9 is older than 1.10."""
    return tuple(map(int, name.split(".")))


def _rows(text: str) -> list[Release]:
    try:
        table: dict[str, Any] = tomllib.loads(text)["releases"]
        rows = [Release(name=minor(name)[0], **row) for name, row in table.items()]
    except (tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError) as error:
        problem = Problem(
            str(file()), f"no list of releases ({error})", "one table a release"
        )
        raise KubewrightError(problem) from error
    if not rows:
        raise KubewrightError(Problem(str(file()), "no release", "at least one"))
    return rows
