"""Folders replaced as a whole: the old one stays until the new one is complete."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from kubewright.codegen import manifest
from kubewright.errors import KubewrightError, Problem, reading, refuse

MARK = "kubewright"


def replace_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Make `folder` hold `files` (path to text, the manifest among them).

    Files there that no earlier run wrote are kept. Raises `KubewrightError` where `folder`
    is a file, is not ours, or cannot be written; it is unchanged then.
    """
    foreign = _foreign_files(folder, files)
    with reading(str(folder), "a folder that can be written"):
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _fresh_folder(folder) as fresh:
            _write(fresh, files)
            for path in foreign:
                _copy(folder / path, fresh / path)
            _swap(fresh, folder)


def _foreign_files(folder: Path, files: Mapping[str, str]) -> list[str]:
    """The files in `folder` that no manifest lists and that are not in the way."""
    if folder.is_file():
        raise KubewrightError(Problem(str(folder), "a file", "a folder or nothing"))
    if not folder.is_dir() or not any(folder.iterdir()):
        return []
    written = manifest.read(folder).get("files")
    if not isinstance(written, dict):
        hint = "choose another --output, or move that folder away"
        problem = Problem(
            str(folder), "files of another origin", "a folder of ours", hint
        )
        raise KubewrightError(problem)
    foreign = [
        path for path in manifest.paths(folder) if path not in {*written, manifest.NAME}
    ]
    refuse(
        Problem(
            str(folder / path),
            "a file that we did not write",
            "room for ours",
            "move it",
        )
        for path in foreign
        if path in files
    )
    return foreign


@contextmanager
def _fresh_folder(folder: Path) -> Iterator[Path]:
    prefix = f".{folder.name}.{MARK}-"
    fresh = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
    # mkdtemp makes private folders; a tree is as readable as what lies around it.
    fresh.chmod(0o755)
    try:
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for parent in {Path(path).parent for path in files}:
        (folder / parent).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        (folder / path).write_bytes(text.encode())


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(source, target, follow_symlinks=False)


def _swap(fresh: Path, folder: Path) -> None:
    """Put `fresh` where `folder` is; the old folder comes back when that fails."""
    if not folder.exists():
        fresh.rename(folder)
        return
    old = fresh.with_name(f"{fresh.name}-old")
    folder.rename(old)
    try:
        fresh.rename(folder)
    except OSError:
        with suppress(OSError):
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def restore_folder(folder: Path, backup: Path) -> None:
    """Put `backup` where our `folder` is; files there that are not ours move along."""
    written = {*manifest.read(folder).get("files", ()), manifest.NAME}
    for path in manifest.paths(folder):
        if path not in written and not (backup / path).exists():
            _copy(folder / path, backup / path)
    with _fresh_folder(folder) as fresh:
        folder.rename(fresh / "ours")
        backup.rename(folder)
