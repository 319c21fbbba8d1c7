"""A job that ends at its n-th step on files, for every n: killed, or with a full disk.

Python tells an audit hook of every open, rename, mkdir, link and so on before it happens,
so each gap between two steps is tried once, and nothing depends on time. Runs as a script
in a process of its own, since an audit hook stays and a process with threads must not fork:

    python tests/crash/steps.py kill overlay FOLDER
"""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kubewright.codegen import manifest, overlay, swap, write
from kubewright.codegen.generate import Output
from kubewright.errors import KubewrightError
from kubewright.spec import atomic, locks

Files = dict[str, str]
STEPS = ("open", "os.", "shutil.", "tempfile.", "fcntl.", "ctypes.")
# What needs room on the disk; a rename fails for reasons of its own, and then once.
GROWING = ("os.mkdir", "os.link", "os.symlink")
ONCE = ("os.rename",)
NO_MORE_STEPS = 7
LIMIT = 1000


def with_manifest(files: Files) -> Files:
    """`files` with the manifest that lists them."""
    return {**files, manifest.NAME: manifest.manifest({"counts": {}}, files)}


OLD = with_manifest({"a.py": "old", "sub/b.py": "old", "gone.py": "old"})
NEW = with_manifest({"a.py": "new", "sub/b.py": "new", "more/c.py": "new"})
MINE = {"notes.txt": "mine", "sub/notes.txt": "mine"}
THEIRS = {"__init__.py": "theirs", "v1_pod.py": "theirs", "sub/x.py": "theirs"}
MODELS = {"__init__.py": "new", "v1_pod.py": "new"}
OUTPUT = Output(MODELS, {}, {"release": "1.37", "counts": {}})
OURS = OUTPUT.with_manifest(MODELS)
BEFORE = with_manifest({"__init__.py": "before", "v1_old.py": "before"})


def put(folder: Path, files: Files) -> None:
    """Write `files` below `folder`."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def contents(folder: Path) -> Files:
    """All below `folder` by path; links, empty folders and what is hidden too."""
    return {
        name: (folder / name).read_text() if (folder / name).is_file() else ""
        for name in manifest.paths(folder)
    }


@dataclass(frozen=True)
class Job:
    """What is there before, what is done, what may be there after it was cut off, and at last."""

    before: Callable[[Path], None]
    run: Callable[[Path], object]
    allowed: Callable[[Path], bool]
    last: Callable[[Path], Files]


def below(name: str, files: Files) -> Files:
    """`files` with `name/` in front of each path."""
    return {f"{name}/{path}": text for path, text in files.items()}


def tree_is(*choices: Files) -> Callable[[Path], bool]:
    """Whether the tree is one of `choices`, none of it missing."""
    return lambda folder: contents(folder / "tree") in choices


def two_steps(folder: Path) -> None:
    """Replace the tree as on a system that cannot exchange two names at once."""
    swap._exchanged = lambda fresh, place: False
    write.replace_folder(folder / "tree", NEW)


def written_twice(folder: Path) -> None:
    """A file of the cache, then the same file again."""
    with atomic.replacing(folder / "file") as file:
        file.write(b"new")


def client(text: Files) -> Callable[[Path], None]:
    """A client package whose models are `text`."""

    def before(folder: Path) -> None:
        for tree in overlay.TREES:
            put(folder / tree, text)

    return before


def folders(folder: Path) -> list[Path]:
    return [folder / tree for tree in overlay.TREES]


def each(*pairs: tuple[Files, Files]) -> Callable[[Path], bool]:
    """Whether each models folder and its backup are one of `pairs`."""
    return lambda folder: all(
        (contents(place), contents(place.with_name(overlay.BACKUP))) in pairs
        for place in folders(folder)
    )


def both(models: Files, backup: Files) -> Callable[[Path], Files]:
    """A client package with those models and backups, and nothing else."""
    one = {**below("models", models), **below(overlay.BACKUP, backup)}
    return lambda _: {**below("client", one), **below("aio/client", one)}


def overlaid(folder: Path) -> None:
    """Replace the models of others, as --force does."""
    overlay.refuse_foreign(folders(folder), force=True)
    overlay.replace(folders(folder), OUTPUT)


def replaced(folder: Path) -> None:
    """The models of others with ours over them, and a file of the user's among ours."""
    client(THEIRS)(folder)
    overlay.replace(folders(folder), OUTPUT)
    for place in folders(folder):
        put(place, {"mine.py": "mine"})


def restored(folder: Path) -> None:
    """Put the backups back, unless that is done: a second --restore says so, and exits 2."""
    try:
        overlay.restore(folders(folder))
    except KubewrightError as error:
        if "no models.kubewright-backup" not in str(error):
            raise


