"""Whole runs of the command, killed with kill -9 at random moments: what is left, what is next.

python tests/crash/kills.py --kills 200          # `make crash`
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from crash.forks import Forks, Run
from kubewright.codegen import manifest, overlay
from misbehaving import Server, serving

MARK = "KUBEWRIGHT_CRASH_TEST"
# Seconds that a worker may need to see that its parent is gone, on a busy machine.
PATIENCE = 20.0
RELEASE = "1.37"
# Moments are spread over a little more than the run: the end must not be missed.
LENGTH = 1.05
MINE = "notes.txt"


def spec(count: int, text: str) -> dict[str, object]:
    """Definitions of our own."""
    name = {"type": "string", "description": text}
    body = {"type": "object", "description": text, "properties": {"name": name}}
    return {"definitions": {f"com.example.v1.Thing{i}": body for i in range(count)}}


@dataclass(frozen=True)
class Place:
    """A folder for one run, with a cache of its own; with `forks` runs are forks."""

    folder: Path
    forks: Forks | None = None

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "KUBEWRIGHT_CACHE": str(self.cache),
            "NO_PROXY": "127.0.0.1",
            MARK: str(self.folder),
        }

    def start(
        self, arguments: list[str], first: Callable[[], None] | None = None
    ) -> subprocess.Popen[str] | Run:
        """The command in this folder; its process does `first` before anything else."""
        if self.forks and not first:
            return Run(
                self.forks,
                self.folder,
                arguments=arguments,
                environment=self.environment(),
            )
        return subprocess.Popen(
            [sys.executable, "-m", "kubewright", *arguments],
            cwd=self.folder,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=first,
        )

    def ends(
        self, arguments: list[str], first: Callable[[], None] | None = None
    ) -> tuple[int | None, str, str]:
        """Exit code, stdout and stderr of the command."""
        process = self.start(arguments, first)
        out, err = process.communicate()
        return process.wait(), out, err

    def run(self, arguments: list[str]) -> None:
        """The command to its end, which must be a good one."""
        code, out, err = self.ends(arguments)
        assert code == 0, f"{arguments}: {out}{err}"

    def processes(self) -> set[int]:
        """All processes that were started for this folder, whoever is their parent now."""
        return {int(path.parent.name) for path in _environments(self.folder)}


def _environments(folder: Path) -> Iterator[Path]:
    wanted = f"{MARK}={folder}".encode()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if wanted in path.read_bytes().split(b"\0"):
                yield path
        except OSError:  # gone meanwhile
            continue


@dataclass(frozen=True)
class Scenario:
    """What is there before, the command, and what is found after it: a word, or a failure."""

    name: str
    prepare: Callable[[Place], None]
    arguments: Callable[[Place], list[str]]
    judge: Callable[[Place], str]
    share: float = 0.5
    loaded: bool = True


def tree(folder: Path, foreign: frozenset[str] = frozenset()) -> str:
    """The digest of a whole tree, `absent`; fails for one that is torn."""
    if not folder.exists():
        return "absent"
    table = manifest.read(folder)
    assert table, f"no manifest in {folder}"
    assert manifest.changed(folder, table["files"]) == []
    extra = set(manifest.paths(folder)) - set(table["files"]) - {manifest.NAME}
    assert extra == foreign, extra
    return str(table["tree"])


def write_spec(place: Place, count: int) -> None:
    (place.folder / "old.json").write_text(json.dumps(spec(count, "Old.")))
    (place.folder / "new.json").write_text(json.dumps(spec(count + 3, "New.")))


def small(*more: str) -> Callable[[Place], list[str]]:
    """The command on a small spec."""
    common = ["generate", RELEASE, "--spec", "new.json", "--jobs", "1", "-q"]
    return lambda _: [*common, *more]


def older(count: int, *source: str) -> Callable[[Place], None]:
    """An older tree of other definitions, with a file of the user's in it."""

    def prepare(place: Place) -> None:
        write_spec(place, count)
        arguments = source or ("--spec", "old.json")
        place.run(["generate", RELEASE, *arguments, "--no-format", "-q"])
        (place.folder / "generated" / RELEASE / MINE).write_text("mine")

    return prepare


def generated(foreign: bool) -> Callable[[Place], str]:
    extra = frozenset({MINE} if foreign else ())
    return lambda place: tree(place.folder / "generated" / RELEASE, extra)


def client(place: Place) -> None:
    """A client package of another generator."""
    write_spec(place, 30)
    for name in overlay.TREES:
        models = place.folder / "client" / name
        models.mkdir(parents=True)
        for module in ("__init__.py", *(f"v1_{i}.py" for i in range(300))):
            (models / module).write_text("theirs")


def overlaid(place: Place) -> str:
    """What both models folders are; each is whole, and theirs are in the backup at least."""
    return " ".join(models(place.folder / "client" / name) for name in overlay.TREES)


def models(folder: Path) -> str:
    backup = folder.with_name(overlay.BACKUP)
    found = "theirs" if not manifest.read(folder) else f"ours-{tree(folder)[:8]}"
    for theirs in [folder] * (found == "theirs") + [backup] * backup.exists():
        assert {path.read_text() for path in theirs.iterdir()} == {"theirs"}
        assert len(list(theirs.iterdir())) == 301
    assert found == "theirs" or backup.exists()
    return found


def cached(place: Place) -> str:
    """What the one file in the cache is, which must be whole."""
    files = [*place.cache.rglob("*.json")]
    if not files:
        return "absent"
    assert len(files) == 1
    return f"{len(json.loads(files[0].read_bytes())['definitions'])} definitions"


