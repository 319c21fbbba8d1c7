"""The releases that `openapi/releases.toml` pins, and how people spell them."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kubewright import resources
from kubewright.errors import KubewrightError, Problem, reading

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SPELLING = re.compile(r"(?:v|release-)?(?P<minor>\d+\.\d+)(?:\.(?P<patch>\d+))?", re.ASCII)
UPSTREAM = (
    "https://raw.githubusercontent.com/kubernetes/kubernetes"
    "/release-{release}/api/openapi-spec/swagger.json"
)


@dataclass(frozen=True, slots=True)
class Release:
    """A pinned minor release.

    `digest` is the sha256 of its canonical definitions, `definitions` and `models` are
    counts without and with the discovery definitions, `aliases` maps a class name lost to a
    collision to the name that its definition has now.
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
        table = tomllib.loads(file().read_text(encoding="utf-8"))
    releases = [Release(name=name, **row) for name, row in table.get("releases", {}).items()]
    return {release.name: release for release in sorted(releases, key=_age)}


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


def minor(spelling: str) -> tuple[str, str]:
    """The minor release that `spelling` means, and a note on what was ignored or ``""``.

    `1.37`, `v1.37.0`, `release-1.37` and `1.37.2` all mean `1.37`.
    """
    match = SPELLING.fullmatch(spelling.strip())
    if match is None:
        raise KubewrightError(
            Problem(f"release {spelling}", "no release number", "a minor release such as 1.37")
        )
    name, patch = match["minor"], match["patch"]
    note = f"{spelling}: the patch number is ignored, this is release {name}"
    return name, note if patch and int(patch) else ""


def _age(release: Release) -> tuple[int, ...]:
    return tuple(map(int, release.name.split(".")))
