"""`python -m fuzz`: fuzz targets for a time each, and count; exit 1 where one found something."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import sys
import time

from fuzz import run as engine
from fuzz.harness import GROWTH_LIMIT, WARM, limit_memory, limits

NAMES = ("spec", "generate", "quantity", "models", "yaml", "drift")


def main() -> None:
    """Run each target in turn."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="TARGET", help=f"of {', '.join(NAMES)}"
    )
    parser.add_argument(
        "--seconds", type=float, default=10, help="for each target [10]"
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="another one, other cases [0]"
    )
    parser.add_argument(
        "--most", type=int, default=10**9, help="cases of each target [no end]"
    )
    parser.add_argument("--engine", choices=["random", "atheris"], default="random")
    options = parser.parse_args()
    names = options.names or NAMES
    if options.engine == "atheris" and len(names) != 1:
        parser.error("atheris ends the process: name one target")
    limit_memory()
    with limits():
        found = [fuzz(name, options) for name in names]
    sys.exit(sum(found) > 0)


def fuzz(name: str, options: argparse.Namespace) -> int:
    """The number of faults found by one target."""
    with _instrumented(options.engine):
        target = importlib.import_module(f"fuzz.targets.{name}").TARGET
    if options.engine == "atheris" and not target.raw:
        sys.exit(f"atheris changes bytes, and the cases of {name} are rows")
    run, start = engine.Run(target), time.monotonic()
    if options.engine == "atheris":
        engine.guided(run, options.seconds, options.seed, lambda: told(run, start))
    engine.rounds(run, options.seconds, options.seed, options.most)
    return told(run, start)


def told(run: engine.Run, start: float) -> int:
    """Print what a run did; the number of its finds."""
    grown, spent = run.growth, time.monotonic() - start
    print(
        f"{run.target.name}: {run.executions} executions, {spent:.0f} s, "
        f"{len(run.finds)} finds, {grown / 2**20:.0f} MiB more memory",
        flush=True,
    )
    return len(run.finds) + (grown > GROWTH_LIMIT and spent > 2 * WARM)


def _instrumented(name: str) -> contextlib.AbstractContextManager[object]:
    if name != "atheris":
        return contextlib.nullcontext()
    import atheris

    context: contextlib.AbstractContextManager[object] = atheris.instrument_imports(
        include=["kubewright", "yaml"]
    )
    return context


if __name__ == "__main__":
    main()
