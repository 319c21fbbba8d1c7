"""Folders are replaced whole or not at all, and what others put there stays."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock

import pytest

from kubewright.codegen import manifest, overlay, swap, write
from kubewright.codegen.generate import Output
from kubewright.errors import KubewrightError

FILES = {"a.py": "a = 1\n", "sub/b.py": "b = 1\n"}


def with_manifest(files: dict[str, str]) -> dict[str, str]:
    """`files` with the manifest that lists them."""
    return {**files, manifest.NAME: manifest.manifest({"counts": {}}, files)}


def contents(folder: Path) -> dict[str, str]:
    """All files below `folder` by path."""
    return {path: (folder / path).read_text("utf-8") for path in manifest.paths(folder)}


def test_new_folder_holds_the_files(tmp_path: Path) -> None:
    """A folder that is not there is made, with nothing beside it."""
    files = with_manifest(FILES)
    write.replace_folder(tmp_path / "new" / "tree", files)
    assert contents(tmp_path / "new" / "tree") == files
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["tree"]


def test_stale_files_of_ours_go_and_foreign_ones_stay(tmp_path: Path) -> None:
    """What the old manifest lists is ours to remove; anything else is kept."""
    tree = tmp_path / "tree"
    write.replace_folder(tree, with_manifest(FILES))
    (tree / "notes.txt").write_text("mine")
    (tree / "sub" / "__pycache__").mkdir()
    (tree / "sub" / "__pycache__" / "b.pyc").write_bytes(b"x")
    write.replace_folder(tree, with_manifest({"a.py": "a = 2\n"}))
    assert set(contents(tree)) == {"a.py", "notes.txt", manifest.NAME}
    assert (tree / "a.py").read_text() == "a = 2\n"


@pytest.mark.parametrize(
    ("prepare", "found"),
    [
        (lambda path: path.write_text("x"), "a file"),
        (
            lambda path: (path.mkdir(), (path / "x").write_text("x")),
            "files of another origin",
        ),
    ],
    ids=["a file", "a foreign folder"],
)
def test_foreign_place_is_refused(tmp_path: Path, prepare, found: str) -> None:
    """A file, or a folder that holds what we did not write, is left alone."""
    place = tmp_path / "tree"
    prepare(place)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(KubewrightError, match=found):
        write.replace_folder(place, with_manifest(FILES))
    assert sorted(tmp_path.rglob("*")) == before


def test_foreign_file_in_the_way_is_refused(tmp_path: Path) -> None:
    """A file of the user's under the name of a new module is never overwritten."""
    tree = tmp_path / "tree"
    write.replace_folder(tree, with_manifest({"a.py": "a = 1\n"}))
    (tree / "c.py").write_text("mine")
    with pytest.raises(
        KubewrightError, match=r"c\.py: found a file that we did not write"
    ):
        write.replace_folder(tree, with_manifest({"a.py": "", "c.py": ""}))
    assert (tree / "c.py").read_text() == "mine"


@pytest.mark.parametrize("exchange", [True, False], ids=["one step", "two steps"])
@pytest.mark.parametrize("step", ["write", "first rename", "second rename", "none"])
def test_failure_leaves_the_old_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, exchange: bool
) -> None:
    """Whatever fails on the way, the old tree is whole and no temporary folder stays."""
    tree = tmp_path / "tree"
    old, new = with_manifest(FILES), with_manifest({"z.py": "z = 1\n"})
    write.replace_folder(tree, old)
    if not exchange:
        monkeypatch.setattr(swap, "_exchanged", lambda fresh, folder: False)
    break_at(step, monkeypatch)
    fails = step == "write" or ("rename" in step and not exchange)
    with (
        pytest.raises(KubewrightError, match="no space left")
        if fails
        else nullcontext()
    ):
        write.replace_folder(tree, new)
    assert contents(tree) == (old if fails else new)
    assert [path.name for path in tmp_path.iterdir()] == ["tree"]


