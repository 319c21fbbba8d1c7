"""Folders replaced as a whole: the old one stays until the new one is complete."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from kubewright.codegen import manifest
from kubewright.codegen.swap import locked, swap, turn
from kubewright.errors import KubewrightError, Problem, reading, refuse

MARK = "kubewright"


def replace_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Make `folder` hold `files` (path to text, the manifest among them).

    Files there that no earlier run wrote are kept. Raises `KubewrightError` where one of
    them is in the way or `folder` cannot be written; nothing is changed then.
    """
    refuse_foreign(folder)
    _install(folder, files, keep=True)


def replace_others(folder: Path, files: Mapping[str, str], backup: Path) -> None:
    """Make `folder`, which others wrote, hold `files` alone; `backup` is a copy of it."""
    with reading(str(folder), "a folder that can be written"):
        with _fresh_folder(backup) as fresh:
            copy = shutil.copytree(folder, fresh / "copy", symlinks=True)
            copy.rename(backup)
        try:
            _install(folder, files, keep=False)
        except BaseException:
            shutil.rmtree(backup, ignore_errors=True)
            raise


def _install(folder: Path, files: Mapping[str, str], *, keep: bool) -> None:
    with reading(str(folder), "a folder that can be written"):
        place = folder.resolve()
        place.parent.mkdir(parents=True, exist_ok=True)
        with _fresh_folder(place) as fresh:
            _write(fresh, files)
            with turn(place.parent):
                if keep:
                    _keep_foreign(place, fresh)
                swap(fresh, place)


def _keep_foreign(folder: Path, fresh: Path) -> None:
    """Give `fresh` what others put into `folder`; raises where that is in the way."""
    foreign = _foreign_files(folder)
    refuse(
        Problem(
            str(folder / path),
            "a file that we did not write",
            "room for ours",
            "move it",
        )
        for path in foreign
        if _is_taken(folder / path, fresh / path)
    )
    for path in foreign:
        _link(folder / path, fresh / path)
    if folder.is_dir():
        shutil.copymode(folder, fresh)


def _is_taken(source: Path, target: Path) -> bool:
    """Whether something of ours is at `target`, as the file system there compares names."""
    folders = source.is_dir() and not source.is_symlink() and target.is_dir()
    return os.path.lexists(target) and not folders


def refuse_foreign(folder: Path) -> None:
    """Raise `KubewrightError` where `folder` cannot become ours.

    It is a file or below one, cannot be written, or is full of what we did not write.
    """
    with reading(str(folder), "a folder that can be read and written"):
        nearest = next(
            path for path in (folder, *folder.absolute().parents) if path.exists()
        )
        if not nearest.is_dir():
            expected = "a folder, or nothing"
            raise KubewrightError(Problem(str(nearest), "a file", expected))
        if not os.access(nearest, os.W_OK):
            expected = "a folder of yours"
            raise KubewrightError(Problem(str(nearest), "no right to write", expected))
        if nearest == folder and any(folder.iterdir()) and not is_ours(folder):
            hint = "choose another --output, or move that folder away"
            found = "files of another origin"
            raise KubewrightError(Problem(str(folder), found, "a folder of ours", hint))


def is_ours(folder: Path) -> bool:
    """Whether kubewright wrote `folder`."""
    return isinstance(manifest.read(folder).get("files"), dict)


def _foreign_files(folder: Path) -> list[str]:
    """The paths in `folder` that its manifest does not list."""
    written = {*manifest.read(folder).get("files", ()), manifest.NAME}
    return [path for path in manifest.paths(folder) if path not in written]


@contextmanager
def _fresh_folder(folder: Path) -> Iterator[Path]:
    """An empty folder beside `folder`, ours until the block ends, gone after it."""
    with ExitStack() as stack:
        with turn(folder.parent):
            _clean(folder)
            prefix = f".{folder.name}.{MARK}-"
            fresh = Path(tempfile.mkdtemp(prefix=prefix, dir=folder.parent))
            stack.callback(shutil.rmtree, fresh, ignore_errors=True)
            stack.enter_context(turn(fresh))
        # mkdtemp makes private folders; a tree is as readable as what lies around it.
        fresh.chmod(0o755)
        yield fresh


def _clean(folder: Path) -> None:
    """Remove what killed runs left beside `folder`; a living run holds its own."""
    for leftover in folder.parent.glob(f".{folder.name}.{MARK}-*"):
        with locked(leftover) as dead:
            if dead:
                shutil.rmtree(leftover, ignore_errors=True)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for parent in {Path(path).parent for path in files}:
        (folder / parent).mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        (folder / path).write_bytes(text.encode())


def _link(source: Path, target: Path) -> None:
    """Give the file, link or empty folder `source` a second name; a copy where none can be."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir() and not source.is_symlink():
        target.mkdir(exist_ok=True)
        return
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def restore_folder(folder: Path, backup: Path) -> None:
    """Put `backup` where our `folder` is; files there that are not ours move along."""
    for path in _foreign_files(folder):
        if not (backup / path).exists():
            _link(folder / path, backup / path)
    with turn(folder.parent):
        swap(backup, folder)
    shutil.rmtree(backup, ignore_errors=True)
