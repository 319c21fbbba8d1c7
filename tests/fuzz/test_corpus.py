"""The inputs that fuzzing has found something with, each once more; and that laws can fail."""

from __future__ import annotations

import importlib
import warnings
from pathlib import Path

import pytest

from fuzz import harness, run
from fuzz.__main__ import NAMES
from fuzz.harness import CORPUS, Hang, Target, Watch, law, limits

KEPT = sorted(path for path in CORPUS.glob("*/*") if path.is_file())


@pytest.mark.parametrize(
    "path", KEPT, ids=lambda path: f"{path.parent.name}-{path.name}"
)
def test_what_broke_once_holds(path: Path) -> None:
    """A kept input breaks no law of its target any more."""
    target = importlib.import_module(f"fuzz.targets.{path.parent.name}").TARGET
    with limits():
        Watch.restart()
        target.check(path.read_bytes())


def test_every_folder_is_of_a_target() -> None:
    """No kept input is left aside by a wrong name of its folder."""
    assert {path.parent.name for path in KEPT} <= set(NAMES)


def breaks(data: bytes) -> None:
    """A target with a fault for each of some bytes."""
    law(b"l" not in data, "no law")
    if b"w" in data:
        warnings.warn("no warning", stacklevel=1)
    while b"h" in data:
        pass


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"l", harness.Law), (b"w", UserWarning), (b"h", Hang), (b"x", None)],
)
def test_a_fault_is_found(
    data: bytes, error: type[BaseException] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken law, a warning and a case without an end are finds; other cases are none."""
    monkeypatch.setattr(harness, "CPU_LIMIT", 0)
    with limits():
        found = run.broken(Target("planted", lambda rng: b"", breaks), data)
    assert (type(found) if found else None) == error


def test_a_find_is_made_small_and_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file of a find holds what is needed for it alone; a second one is not told."""
    monkeypatch.setattr(run, "FINDS", tmp_path)
    found = run.Run(Target("planted", lambda rng: b"", breaks))
    for data in (b"some long text", b"all"):
        found.case(data)
    (path,) = (tmp_path / "planted").iterdir()
    assert path.read_bytes() == b"l"
    assert f"to keep it: cp {path}" in capsys.readouterr().out
    assert (found.executions, len(found.finds)) == (2, 1)
