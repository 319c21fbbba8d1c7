"""Run every benchmark and write benchmarks/results.md.

    python benchmarks/run.py [NAME ...] [--output FILE]

NAME is one of the scripts (generate, scaling, models, docs, drift, accounting, quantity);
without one all are run, in half an hour. Each prints a section of its own when it is run alone.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import page

HERE = Path(__file__).parent
SCRIPTS = (
    "generate",
    "scaling",
    "models",
    "docs",
    "drift",
    "accounting",
    "quantity",
)
HEAD = """\
# Results of the benchmarks

Written by `make bench`. How to read it:

* Ratios come from one run on one machine; they carry over to other machines, seconds do not. A
  ratio is trusted to about ten in a hundred: the machine may do other work.
* A figure is the least of several runs, since other work only ever adds to it.
* Wall seconds are what a user waits for, processor seconds what the work costs; they part where
  work is shared among cores and where the machine is busy.
* A floor is what cannot be avoided: the libraries' own share, or the same without our layer.

"""


def main() -> None:
    """Write the page, a section a script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="*", choices=[*SCRIPTS, []])
    parser.add_argument("--output", type=Path, default=HERE / "results.md")
    options = parser.parse_args()
    parts = [HEAD + page.machine()]
    parts += [section(name) for name in options.name or SCRIPTS]
    options.output.write_text("\n\n".join(parts) + "\n", "utf-8")


def section(name: str) -> str:
    """What the script prints."""
    print(f"== {name}", file=sys.stderr, flush=True)
    line = [sys.executable, str(HERE / f"{name}.py")]
    return subprocess.run(
        line, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