def break_at(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the disk full at `step`."""
    error = OSError(28, "No space left on device")
    if step == "write":
        monkeypatch.setattr(write, "open", Mock(side_effect=error), raising=False)
        return
    calls = iter([step == "first rename", step == "second rename"])
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if next(calls, False):
            raise error
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)


def test_link_to_a_folder_stays_a_link(tmp_path: Path) -> None:
    """An output folder that is a link is written through."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write.replace_folder(tmp_path / "link", with_manifest(FILES))
    assert (tmp_path / "link").is_symlink()
    assert contents(tmp_path / "real") == with_manifest(FILES)


KILLED = """
import sys
from pathlib import Path
from kubewright.codegen import write
from codegen.test_write import with_manifest
folder, number = Path(sys.argv[1]), int(sys.argv[2])
print("start", flush=True)
while True:
    number += 1
    write.replace_folder(folder, with_manifest({f"m{i}.py": str(number) for i in range(40)}))
"""


def test_killed_runs_leave_one_whole_tree(tmp_path: Path) -> None:
    """Two runs at once on one folder, killed at random: one tree, whole; leftovers go."""
    tree = tmp_path / "tree"
    write.replace_folder(tree, with_manifest({f"m{i}.py": "0" for i in range(40)}))
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    for seed in range(4):
        command = [sys.executable, "-c", KILLED, str(tree)]
        runs = [
            subprocess.Popen(
                [*command, str(start)], env=environment, stdout=subprocess.PIPE
            )
            for start in (0, 1000)
        ]
        for run in runs:
            assert run.stdout is not None
            run.stdout.readline()
        time.sleep(random.Random(seed).uniform(0.01, 0.3))
        for run in runs:
            run.kill()
            run.communicate()
        files = contents(tree)
        table = json.loads(files.pop(manifest.NAME))
        assert manifest.changed(tree, table["files"]) == []
        assert len(set(files.values())) == 1
        assert len(files) == 40
    write.replace_folder(tree, with_manifest(FILES))
    assert [path.name for path in tmp_path.iterdir()] == ["tree"]


def client(folder: Path, text: str = "theirs") -> Path:
    """A client package with models of another generator."""
    for tree in overlay.TREES:
        (folder / tree).mkdir(parents=True)
        (folder / tree / "__init__.py").write_text(text)
        (folder / tree / "v1_pod.py").write_text(text)
    return folder


OUTPUT = Output(
    {"__init__.py": "ours", "v1_pod.py": "ours"}, {}, {"release": "1.37", "counts": {}}
)


@pytest.mark.parametrize("below", [False, True], ids=["package", "parent"])
def test_package_is_found_by_its_models(tmp_path: Path, below: bool) -> None:
    """DIR is the package or its parent."""
    package = client(tmp_path / "kubernetes")
    found = overlay.models_folders(tmp_path if below else package)
    assert found == [package / tree for tree in overlay.TREES]


@pytest.mark.parametrize("packages", [[], ["one", "two"]])
def test_no_package_or_two_are_refused(tmp_path: Path, packages: list[str]) -> None:
    """Where no models folder or more than one package is found, nothing is guessed."""
    for name in packages:
        client(tmp_path / name)
    with pytest.raises(KubewrightError, match=f"{len(packages)} packages"):
        overlay.models_folders(tmp_path)


def test_models_of_another_generator_need_force_and_come_back(tmp_path: Path) -> None:
    """They are kept as a backup beside ours, and --restore gives the same bytes again."""
    package = client(tmp_path / "kubernetes")
    (package / "client" / "api.py").write_text("api")
    before = contents(package)
    folders = overlay.models_folders(package)
    with pytest.raises(KubewrightError, match="models of another generator"):
        overlay.refuse_foreign(folders, force=False)
    assert contents(package) == before
    overlay.refuse_foreign(folders, force=True)
    overlay.replace(folders, OUTPUT)
    assert (package / "client/models/v1_pod.py").read_text() == "ours"
    assert (package / "client" / overlay.BACKUP / "v1_pod.py").read_text() == "theirs"
    overlay.restore(overlay.models_folders(package))
    assert contents(package) == before


def test_our_own_models_are_replaced_without_force(tmp_path: Path) -> None:
    """A second run needs no force, keeps the backup and the files that users added."""
    package = client(tmp_path / "kubernetes")
    folders = overlay.models_folders(package)
    overlay.replace(folders, OUTPUT)
    (folders[0] / "mine.py").write_text("mine")
    overlay.refuse_foreign(folders, force=False)
    overlay.replace(folders, Output({"__init__.py": "newer"}, {}, {"counts": {}}))
    assert set(contents(folders[0])) == {"__init__.py", "mine.py", manifest.NAME}
    overlay.restore(folders)
    assert set(contents(folders[0])) == {"__init__.py", "v1_pod.py", "mine.py"}


def test_a_second_backup_is_never_written_over_the_first(tmp_path: Path) -> None:
    """After a reinstall of the client the old backup is named, not lost."""
    package = client(tmp_path / "kubernetes")
    folders = overlay.models_folders(package)
    overlay.replace(folders, OUTPUT)
    shutil.rmtree(folders[0])
    folders[0].mkdir()
    (folders[0] / "__init__.py").write_text("reinstalled")
    with pytest.raises(KubewrightError, match="a backup already"):
        overlay.refuse_foreign(folders, force=True)


def test_restore_without_backup_is_refused(tmp_path: Path) -> None:
    """There is nothing to put back where nothing was replaced."""
    package = client(tmp_path / "kubernetes")
    with pytest.raises(KubewrightError, match=r"no models\.kubewright-backup"):
        overlay.restore(overlay.models_folders(package))


def test_folder_without_write_right_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A parent that may not be written is named before any work is done."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(KubewrightError, match="no right to write"):
        write.refuse_foreign(tmp_path / "new" / "tree")
