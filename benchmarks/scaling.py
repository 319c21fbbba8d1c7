"""Time `kubewright generate` on ever more definitions: is the cost of each the same?

    python benchmarks/scaling.py [SIZE ...]

The definitions are those of 1.37 with short descriptions, copied under further kinds. black
is left out: it has each module by itself, in a time that the size of the whole cannot change.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import page
from kubewright.spec import sources
from measure import Cost, cost

SIZES = (2_500, 5_000, 10_000, 20_000)
SHORT = 80


def main() -> None:
    """Print the table."""
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    rows = [(size, measured(size)) for size in sizes]
    print("## Ever more definitions\n")
    print(
        "`kubewright generate --no-format --no-docs` on copies of the definitions of 1.37; a"
        " linear cost is the same in every row of the last columns.\n"
    )
    head = (
        "definitions",
        "wall s",
        "processor s",
        "ms a definition",
        "MB, largest process",
    )
    print(page.table(head, [_row(size, found) for size, found in rows]))


def _row(size: int, found: Cost) -> tuple[str, ...]:
    return (
        f"{size:,}",
        f"{found.wall:.1f}",
        f"{found.processor:.1f}",
        f"{found.processor / size * 1e3:.2f}",
        f"{found.peak / 2**20:.0f}",
    )


def measured(size: int) -> Cost:
    """The cost of a run on `size` definitions."""
    with tempfile.TemporaryDirectory() as folder:
        spec = Path(folder, "spec.json")
        spec.write_text(json.dumps({"definitions": definitions(size)}), "utf-8")
        options = ["--no-format", "--no-docs", "--spec", str(spec), "--output", folder]
        return cost(["generate", "1.37", "--quiet", *options])


def definitions(size: int) -> dict[str, Any]:
    """The definitions of 1.37, and copies of those with properties until there are `size`."""
    found = json.loads(json.dumps(sources.load("1.37").definitions), object_hook=_short)
    made = dict(found)
    for key, body in copies(found):
        if len(made) == size:
            break
        made[key] = body
    return made


def copies(found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Copies of what has properties in `found`, without end; they refer to the originals."""
    models = {key: body for key, body in found.items() if body.get("properties")}
    for number in count(1):
        yield from ((f"{key}Copy{number}", body) for key, body in models.items())


def _short(value: dict[str, Any]) -> dict[str, Any]:
    text = value.get("description")
    return {**value, "description": text[:SHORT]} if isinstance(text, str) else value


if __name__ == "__main__":
    main()