MINE_PY = {"mine.py": "mine"}
JOBS = {
    "fresh": Job(
        before=lambda folder: None,
        run=lambda folder: write.replace_folder(folder / "tree", NEW),
        allowed=tree_is({}, NEW),
        last=lambda _: below("tree", NEW),
    ),
    "older": Job(
        before=lambda folder: put(folder / "tree", OLD | MINE),
        run=lambda folder: write.replace_folder(folder / "tree", NEW),
        allowed=tree_is(OLD | MINE, NEW | MINE),
        last=lambda _: below("tree", NEW | MINE),
    ),
    "two steps": Job(
        before=lambda folder: put(folder / "tree", OLD | MINE),
        run=two_steps,
        allowed=tree_is(OLD | MINE, NEW | MINE, {}),
        last=lambda _: below("tree", NEW | MINE),
    ),
    "overlay": Job(
        before=client(THEIRS),
        run=overlaid,
        allowed=each((THEIRS, {}), (THEIRS, THEIRS), (OURS, THEIRS)),
        last=both(OURS, THEIRS),
    ),
    "overlay over ours": Job(
        before=client(BEFORE | MINE_PY),
        run=overlaid,
        allowed=each((BEFORE | MINE_PY, {}), (OURS | MINE_PY, {})),
        last=both(OURS | MINE_PY, {}),
    ),
    "restore": Job(
        before=replaced,
        run=restored,
        allowed=each(
            (OURS | MINE_PY, THEIRS),
            (OURS | MINE_PY, THEIRS | MINE_PY),
            (THEIRS | MINE_PY, OURS | MINE_PY),
            (THEIRS | MINE_PY, {}),
        ),
        last=both(THEIRS | MINE_PY, {}),
    ),
    "file": Job(
        before=lambda folder: put(folder, {"file": "old"}),
        run=written_twice,
        allowed=lambda folder: (folder / "file").read_text() in ("old", "new"),
        last=lambda _: {"file": "new"},
    ),
    "key": Job(
        before=lambda folder: None,
        run=lambda folder: leased_key(folder),
        allowed=lambda folder: True,
        last=lambda _: {},
    ),
}


def leased_key(folder: Path) -> None:
    """A private file for the time of a call, as `spec fetch --cluster` makes."""
    locks.clean(folder, "kubewright-")
    with locks.leased(folder, "kubewright-") as room:
        put(room, {"key.pem": "secret"})


def ends(
    how: str, number: int, seen: list[int]
) -> Callable[[str, tuple[object, ...]], None]:
    """An audit hook that ends the process, or tells it of a full disk, at step `number`."""

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.kill" or not (
            needs_room(event, arguments) if how == "full" else event.startswith(STEPS)
        ):
            return
        seen[0] += 1
        if seen[0] < number or (event in ONCE and seen[0] > number and how == "full"):
            return
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return hook


def needs_room(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether the disk may be too full for a step."""
    if event != "open":
        return event in GROWING + ONCE
    flags = arguments[2]
    return isinstance(flags, int) and bool(flags & os.O_CREAT)


def step(how: str, job: Job, folder: Path, number: int) -> bool:
    """Run `job` in a child that ends at step `number`; whether it came that far."""
    if child := os.fork():
        status = os.waitpid(child, 0)[1]
        code = os.waitstatus_to_exitcode(status)
        assert code in (-signal.SIGKILL, 2, NO_MORE_STEPS), f"exit code {code}"
        return code != NO_MORE_STEPS
    sys.addaudithook(ends(how, number, [0]))
    try:
        job.run(folder)
    except KubewrightError as error:
        told = "no space left" in str(error) and "make room on its disk" in str(error)
        os._exit(2 if told else 4)
    except OSError as error:
        # `replacing` and `leased` leave it to their callers to say what is wrong.
        os._exit(2 if error.errno == errno.ENOSPC else 3)
    os._exit(NO_MORE_STEPS)


def leftovers(folder: Path) -> list[str]:
    """What a run has made for itself; all of it begins with a dot."""
    return [path for path in contents(folder) if "/." in f"/{path}"]


def try_all(how: str, name: str, root: Path) -> int:
    """Try every step of a job in folders of its own; how many there were."""
    job = JOBS[name]
    for number in range(1, LIMIT):
        folder = root / str(number)
        folder.mkdir(parents=True)
        job.before(folder)
        reached = step(how, job, folder, number)
        assert job.allowed(folder), f"step {number}: {contents(folder)}"
        if how == "full":
            assert not leftovers(folder), f"step {number}: {leftovers(folder)}"
        job.run(folder)
        found = contents(folder)
        assert found == job.last(folder), f"after step {number}: {sorted(found)}"
        shutil.rmtree(folder)
        if not reached:
            return number - 1
    raise AssertionError("the job has no end")


if __name__ == "__main__":
    print(try_all(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
