"""The wheel and the sdist are the same bytes wherever and whenever they are built."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PARTS = ("generator", "templates", "openapi")
FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", ".gitignore")


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how one build runs."""

    folder: str
    time: int
    umask: int
    mode: int
    environment: dict[str, str]


PLACES = (
    Place("one", 1_000_000_000, 0o022, 0o644, {"LC_ALL": "C", "PYTHONHASHSEED": "1"}),
    Place(
        "another place é",
        1_700_000_000,
        0o077,
        0o600,
        {"LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "2"},
    ),
)


def built(place: Place, parent: Path) -> dict[str, Path]:
    """What hatchling makes of a copy of the checkout, by file name."""
    copy = parent / place.folder
    ignored = shutil.ignore_patterns("__pycache__")
    for name in PARTS:
        shutil.copytree(REPOSITORY / name, copy / name, ignore=ignored)
    for name in FILES:
        shutil.copy(REPOSITORY / name, copy / name)
    for path in filter(Path.is_file, copy.rglob("*")):
        path.chmod(place.mode)
        os.utime(path, (place.time, place.time))
    wanted = {
        name: os.environ[name] for name in os.environ if name != "SOURCE_DATE_EPOCH"
    }
    subprocess.run(
        [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-d",
            str(parent / place.folder / "out"),
        ],
        cwd=copy,
        env=wanted | place.environment,
        umask=place.umask,
        check=True,
        capture_output=True,
    )
    return {path.name: path for path in (copy / "out").iterdir()}


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Path]]:
    """Two builds that differ in folder, time, rights, locale, time zone and hash seed."""
    parent = tmp_path_factory.mktemp("builds")
    return [built(place, parent) for place in PLACES]


def test_two_builds_are_the_same_bytes(builds: list[dict[str, Path]]) -> None:
    """One wheel and one sdist, equal to the byte."""
    one, other = (
        {
            name: hashlib.sha256(path.read_bytes()).hexdigest()
            for name, path in made.items()
        }
        for made in builds
    )
    assert sorted(path.rpartition(".")[2] for path in one) == ["gz", "whl"]
    assert one == other


def test_nothing_of_the_machine_is_inside(builds: list[dict[str, Path]]) -> None:
    """No path of a build, no owner, no file of an environment."""
    wheel, sdist = (
        next(p for n, p in builds[0].items() if n.endswith(e)) for e in ("whl", "gz")
    )
    folder = str(builds[0][wheel.name].parents[1]).encode()
    with zipfile.ZipFile(wheel) as archive:
        texts = {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(sdist) as archive:
        owners = {(member.uname, member.gname, member.uid) for member in archive}
    assert not [name for name, text in texts.items() if folder in text]
    assert owners == {("", "", 0)}
    assert not [name for name in texts if "__pycache__" in name or "/." in name]
