"""Time `kubewright generate`: cold, warm, and the seconds of each stage.

    python benchmarks/generate.py [RELEASE] [--runs N]

Cold means that the output folder is empty, warm that it is up to date; both are whole
commands in processes of their own, with byte code and the disk's cache warm. The very first
run of a machine is measured too: of what black leaves as it is, it knows what comes with the
templates. The stage "black" formats every text. The floor of a cold run is the import of the
engine and its reading of each shape once, which nothing of ours can shorten.
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import page
from measure import Cost, cost, least

Seconds = dict[str, float]
FLOOR = ("import the engine", "parse with the engine")


def main() -> None:
    """Print the section."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", default="1.37")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    # Nothing is deleted before the end: file systems are slow to write where files just went.
    with tempfile.TemporaryDirectory() as name:
        rows = commands(options.release, options.runs, Path(name))
        stages_found = least_stages(options.release, options.runs, name)
    floor = sum(stages_found[name] for name in FLOOR)
    print(f"## Generating {options.release}\n")
    print(f"Least of {options.runs} runs. The floor is {floor:.2f} s: the engine,")
    print("imported and run on one core.\n")
    head = ("command", "wall s", "processor s", "wall : floor", "MB, largest process")
    print(page.table(head, [_row(name, found, floor) for name, found in rows.items()]))
    print("\nThe stages of a first run, one after the other on one core:\n")
    total = sum(stages_found.values())
    shares = [
        (name, f"{seconds:.2f}", f"{seconds / total:.0%}")
        for name, seconds in stages_found.items()
    ]
    print(page.table(("stage", "wall s", "share"), shares))


def _row(name: str, found: Cost, floor: float) -> tuple[str, ...]:
    figures = (found.wall, found.processor, found.wall / floor)
    peak = f"{found.peak / 2**20:.0f}"
    return (name, *(f"{figure:.2f}" for figure in figures), peak)


@dataclass(frozen=True, slots=True)
class Case:
    """A command: its options, whether its output folder is new, and its cache."""

    options: tuple[str, ...] = ()
    cold: bool = True
    first: bool = False


# In the order of what they hold: a peak is that of the largest process so far.
CASES = {
    "warm: nothing to do": Case(cold=False),
    "cold, --no-format --no-docs": Case(("--no-format", "--no-docs")),
    "cold, --no-format": Case(("--no-format",)),
    "cold, --no-docs": Case(("--no-docs",)),
    "cold": Case(),
    "the first ever, --no-docs": Case(("--no-docs",), first=True),
    "the first ever": Case(first=True),
}


def commands(release: str, runs: int, folder: Path) -> dict[str, Cost]:
    """Whole commands: `--help`, a warm run, cold ones, and the first that a machine sees."""
    rows = {"--help": least([cost(["--help"]) for _ in range(runs)])}
    # What the warm one finds done, and what the cold ones find remembered of formatting.
    once(release, folder, Case(cold=False))
    for title, case in CASES.items():
        rows[title] = least([once(release, folder, case) for _ in range(runs)])
    return rows


def once(release: str, folder: Path, case: Case) -> Cost:
    """The cost of one run."""
    new = tempfile.mkdtemp(dir=folder)
    output = new if case.cold else str(folder / "warm")
    cache = f"{new}/cache" if case.first else str(folder / "cache")
    line = ["generate", release, "--quiet", "--output", output, *case.options]
    return cost(line, KUBEWRIGHT_CACHE=cache)


def least_stages(release: str, runs: int, folder: str) -> Seconds:
    """The least seconds of each stage over runs in processes of their own."""
    rows: Seconds = {}
    for number in range(runs):
        output = f"{folder}/stages-{number}"
        code = f"import generate; print(generate.stages({release!r}, {output!r}))"
        line = [sys.executable, "-c", code]
        done = subprocess.run(
            line,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parent,
        )
        for name, seconds in eval(done.stdout).items():
            rows[name] = min(seconds, rows.get(name, seconds))
    return rows


def stages(release: str, output: str) -> Seconds:
    """The stages of one cold run, one after the other, in this process alone."""
    rows: Seconds = {}
    with clock(rows, "import the spec room"):
        from kubewright.spec import fixups, releases, sources
    with clock(rows, "read, digest, correct definitions"):
        found = sources.load(release)
        document = fixups.apply(found)
    # As in the command, where it is paused until all is made.
    gc.disable()
    with clock(rows, "import the engine"):
        from kubewright.codegen import engine
    with clock(rows, "parse with the engine"):
        parsed = engine.read(document.definitions)
    with clock(rows, "import Jinja and black"):
        import black as black

        from kubewright.codegen import (
            build,
            formatting,
            generate,
            guard,
            manifest,
            render,
            write,
        )
        from kubewright.refdocs import pages
    with clock(rows, "names and types"):
        package = build.package(parsed, document.definitions, releases.aliases(release))
        tree = render.tree(package, "kubernetes", "Kubernetes", f"{release}.0")
    with clock(rows, "render"):
        models = render.common(tree)
        models |= render.modules(tree.models, render.cyclic_classes(tree.models))
    with clock(rows, "guard"):
        list(guard.problems(models))
    with clock(rows, "black"):
        models = {
            name: formatting.formatted(text) if name.endswith(".py") else text
            for name, text in models.items()
        }
    with clock(rows, "pages"):
        texts = pages.write(generate.Facts(package, document.definitions, tree))
    with clock(rows, "digests"):
        request = generate.Request(found, release, {})
        files = {**render.project(tree, models), **texts}
        text = manifest.manifest(generate.inputs(request), files)
    with clock(rows, "write"):
        write.replace_folder(Path(output), {**files, manifest.NAME: text})
    return rows


@contextmanager
def clock(rows: Seconds, name: str) -> Iterator[None]:
    """Add the time of the block to `rows`."""
    start = time.perf_counter()
    yield
    rows[name] = rows.get(name, 0) + time.perf_counter() - start


if __name__ == "__main__":
    main()
