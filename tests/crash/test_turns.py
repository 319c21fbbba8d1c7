"""Two runs at once on one place: the second waits and says for whom, and nothing is torn."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codegen.test_write import client, contents
from crash import kills, steps
from kubewright.codegen import overlay, write
from kubewright.spec import locks, pin, releases
from kubewright.spec.releases import Release
from misbehaving import serving

GENERATE = ["generate", "1.37", "--spec", "new.json", "--jobs", "1"]
PATIENCE = 60.0


@pytest.fixture
def place(tmp_path: Path) -> kills.Place:
    """A folder with two specs."""
    found = kills.Place(tmp_path / "here")
    found.folder.mkdir()
    kills.write_spec(found, 30)
    return found


def until(happened: Callable[[], object]) -> None:
    """Wait for what must come; it may take long on a busy machine."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def lease(place: kills.Place) -> list[Path]:
    """The fresh folder of a run that is at work in `place`."""
    return [*place.folder.glob(f"generated/.1.37.{write.MARK}-*")]


def interruptible() -> None:
    """Take Ctrl-C, even where whoever runs the tests does not."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_the_second_run_waits_for_a_stopped_one(place: kills.Place) -> None:
    """It names the process and the folder; Ctrl-C ends it; what the first does is not lost."""
    first = place.start(GENERATE)
    until(lambda: lease(place))
    first.send_signal(signal.SIGSTOP)
    second = place.start(GENERATE, interruptible)
    assert isinstance(second, subprocess.Popen)
    with second:
        assert second.stderr is not None
        expected = f"warning: waiting for process {first.pid}, which works on "
        assert second.stderr.readline().startswith(f"{expected}generated/1.37")
        second.send_signal(signal.SIGINT)
        assert (second.wait(), second.stderr.read()) == (130, "stopped\n")
    third = place.start(GENERATE)
    first.send_signal(signal.SIGCONT)
    assert first.communicate()[0].startswith("1.37: 33 models in 2 packages written")
    assert third.communicate()[0].startswith("1.37: 33 models in 2 packages unchanged")
    assert kills.tree(place.folder / "generated" / "1.37")
    assert os.listdir(place.folder / "generated") == ["1.37"]


def test_the_run_that_waited_for_another_spec_writes_its_own(
    place: kills.Place,
) -> None:
    """What the first has written is whole, and not what the second was asked for."""
    first = place.start([*GENERATE, "-q"])
    until(lambda: lease(place))
    code, _, _ = place.ends(
        ["generate", "1.37", "--spec", "old.json", "--jobs", "1", "-q"]
    )
    assert (code, first.wait()) == (0, 0)
    first.communicate()
    assert (
        len([*place.folder.glob("generated/1.37/kubernetes/client/models/v1_*.py")])
        == 30
    )
    assert os.listdir(place.folder / "generated") == ["1.37"]


def test_leftovers_beside_an_up_to_date_tree_go(place: kills.Place) -> None:
    """A run that is killed after the swap leaves a whole new tree, and the old one beside it."""
    client(place.folder / "client")
    overlaid = [*GENERATE, "--overlay", "client", "--force"]
    beside = {
        place.folder / "generated" / f".1.37.{write.MARK}-left": GENERATE,
        place.folder / "client" / "client" / f".models.{write.MARK}-left": overlaid,
    }
    for left, arguments in beside.items():
        place.run(arguments)
        left.mkdir()
        assert "unchanged" in place.ends(arguments)[1]
        assert not left.exists()


def test_generate_and_overlays_at_once(place: kills.Place) -> None:
    """Two runs over one client keep the models of others once, as they were."""
    client(place.folder / "client")
    options = ["--overlay", "client", "--force", "-q"]
    runs = [
        place.start(GENERATE),
        place.start([*GENERATE, *options]),
        place.start([*GENERATE, *options]),
    ]
    for run in runs:
        run.communicate()
    assert [run.returncode for run in runs] == [0, 0, 0]
    for name in overlay.TREES:
        models = place.folder / "client" / name
        assert kills.tree(models)
        assert set(contents(models.with_name(overlay.BACKUP)).values()) == {"theirs"}
    assert overlay.BACKUP in os.listdir(place.folder / "client" / "client")
    assert not any(name.startswith(".") for name in kills.names(place))


def test_two_fetches_at_once(place: kills.Place) -> None:
    """Both succeed, and the one file is whole."""
    with serving() as server:
        arguments = ["spec", "fetch", "--url", server.url("/slow")]
        runs = [place.start(arguments) for _ in range(2)]
        for run in runs:
            run.communicate()
    assert [run.returncode for run in runs] == [0, 0]
    assert kills.cached(place) == "2 definitions"
    assert [*place.cache.rglob(".*")] == []


def test_pins_at_once_lose_no_row(tmp_path: Path) -> None:
    """Each of many writers of releases.toml finds the rows of the others."""
    path = tmp_path / "releases.toml"
    path.write_text("[releases]\n")
    rows = [Release(f"1.{number}", "0" * 64, 1, 1, "url") for number in range(8)]
    threads = [threading.Thread(target=pin.write, args=(path, row)) for row in rows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    text = path.read_text()
    assert all(f"[releases.{row.name!r}]" in text.replace('"', "'") for row in rows)
    assert os.listdir(tmp_path) == ["releases.toml"]
    releases.pinned.cache_clear()


def test_the_holder_of_a_lock_has_a_number(tmp_path: Path) -> None:
    """The system tells who holds a lock; where it does not, it is another process."""
    with locks.turn(tmp_path):
        handle = os.open(tmp_path, os.O_RDONLY)
        found = locks.holder(handle)
        os.close(handle)
    known = locks.LOCKS.exists()
    assert found == (f"process {os.getpid()}" if known else "another process")


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EBADF, errno.EOPNOTSUPP])
def test_a_disk_without_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """Runs do without there; a leftover may be a living run's, and stays."""
    left = tmp_path / f".tree.{write.MARK}-left"
    left.mkdir()

    def refuse(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    write.replace_folder(tmp_path / "tree", steps.NEW)
    assert steps.contents(tmp_path / "tree") == steps.NEW
    assert sorted(os.listdir(tmp_path)) == [left.name, "tree"]


POOL = """
import multiprocessing, sys, time
from concurrent.futures import ProcessPoolExecutor
from kubewright import parent
if __name__ == "__main__":
    context = multiprocessing.get_context(sys.argv[1])
    with ProcessPoolExecutor(2, context, parent.attend) as pool:
        list(pool.map(abs, range(8)))
        print("started", flush=True)
        list(pool.map(time.sleep, [600] * 8))
"""


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_workers_end_with_their_parent(tmp_path: Path, method: str) -> None:
    """However a pool starts its processes, none survives the kill of the one that did."""
    place = kills.Place(tmp_path)
    (tmp_path / "pool.py").write_text(POOL)
    process = subprocess.Popen(
        [sys.executable, "pool.py", method],
        cwd=tmp_path,
        env=place.environment(),
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"started\n"
    assert len(place.processes()) >= 3
    process.kill()
    process.communicate()
    until(lambda: not place.processes())


def test_docs_killed(place: kills.Place) -> None:
    """Sphinx ends with the run; the next one takes the folder for ours and makes all anew."""
    arguments = ["docs", "1.37", "--spec", "new.json", "--jobs", "2", "-q"]
    unfinished = place.folder / "site" / ".kubewright" / "1.37" / "unfinished"
    pages = place.folder / "site" / "1.37"
    process = place.start(arguments)
    until(lambda: [*pages.rglob("*.html")])
    assert unfinished.exists()
    process.kill()
    process.communicate()
    until(lambda: not place.processes())
    for page in pages.rglob("*.html"):
        page.write_text("cut off")
    place.run(arguments)
    assert not unfinished.exists()
    texts = [page.read_text() for page in pages.rglob("*.html")]
    assert all(text.rstrip().endswith("</html>") for text in texts)
    assert len(texts) > 33
