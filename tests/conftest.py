"""Fixtures that every folder of tests shares: generated trees and the official client."""

from __future__ import annotations

import inspect
import sys
from functools import partialmethod
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock
from hypothesis import HealthCheck, settings

from kubewright.codegen.generate import Request, generate
from kubewright.spec import releases, sources

REPOSITORY = Path(__file__).resolve().parent.parent
# Kept between runs, so only a change of the generator costs a new tree.
TREES = REPOSITORY / "generated" / "test-trees"
PACKAGE = "k8s_under_test"
OFFICIAL = REPOSITORY / ".venv-official"

# click before 8.2 gives stdout and stderr as one unless asked, and later ones never do.
if "mix_stderr" in inspect.signature(CliRunner).parameters:
    CliRunner.__init__ = partialmethod(  # type: ignore[method-assign, assignment]
        CliRunner.__init__, mix_stderr=False
    )

# The machine that runs the tests may be busy: time is no fault of a property.
settings.register_profile(
    "patient", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def generated(release: str, package: str = PACKAGE) -> Path:
    """The folder of a tree of `release`, up to date; processes wait for one another."""
    folder = TREES / package / release
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        aliases = releases.aliases(release)
        generate(
            Request(sources.load(release), release, aliases, package, jobs=2), folder
        )
    return folder


@pytest.fixture(scope="session")
def tree_137() -> Path:
    """A tree of 1.37 as the package `k8s_under_test`, on the import path."""
    folder = generated("1.37")
    sys.path.insert(0, str(folder))
    return folder


@pytest.fixture(scope="session")
def official_python() -> Path:
    """The Python of the environment that holds the official client (`make official`)."""
    python = OFFICIAL / "bin" / "python"
    if not python.exists():
        pytest.fail(f"{OFFICIAL.name} is missing: `make official` creates it")
    return python


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` rewrites expected output; read the diff before you commit it."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite expected output"
    )


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Whether expected output is to be rewritten."""
    return bool(request.config.getoption("--update-golden"))
