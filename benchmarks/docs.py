"""Time the documentation: pages beside the models, and the site.

    python benchmarks/docs.py [RELEASE] [--runs N] [--no-site]

Pages are measured in this process, least of the runs: made, digested, written. A whole site is
built once, then again with nothing and with one description changed.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import page
from kubewright.codegen.generate import Request, digests, facts
from kubewright.codegen.manifest import manifest
from kubewright.codegen.write import replace_folder
from kubewright.refdocs import pages, text
from kubewright.spec import releases, sources
from measure import cost

# What was measured, wall seconds, processor seconds.
Row = tuple[str, float, float]
MODEL = "io.k8s.api.core.v1.Lifecycle"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", default="1.37")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--no-site", action="store_true")
    options = parser.parse_args()
    print("## Pages and the site\n")
    rows = list(beside(options.release, options.runs))
    if not options.no_site:
        rows += site(options.release)
    print(page.table((options.release, "wall s", "processor s"), map(_row, rows)))


def _row(row: Row) -> tuple[str, ...]:
    name, wall, processor = row
    return name, f"{wall:.2f}", f"{processor:.2f}"


def beside(release: str, runs: int) -> Iterator[Row]:
    """The pages of both trees: what they add to a run of `generate`."""
    aliases = releases.aliases(release)
    known = facts(Request(sources.load(release), release, aliases))

    def make() -> dict[str, str]:
        text.markdown.cache_clear()
        return pages.write(known)

    made = pages.write(known)
    yield row(f"make {len(made):,} pages", runs, make)
    yield row("digest them", runs, lambda: digests(made))
    with tempfile.TemporaryDirectory() as folder:
        names = iter(range(runs))
        files = {**made, "MANIFEST.json": manifest({}, made)}
        yield row(
            "write them",
            runs,
            lambda: replace_folder(Path(folder, str(next(names))), files),
        )


def row(name: str, runs: int, measured: Callable[[], object]) -> Row:
    """The least wall and processor seconds of some runs."""
    rows = [timed(measured) for _ in range(runs)]
    wall, processor = (min(column) for column in zip(*rows, strict=True))
    return name, wall, processor


def timed(measured: Callable[[], object]) -> tuple[float, float]:
    """Wall and processor seconds of one run."""
    wall, cpu = time.perf_counter(), time.process_time()
    measured()
    return time.perf_counter() - wall, time.process_time() - cpu


def site(release: str) -> Iterator[Row]:
    """A site from nothing, from what is there, and after one changed description."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "spec.json")
        definitions: dict[str, Any] = json.loads(
            json.dumps(sources.load(release).definitions)
        )
        for name in (
            "site from nothing",
            "site, nothing changed",
            "site, one model changed",
        ):
            if "one" in name:
                definitions[MODEL]["description"] = "Another text."
            spec.write_text(json.dumps({"definitions": definitions}), "utf-8")
            output = str(Path(folder, "site"))
            found = cost(
                ["docs", release, "-q", "--spec", str(spec), "--output", output]
            )
            yield name, found.wall, found.processor


if __name__ == "__main__":
    main()
