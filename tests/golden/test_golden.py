"""Each folder is a case: a small spec, and the modules or the errors that it gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kubewright.cli.app import main

CASES = Path(__file__).parent
GOOD = sorted(path.parent for path in CASES.glob("*/expected"))
BAD = sorted(path.parent for path in CASES.glob("*/errors.txt"))


def name(case: Path) -> str:
    return case.name


def generate(case: Path, output: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run the command on the case's spec, as a user in its folder would."""
    monkeypatch.chdir(case)
    arguments = [
        "generate",
        "1.37",
        "--spec",
        "spec.json",
        "--output",
        str(output),
        "-q",
    ]
    return CliRunner().invoke(main, [*arguments, "--jobs", "1"])


def modules(folder: Path) -> dict[str, str]:
    """The generated modules of a models folder: all but the runtime's own files."""
    names = [path for path in sorted(folder.glob("*.py")) if path.name[:2] != "__"]
    return {path.name: path.read_text("utf-8") for path in names if path.name[0] != "_"}


def test_every_folder_is_a_case() -> None:
    """A folder holds a spec, and either expected modules or expected errors."""
    folders = sorted(path.parent for path in CASES.glob("*/spec.json"))
    assert sorted(GOOD + BAD) == folders
    assert len(GOOD) >= 20
    assert all(
        isinstance(json.loads((case / "spec.json").read_text("utf-8")), dict)
        for case in GOOD
    )


@pytest.mark.parametrize("case", GOOD, ids=name)
def test_spec_gives_these_modules(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    """The spec gives exactly the expected modules, the same in both trees."""
    result = generate(case, tmp_path, monkeypatch)
    assert result.exit_code == 0, result.stderr
    sync, aio = (
        tmp_path / "1.37/kubernetes" / side / "models"
        for side in ("client", "aio/client")
    )
    found = modules(sync)
    if update_golden:
        rewrite(case / "expected", found)
    assert found == modules(case / "expected")
    assert found == modules(aio)


@pytest.mark.parametrize("case", BAD, ids=name)
def test_spec_is_refused_with_these_lines(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    """The spec ends the run with exit code 2, these lines, and nothing on disk."""
    result = generate(case, tmp_path / "out", monkeypatch)
    if update_golden:
        (case / "errors.txt").write_text(result.stderr, "utf-8")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (case / "errors.txt").read_text("utf-8")
    assert list(tmp_path.iterdir()) == []


def rewrite(folder: Path, files: dict[str, str]) -> None:
    """Make `folder` hold `files` and no other module."""
    for path in folder.glob("*.py"):
        path.unlink()
    for path, text in files.items():
        (folder / path).write_text(text, "utf-8")
