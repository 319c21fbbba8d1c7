"""Time `kubewright generate`: cold, warm, and the seconds of each stage.

    python benchmarks/generate.py [RELEASE] [--runs N]

Cold means that the output folder is empty, warm that it is up to date; both are whole
commands in a process of their own, with byte code and the disk's cache warm. The floor of
the cold run is the import and the parsing of the engine, which nothing of ours can shorten.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Seconds = dict[str, float]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", default="1.37")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(
        f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, release {options.release}"
    )
    print(f"least of {options.runs} runs, in seconds\n")
    for name, seconds in commands(options.release, options.runs).items():
        print(f"{name:32}{seconds:7.2f}")
    print()
    for name, seconds in least(stages, options.release, options.runs).items():
        print(f"  {name:30}{seconds:7.2f}")


def commands(release: str, runs: int) -> Seconds:
    """Whole commands: cold with and without black, warm, and `--help`."""
    rows: Seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(runs):
            cold = ["generate", release, "--output", f"{folder}/cold{number}"]
            plain = [
                "generate",
                release,
                "--output",
                f"{folder}/plain{number}",
                "--no-format",
            ]
            note(rows, "cold", command(cold))
            note(rows, "warm", command(cold))
            note(rows, "cold, --no-format", command(plain))
            note(rows, "--help", command(["--help"]))
    return rows


def command(arguments: list[str]) -> float:
    """The wall time of one `kubewright` command."""
    start = time.perf_counter()
    line = [sys.executable, "-m", "kubewright", *arguments]
    subprocess.run(line, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def least(measure: Callable[[str], Seconds], release: str, runs: int) -> Seconds:
    """The least of each figure over runs of `measure`, each in a process of its own."""
    rows: Seconds = {}
    for _ in range(runs):
        code = f"import generate; print(generate.{measure.__name__}({release!r}))"
        line = [sys.executable, "-c", code]
        done = subprocess.run(
            line, check=True, capture_output=True, text=True, cwd=Path(__file__).parent
        )
        for name, seconds in eval(done.stdout).items():
            note(rows, name, seconds)
    return rows


def note(rows: Seconds, name: str, seconds: float) -> None:
    """Keep the least figure under `name`."""
    rows[name] = min(seconds, rows.get(name, seconds))


def stages(release: str) -> Seconds:
    """The stages of one cold run, one after the other, in this process alone."""
    rows: Seconds = {}
    with clock(rows, "import the spec room"):
        from kubewright.spec import fixups, releases, sources
    with clock(rows, "read, digest, correct definitions"):
        found = sources.load(release)
        document = fixups.apply(found)
    with clock(rows, "import the engine"):
        from kubewright.codegen import engine, structure
    with clock(rows, "parse with the engine"):
        (part,) = structure.slices(document.definitions, 1)
        parsed = engine.read(part)
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
    with tempfile.TemporaryDirectory() as folder, clock(rows, "write"):
        write.replace_folder(Path(folder) / release, {**files, manifest.NAME: text})
    return rows


@contextmanager
def clock(rows: Seconds, name: str) -> Iterator[None]:
    """Add the time of the block to `rows`."""
    start = time.perf_counter()
    yield
    rows[name] = rows.get(name, 0) + time.perf_counter() - start


if __name__ == "__main__":
    main()
