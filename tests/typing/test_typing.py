"""mypy --strict and pyright understand the generated packages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
REFUSED = {
    number
    for number, line in enumerate((CASES / "bad.py").read_text("utf-8").splitlines(), 1)
    if "# refused:" in line
}


def mypy(tree: Path, cache: Path, *arguments: str) -> list[str]:
    """The lines that mypy --strict prints, but for its summary."""
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--no-error-summary",
    ]
    options = ["--cache-dir", str(cache), "--python-version", "3.10"]
    done = subprocess.run(
        [*command, *options, *arguments],
        env={**os.environ, "MYPYPATH": str(tree)},
        cwd=cache,
        capture_output=True,
        text=True,
        check=False,
    )
    return [
        line
        for line in (done.stdout + done.stderr).splitlines()
        if ": note: " not in line
    ]


def pyright(tree: Path, folder: Path, case: Path) -> list[int]:
    """The lines of `case` in which pyright, set to strict, finds errors."""
    settings = {
        "extraPaths": [str(tree)],
        "typeCheckingMode": "strict",
        # `_exec` and its like are public: the official client's names for keywords.
        "reportPrivateUsage": False,
        "include": [str(case)],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [
        sys.executable,
        "-m",
        "basedpyright",
        "--outputjson",
        "--pythonpath",
        sys.executable,
    ]
    done = subprocess.run(
        [*command, "-p", str(folder)], capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    return [
        row["range"]["start"]["line"] + 1 for row in found if row["severity"] == "error"
    ]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """mypy's cache, shared by the tests of this file."""
    return tmp_path_factory.mktemp("mypy")


def test_generated_packages_pass_mypy_strict(tree_137: Path, cache: Path) -> None:
    """Both trees, all 845 classes, without a finding."""
    assert mypy(tree_137, cache, "-p", "k8s_under_test") == []


def test_mypy_sees_the_types(tree_137: Path, cache: Path) -> None:
    """Attributes, arguments and results have the types that users see."""
    assert mypy(tree_137, cache, str(CASES / "good.py")) == []


def test_mypy_refuses_wrong_calls(tree_137: Path, cache: Path) -> None:
    """Each wrong call is refused on its line, and nothing else is."""
    found = mypy(tree_137, cache, str(CASES / "bad.py"))
    lines = {int(re.search(r"bad\.py:(\d+): error", line)[1]) for line in found}  # type: ignore[index]
    assert lines == REFUSED


def test_pyright_sees_the_types(tree_137: Path, tmp_path: Path) -> None:
    """pyright in strict mode accepts the same calls."""
    assert pyright(tree_137, tmp_path, CASES / "good.py") == []


def test_pyright_refuses_wrong_calls(tree_137: Path, tmp_path: Path) -> None:
    """pyright refuses the same calls."""
    assert set(pyright(tree_137, tmp_path, CASES / "bad.py")) >= REFUSED
