"""Folders replaced as a whole: the old one stays until the new one is complete."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from kubewright.codegen import manifest
from kubewright.codegen.swap import mend, swap_all
from kubewright.errors import KubewrightError, Problem, reading, refuse
from kubewright.spec.locks import clean, leased, leases, turn

MARK = "kubewright-new"
EXPECTED = "a folder that can be written"


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to write `place`, which one run has at a time.

    `fresh` is the empty folder beside it that takes its name in the end. `waited` tells
    that another run has written `place` meanwhile.
    """

    place: Path
    fresh: Path
    waited: bool


@contextmanager
def claim(folder: Path) -> Iterator[Claim]:
    """The claim of `folder` for the block; waits for the run that has it.

    What killed runs left goes first. Raises `KubewrightError` where nothing can be written.
    """
    with ExitStack() as stack:
        with reading(str(folder.parent), EXPECTED):
            place = folder.resolve()
            stack.enter_context(_parents(place.parent))
            fresh, waited = _lease(place, folder, stack)
            # Private as it is made; a tree is as readable as what lies around it.
            fresh.chmod(0o755)
        yield Claim(place, fresh, waited)


def tidy(folder: Path) -> None:
    """Remove what killed runs left beside `folder`, where there is something and it may go."""
    place = folder.resolve()
    with suppress(OSError):
        if leases(place.parent, _prefix(place)):
            with turn(place.parent, folder):
                clean(place.parent, _prefix(place))


def replace_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Make `folder` hold `files` (path to text, the manifest among them).

    Files there that no earlier run wrote are kept. Raises `KubewrightError` where one of
    them is in the way or `folder` cannot be written; nothing is changed then.
    """
    refuse_foreign(folder)
    with claim(folder) as ours:
        install(folder, ours, files)


def install(folder: Path, ours: Claim, files: Mapping[str, str]) -> None:
    """Write `files` where `ours` is claimed, as `replace_folder` does."""
    with reading(str(folder), EXPECTED):
        _write(ours.fresh, files)
        exchange([ours])


@contextmanager
def claims(folders: Iterable[Path]) -> Iterator[list[Claim]]:
    """The claims of several folders, taken in their order."""
    with ExitStack() as stack:
        yield [stack.enter_context(claim(folder)) for folder in folders]


def replace_all(files: Mapping[str, str], backups: Mapping[Claim, Path | None]) -> None:
    """Make several folders hold `files`, one right after the other when all are written.

    A folder with a backup is of others: it is copied there, and keeps nothing of its own.
    """
    others = {ours: backup for ours, backup in backups.items() if backup}
    with ExitStack() as stack:
        for ours in backups:
            with reading(str(ours.place), EXPECTED):
                if ours in others:
                    stack.enter_context(_backed_up(ours, others[ours]))
                _write(ours.fresh, files)
        with reading(" and ".join(str(ours.place) for ours in backups), EXPECTED):
            exchange(backups, others)


def exchange(claims: Iterable[Claim], others: Container[Claim] = ()) -> None:
    """Put what is fresh in place; what users added stays, but for the folders of `others`."""
    with ExitStack() as stack:
        pairs = []
        for ours in claims:
            stack.enter_context(turn(ours.place.parent))
            if ours not in others:
                _keep_foreign(ours.place, ours.fresh)
            pairs.append((ours.fresh, ours.place))
        swap_all(pairs)


@contextmanager
def _backed_up(ours: Claim, backup: Path) -> Iterator[None]:
    """Copy the claimed folder to `backup`; the copy goes when the block fails."""
    prefix = _prefix(backup)
    clean(backup.parent, prefix)
    with leased(backup.parent, prefix) as room:
        if backup.exists() and not same(backup, ours.place):
            backup.rename(room / "stale")
        if not backup.exists():
            (room / "copy").mkdir()
            for path in manifest.paths(ours.place):
                _link(ours.place / path, room / "copy" / path)
            (room / "copy").rename(backup)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            discard(ours, backup)
        raise


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
        if (fresh / path).exists()
    )
    for path in foreign:
        _link(folder / path, fresh / path)
    if folder.is_dir():
        shutil.copymode(folder, fresh)


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


def _prefix(folder: Path) -> str:
    return f".{folder.name}.{MARK}-"


def _lease(place: Path, folder: Path, stack: ExitStack) -> tuple[Path, bool]:
    """A fresh folder beside `place` for the life of `stack`, and whether that took a wait."""
    waited = False
    while True:
        with turn(place.parent, folder):
            mend(place, leases(place.parent, _prefix(place)))
            living = clean(place.parent, _prefix(place))
            if living is None:
                lease = leased(place.parent, _prefix(place))
                return stack.enter_context(lease), waited
        waited = True
        with suppress(FileNotFoundError), turn(living, folder):
            pass


@contextmanager
def _parents(folder: Path) -> Iterator[None]:
    """Make `folder`; what was made for it goes again if it is empty in the end."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    finally:
        for path in made:
            with suppress(OSError):
                path.rmdir()


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for parent in {path.rpartition("/")[0] for path in files}:
        (folder / parent).mkdir(parents=True, exist_ok=True)
    # Thousands of small files: a path object for each would cost a quarter of the time.
    for path, text in files.items():
        with open(f"{folder}/{path}", "wb") as file:
            file.write(text.encode())


def _link(source: Path, target: Path) -> None:
    """Give the file, link or empty folder `source` a second name; a copy where none can be."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir() and not source.is_symlink():
        target.mkdir()
        return
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def put_back(backups: Mapping[Claim, Path]) -> None:
    """Put each backup where its folder of ours is; files there that are not ours move along."""
    with ExitStack() as stack:
        for ours, backup in backups.items():
            for path in _foreign_files(ours.place):
                if not (backup / path).exists():
                    _link(ours.place / path, backup / path)
            stack.enter_context(turn(ours.place.parent))
        swap_all([(backup, ours.place) for ours, backup in backups.items()])
    for ours, backup in backups.items():
        discard(ours, backup)


def discard(ours: Claim, folder: Path) -> None:
    """Remove `folder` with the claim: whole until then, whatever ends this run."""
    folder.rename(ours.fresh / folder.name)


def same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files, links and empty folders."""
    names = set(manifest.paths(one))
    return names == set(manifest.paths(other)) and all(
        _same(one / name, other / name) for name in names
    )


def _same(one: Path, other: Path) -> bool:
    if one.is_symlink() and other.is_symlink():
        return os.readlink(one) == os.readlink(other)
    if one.is_dir() and other.is_dir():
        return True
    return filecmp.cmp(one, other, shallow=False)