def names(place: Place) -> set[str]:
    """All that lies beside the output and in the cache, but for the trees themselves."""
    folders = [place.folder, place.folder / "generated", place.cache]
    folders += [place.cache / "urls"]
    folders += [(place.folder / "client" / tree).parent for tree in overlay.TREES]
    return {
        path.relative_to(place.folder).as_posix()
        for folder in folders
        if folder.is_dir()
        for path in folder.iterdir()
    }


def generate_scenarios() -> list[Scenario]:
    overlay_options = ("--overlay", "client", "--force")
    return [
        Scenario(
            "generate, fresh",
            lambda place: write_spec(place, 30),
            small(),
            generated(False),
            share=0.3,
        ),
        Scenario(
            "generate, over older", older(30), small(), generated(True), share=0.3
        ),
        Scenario(
            "generate --overlay", client, small(*overlay_options), overlaid, share=0.3
        ),
    ]


def real_scenarios() -> list[Scenario]:
    """Whole processes with workers, on real definitions and on a small spec."""
    return [
        Scenario(
            f"generate {RELEASE} --jobs 2, over older",
            older(30),
            lambda _: ["generate", RELEASE, "--jobs", "2", "-q"],
            generated(True),
            share=0.05,
            loaded=False,
        ),
        Scenario(
            "generate --jobs 2, over older",
            older(60),
            small("--jobs", "2"),
            generated(True),
            share=0.05,
            loaded=False,
        ),
    ]


def fetch_scenarios(server: Server) -> list[Scenario]:
    """From a server that needs a while for the body, without and with an older copy."""
    server.body = json.dumps(spec(2000, "New. " * 40)).encode()
    old = json.dumps(spec(1000, "Old.")).encode()
    url = server.url("/slow")

    def before(place: Place) -> None:
        new, server.body = server.body, old
        place.run(["spec", "fetch", "--url", url])
        server.body = new

    def arguments(_: Place) -> list[str]:
        return ["spec", "fetch", "--url", url]

    return [
        Scenario("spec fetch, fresh", lambda place: None, arguments, cached),
        Scenario("spec fetch, over older", before, arguments, cached),
    ]


class Trial:
    """One scenario, prepared once and copied for each kill."""

    def __init__(
        self, scenario: Scenario, root: Path, forks: Forks | None = None
    ) -> None:
        self.scenario = scenario
        self.forks = forks
        self.root = root / scenario.name.replace(" ", "-").replace(",", "")
        self.template = Place(self.root / "before", forks)
        self.template.folder.mkdir(parents=True)
        scenario.prepare(self.template)
        self.old = scenario.judge(self.template)
        whole = self.copy("whole")
        start = time.monotonic()
        whole.run(scenario.arguments(whole))
        self.seconds = time.monotonic() - start
        self.new = scenario.judge(whole)
        self.names = names(whole)
        assert self.new != self.old

    def copy(self, name: str) -> Place:
        shutil.copytree(self.template.folder, self.root / name, symlinks=True)
        return Place(self.root / name, self.forks)

    def kill(self, number: int, moment: float) -> str:
        """Kill a run after so much of its time; what was found, in a word."""
        place = self.copy(str(number))
        process = place.start(self.scenario.arguments(place))
        time.sleep(moment * self.seconds)
        finished = process.poll() is not None
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.judge_workers(place)
        process.communicate()
        left = self.scenario.judge(place)
        word = self.word(left)
        had = names(place) - self.names
        place.run(self.scenario.arguments(place))
        assert self.scenario.judge(place) == self.new
        assert names(place) == self.names, names(place) ^ self.names
        shutil.rmtree(place.folder)
        note = " with leftovers" if any("/." in f"/{name}" for name in had) else ""
        return f"{'finished' if finished else 'killed'}: {word}{note}"

    def word(self, left: str) -> str:
        if left in (self.old, self.new):
            return "old" if left == self.old else "new"
        assert self.scenario.judge is overlaid, left
        halves = zip(left.split(), self.old.split(), self.new.split(), strict=True)
        assert all(part in choices for part, *choices in halves), left
        return "one folder old, one new"

    def judge_workers(self, place: Place) -> None:
        """Wait until no process of the run is left."""
        deadline = time.monotonic() + PATIENCE
        while left := place.processes():
            assert time.monotonic() < deadline, f"still running: {left}"
            time.sleep(0.1)


def tried(
    scenario: Scenario, kills: int, seed: int, root: Path, forks: Forks | None = None
) -> Counter[str]:
    """What was found after each of `kills` random moments."""
    trial = Trial(scenario, root, forks)
    moments = random.Random(seed)
    found: Counter[str] = Counter()
    for number in range(kills):
        found[trial.kill(number, moments.uniform(0, LENGTH))] += 1
    shutil.rmtree(trial.root)
    return found


@contextmanager
def places() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="crash ") as name:
        yield Path(name)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200, help="for each of the verbs")
    parser.add_argument("--seed", type=int, default=8)
    options = parser.parse_args()
    with ExitStack() as stack:
        root = stack.enter_context(places())
        server = stack.enter_context(serving())
        forks = stack.enter_context(closing(Forks()))
        verbs = [[*generate_scenarios(), *real_scenarios()], fetch_scenarios(server)]
        for scenarios in reversed(verbs):
            for scenario in scenarios:
                each = max(1, round(options.kills * scenario.share))
                loaded = forks if scenario.loaded else None
                found = tried(scenario, each, options.seed, root, loaded)
                rows = [f"{count} {word}" for word, count in sorted(found.items())]
                print(f"{scenario.name}: {each} kills: {', '.join(rows)}", flush=True)


if __name__ == "__main__":
    main()
