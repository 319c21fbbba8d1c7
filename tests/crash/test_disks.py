"""Full and read-only disks: an error that says where and what to do, and the old tree whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from crash import disks, kills, steps
from kubewright.codegen import write
from misbehaving import BODY, serving

GENERATE = ["generate", "1.37", "--spec", "new.json", "--jobs", "1", "-q"]
# Bytes of room, from none to almost enough for the new tree of 30 models.
ROOM = (4096, 2**16, 2**18)


@pytest.fixture
def place(tmp_path: Path) -> kills.Place:
    """A folder with two specs."""
    found = kills.Place(tmp_path / "here")
    found.folder.mkdir()
    kills.write_spec(found, 30)
    return found


def judge_error(code: int, err: str, *parts: str) -> None:
    """Exit 2, one line, without a traceback, with all `parts`."""
    assert (code, err.count("\n")) == (2, 1), err
    assert err.startswith("error: ")
    assert all(part in err for part in parts), err


@pytest.mark.parametrize("room", ROOM)
def test_full_disk_of_the_output(place: kills.Place, tmp_path: Path, room: int) -> None:
    """The folder is named and what to do; what was there stays, and nothing else."""
    with disks.full(tmp_path / "disk", room) as disk:
        tree = disk.folder / "1.37"
        if room > 4096:
            write.replace_folder(tree, steps.OLD)
        before = steps.contents(disk.folder)
        code, out, err = place.ends(
            [*GENERATE, "--output", str(disk.folder)], disk.prepare
        )
        assert out == ""
        judge_error(code, err, str(disk.folder))
        assert any(text in err for text in disks.NO_ROOM), err
        assert "make room on its disk" in err or "ulimit -f" in err
        assert steps.contents(disk.folder) == before


def test_full_disk_of_an_overlay(place: kills.Place, tmp_path: Path) -> None:
    """Both models folders stay what they were, without a backup."""
    with disks.full(tmp_path / "disk", 2**18) as disk:
        for name in kills.overlay.TREES:
            steps.put(disk.folder / "client" / name, steps.THEIRS)
        before = steps.contents(disk.folder)
        arguments = ["--overlay", str(disk.folder / "client"), "--force"]
        code, _, err = place.ends([*GENERATE, *arguments], disk.prepare)
        judge_error(code, err, "models")
        assert any(text in err for text in disks.NO_ROOM), err
        assert steps.contents(disk.folder) == before


@pytest.mark.parametrize("state", ["full", "read-only"])
def test_cache_that_cannot_be_written(place: kills.Place, state: str) -> None:
    """`spec fetch` ends with what to do; the verbs that could do without go on, and say so."""
    with serving() as server:
        server.body = BODY.ljust(2**17)
        source = ["--spec", server.url()]
        if state == "full":
            context = disks.full(place.cache, 2**16)
        else:
            place.cache.mkdir()
            context = disks.read_only(place.cache)
        with context as disk:
            got = place.ends(["spec", "fetch", "--url", server.url()], disk.prepare)
            judge_error(got[0], got[2], str(place.cache), "in $KUBEWRIGHT_CACHE")
            generate = ["generate", "1.37", *source, "--jobs", "1", "--no-docs"]
            # The limit of file sizes that stands for a full disk holds for the output too.
            first = disk.prepare if state != "full" else None
            if disk.prepare is disks.nothing or first:
                code, out, err = place.ends(generate, first)
                assert (code, "1 models" in out) == (0, True), err
                assert err.startswith("warning: nothing is kept in the cache: ")
            assert [path.name for path in place.cache.rglob(".*")] == []


@pytest.mark.parametrize("which", ["output", "parent of the output"])
@pytest.mark.parametrize("how", [disks.read_only, disks.forbidden])
def test_output_that_may_not_be_written(
    place: kills.Place, which: str, how: object
) -> None:
    """It ends before any work is done; what is there stays."""
    output = place.folder / "generated"
    write.replace_folder(output / "1.37", steps.OLD)
    closed = output if which == "output" else place.folder
    name = "generated" if which == "output" else "fresh"
    before = steps.contents(output)
    with how(closed) as disk:  # type: ignore[operator]
        code, _, err = place.ends([*GENERATE, "--output", name], disk.prepare)
    judge_error(code, err, name if which == "output" else "expected a folder")
    assert steps.contents(output) == before


def test_up_to_date_tree_on_a_read_only_disk(place: kills.Place) -> None:
    """Where nothing is to be written, nothing need be writable."""
    place.run(GENERATE)
    with disks.read_only(place.folder / "generated") as disk:
        code, out, err = place.ends([*GENERATE, "--format", "json"], disk.prepare)
    assert (code, err) == (0, "")
    assert json.loads(out)[0]["written"] is False
