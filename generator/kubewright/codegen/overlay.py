"""Our models in the place of those of an existing client package, and back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from kubewright.codegen import generate, manifest, write
from kubewright.codegen.generate import Output, Request, Result, digests
from kubewright.codegen.write import Claim
from kubewright.errors import KubewrightError, Problem, reading, refuse

TREES = ("client/models", "aio/client/models")
BACKUP = "models.kubewright-backup"


def models_folders(place: Path) -> list[Path]:
    """The models folders of the package at `place`, or of the one package directly below it."""
    found = (
        [place] if _is_package(place) else [*filter(_is_package, _subfolders(place))]
    )
    if len(found) != 1:
        raise KubewrightError(
            Problem(
                f"--overlay {place}",
                f"{len(found)} packages with client/models/__init__.py",
                "one, here or one folder below",
                "name the folder of the client package",
            )
        )
    return [found[0] / tree for tree in TREES if (found[0] / tree).is_dir()]


def _is_package(folder: Path) -> bool:
    with reading(f"--overlay {folder}", "the folder of a client package"):
        return (folder / TREES[0] / "__init__.py").is_file()


def refuse_foreign(folders: list[Path], *, force: bool) -> None:
    """Raise `KubewrightError` for folders of another generator that may not be replaced."""
    refuse(problem for folder in folders for problem in _refusals(folder, force))


def replace(folders: list[Path], output: Output) -> None:
    """Put the models of `output` into `folders`; those of others are kept as a backup."""
    files = output.with_manifest(output.models)
    with write.claims(folders) as claims:
        # Only now no other run can change what is there.
        refuse_foreign([ours.place for ours in claims], force=True)
        write.replace_all(files, {ours: _backup(ours.place) for ours in claims})


def check(folders: list[Path], output: Output) -> list[str]:
    """The paths in `folders` that `replace` would change, add or remove."""
    wanted = digests(output.with_manifest(output.models))
    return [
        str(folder / path)
        for folder in folders
        for path in manifest.differing(folder, wanted)
    ]


def up_to_date(folders: list[Path], request: Request) -> Result | None:
    """The result of doing nothing, when all `folders` hold what `request` gives."""
    results = [generate.up_to_date(request, folder) for folder in folders]
    return results[0] if all(results) else None


def restore(folders: list[Path]) -> None:
    """Put the backups of `folders` back; files of other origin in our folders are kept.

    A folder that a killed run has put back already stays.
    """
    with (
        write.claims(folders) as claims,
        reading(" and ".join(map(str, folders)), write.EXPECTED),
    ):
        backups = {ours: ours.place.with_name(BACKUP) for ours in claims}
        found = {ours: path for ours, path in backups.items() if path.is_dir()}
        refuse(_without_backup(backups.keys() - found.keys(), bool(found)))
        done = {ours: path for ours, path in found.items() if is_ours(path)}
        for ours, path in done.items():
            write.discard(ours, path)
        write.put_back({ours: found[ours] for ours in found.keys() - done.keys()})


def _without_backup(claims: Iterable[Claim], some: bool) -> Iterator[Problem]:
    """The folders that cannot be put back; one where `some` are and that is not ours has been."""
    for ours in sorted(claims, key=lambda each: each.place):
        if is_ours(ours.place) or not some:
            where, expected = str(ours.place), "the models that were replaced"
            yield Problem(where, f"no {BACKUP} beside it", expected)


def _backup(folder: Path) -> Path | None:
    """Where the models of others in `folder` are kept; None where they are ours."""
    return None if is_ours(folder) else folder.with_name(BACKUP)


def is_ours(folder: Path) -> bool:
    """Whether the models in `folder` are ours; a client installed over them leaves a manifest."""
    files = manifest.read(folder).get("files", {})
    entry = {name: digest for name, digest in files.items() if name == "__init__.py"}
    return bool(entry) and not manifest.changed(folder, entry)


def _refusals(folder: Path, force: bool) -> Iterator[Problem]:
    if not os.access(folder.parent, os.W_OK):
        yield Problem(str(folder.parent), "no right to write", "a folder of yours")
    if is_ours(folder):
        return
    if not force:
        hint = f"--force keeps them as {BACKUP} and replaces them"
        yield Problem(str(folder), "models of another generator", "ours", hint)
    elif _occupied(folder, folder.with_name(BACKUP)):
        hint = "move it away, or --restore it"
        yield Problem(
            str(folder.with_name(BACKUP)), "a backup already", "no backup", hint
        )


def _occupied(folder: Path, backup: Path) -> bool:
    """Whether `backup` holds what would be lost: neither the same models nor ours.

    A run that was killed leaves the one before it has swapped, the other after.
    """
    return backup.exists() and not (is_ours(backup) or write.same(backup, folder))


def _subfolders(place: Path) -> list[Path]:
    with reading(f"--overlay {place}", "the folder of a client package"):
        return sorted(path for path in place.iterdir() if path.is_dir())
