"""Time the documentation: pages beside the models, and the site.

    python benchmarks/docs.py [RELEASE] [--runs N] [--site]

Pages are measured in this process, wall and CPU seconds, least of the runs: made, digested,
written. With --site a whole site is built, then built again after one description changed.
On a machine that does other work the CPU seconds say more than the wall.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kubewright.codegen.generate import Request, digests, facts
from kubewright.codegen.manifest import manifest
from kubewright.codegen.write import replace_folder
from kubewright.refdocs import pages, text
from kubewright.spec import releases, sources

MODEL = "io.k8s.api.core.v1.Lifecycle"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("release", nargs="?", default="1.37")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--site", action="store_true")
    options = parser.parse_args()
    load = " ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"{os.cpu_count()} cores, load {load}, release {options.release}")
    print(f"{'':32}{'wall':>8}{'CPU':>8}")
    beside(options.release, options.runs)
    if options.site:
        site(options.release)


def beside(release: str, runs: int) -> None:
    """The pages of both trees: what they add to a run of `generate`."""
    aliases = releases.aliases(release)
    known = facts(Request(sources.load(release), release, aliases))

    def make() -> dict[str, str]:
        text.markdown.cache_clear()
        return pages.write(known)

    made = pages.write(known)
    show(f"make {len(made)} pages", runs, make)
    show("digest them", runs, lambda: digests(made))
    with tempfile.TemporaryDirectory() as folder:
        names = iter(range(runs))
        files = {**made, "MANIFEST.json": manifest({}, made)}
        show(
            "write them",
            runs,
            lambda: replace_folder(Path(folder, str(next(names))), files),
        )


def show(name: str, runs: int, measured: Callable[[], object]) -> None:
    """The least wall and CPU seconds of some runs."""
    rows = [timed(measured) for _ in range(runs)]
    wall, cpu = (min(column) for column in zip(*rows, strict=True))
    print(f"{name:32}{wall:8.3f}{cpu:8.3f}")


def timed(measured: Callable[[], object]) -> tuple[float, float]:
    """Wall and CPU seconds of one run."""
    wall, cpu = time.perf_counter(), time.process_time()
    measured()
    return time.perf_counter() - wall, time.process_time() - cpu


def site(release: str) -> None:
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
            wall, cpu = command(release, spec, Path(folder, "site"))
            print(f"{name:32}{wall:8.1f}{cpu:8.1f}")


def command(release: str, spec: Path, output: Path) -> tuple[float, float]:
    """Wall and CPU seconds of one `kubewright docs`, all its processes counted."""
    line = [sys.executable, "-m", "kubewright", "docs", release, "-q"]
    wall, before = time.perf_counter(), os.times()
    subprocess.run([*line, "--spec", str(spec), "--output", str(output)], check=True)
    after = os.times()
    cpu = after.children_user + after.children_system
    return (
        time.perf_counter() - wall,
        cpu - before.children_user - before.children_system,
    )


if __name__ == "__main__":
    main()
