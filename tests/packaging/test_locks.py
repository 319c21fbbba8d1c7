"""The locks in requirements/ are in step with pyproject.toml, with hashes and no host names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

from kubewright.spec.releases import tomllib

REPOSITORY = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads(
    (REPOSITORY / "pyproject.toml").read_text("utf-8")
)
GROUPS = PROJECT["dependency-groups"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
BASE = [*PROJECT["project"]["dependencies"], *EXTRAS["codegen"], *GROUPS["build"]]
# The groups and extras that the Makefile puts into each lock.
LOCKED = {
    "codegen": BASE,
    "official": GROUPS["official"],
    "test": [
        *BASE,
        *EXTRAS["drift"],
        *EXTRAS["docs"],
        *(row for name in ("test", "lint", "supply") for row in GROUPS[name]),
    ],
}
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
PLATFORMS = (
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "arm64"),
    ("win32", "AMD64"),
)


def text(name: str) -> str:
    """A lock as it stands."""
    return (REPOSITORY / "requirements" / f"{name}.txt").read_text("utf-8")


def blocks(name: str) -> list[tuple[Requirement, list[str]]]:
    """The locked requirements with their hashes."""
    joined = text(name).replace("\\\n", " ")
    rows = [row for row in joined.splitlines() if re.match(r"\w", row)]
    return [
        (Requirement(row.partition("--hash")[0]), re.findall(r"--hash=(\S+)", row))
        for row in rows
    ]


def environment(python: str, system: str, machine: str) -> dict[str, str]:
    """What markers see on another machine."""
    return {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": system,
        "platform_machine": machine,
        "platform_system": {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}[
            system
        ],
        "os_name": "nt" if system == "win32" else "posix",
    }


def holds(marker: Marker | None, there: dict[str, str]) -> bool:
    """Whether a requirement is meant for that machine."""
    return marker is None or marker.evaluate(there)


@pytest.mark.parametrize("name", LOCKED)
def test_every_machine_gets_each_direct_dependency_once(name: str) -> None:
    """On each Python and platform one locked version a dependency, within its bounds."""
    wanted = [
        Requirement(row) for row in LOCKED[name] if not row.startswith("kubewright")
    ]
    found = [row for row, _ in blocks(name)]
    for python in PYTHONS:
        for system, machine in PLATFORMS:
            there = environment(python, system, machine)
            for need in (row for row in wanted if holds(row.marker, there)):
                (pin,) = (
                    row
                    for row in found
                    if same(row.name, need.name) and holds(row.marker, there)
                )
                (version,) = (part.version for part in pin.specifier)
                assert need.specifier.contains(version), (need, version, python)


def same(one: str, other: str) -> bool:
    """Whether two spellings name one project."""
    return re.sub(r"[-_.]+", "-", one).lower() == re.sub(r"[-_.]+", "-", other).lower()


@pytest.mark.parametrize("name", LOCKED)
def test_every_version_is_exact_and_has_hashes(name: str) -> None:
    """`==` alone, and a sha256 for each file of it."""
    for row, hashes in blocks(name):
        assert [part.operator for part in row.specifier] == ["=="], row
        assert hashes, row
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), row


@pytest.mark.parametrize("name", LOCKED)
def test_no_lock_names_a_host_or_a_folder(name: str) -> None:
    """Where packages come from is the business of pip's configuration."""
    assert not re.search(r"//|--index|--find-links|@ ", text(name))
    assert "make lock" in text(name)


def test_smaller_lock_is_a_part_of_the_larger() -> None:
    """What `make generate` installs is what `make test` tests."""
    small, large = (
        {str(row) for row, _ in blocks(name)} for name in ("codegen", "test")
    )
    # A marker may be wider in the smaller lock; the versions are the same.
    assert {row.partition(";")[0] for row in small} <= {
        row.partition(";")[0] for row in large
    }
