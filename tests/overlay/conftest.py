"""The official client with our models inside, in a copy of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kubewright.cli.app import main

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def official_package(official_python: Path) -> Path:
    """The installed `kubernetes` package of the official client."""
    code = "import kubernetes, pathlib; print(pathlib.Path(kubernetes.__file__).parent)"
    command = [str(official_python), "-c", code]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return Path(found.stdout.strip())


@pytest.fixture(scope="session")
def untouched(official_package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the official package, away from this project's settings."""
    folder = tmp_path_factory.mktemp("official")
    shutil.copytree(official_package, folder / "kubernetes")
    return folder


@pytest.fixture(scope="session")
def overlaid(official_package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose `kubernetes` package is the official one with our models over its own."""
    folder = tmp_path_factory.mktemp("overlay")
    shutil.copytree(official_package, folder / "kubernetes")
    arguments = ["generate", "1.37", "--overlay", str(folder), "--force", "-q"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="session")
def run_overlaid(overlaid: Path, official_python: Path) -> Run:
    """A function that runs Python code in the environment of the overlaid client."""

    def run(
        *arguments: str, text: str | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(official_python), "-W", "error::UserWarning", *arguments],
            env={**os.environ, "PYTHONPATH": str(overlaid)},
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
