"""The search of many files, on several cores where that pays."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kubewright import parent, processes
from kubewright.drift.outcome import Skipped, Use
from kubewright.drift.scan import files, manifests, nodes, python
from kubewright.drift.scan.index import Index
from kubewright.drift.scan.wanted import Request

# Below this a second process costs more than it saves.
FEW = 60
CHUNK = 16
IGNORE = re.compile(r"#\s*drift:\s*ignore\[([\w\-*, ]+)\]")
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Found:
    """The uses found, what was not read, and how many files were."""

    uses: tuple[Use, ...]
    skipped: tuple[Skipped, ...]
    scanned: int


Part = tuple[list[Use], list[Skipped]]


def search(request: Request, index: Index, report: Report = lambda *_: None) -> Found:
    """Search all files of `request`; the order of the results is that of the files."""
    skipped: list[Skipped] = []
    paths = list(files.find(request.paths, skipped))
    uses: list[Use] = []
    report(0, len(paths))
    for done, (found, left) in enumerate(_parts(paths, request, index), 1):
        uses.extend(found)
        skipped.extend(left)
        report(done, len(paths))
    scanned = len(paths) - len({each.file for each in skipped})
    return Found(tuple(sorted(set(uses))), tuple(sorted(skipped)), max(scanned, 0))


def _parts(paths: Sequence[Path], request: Request, index: Index) -> Iterator[Part]:
    jobs = request.jobs or os.cpu_count() or 1
    count = 0 if jobs == 1 or len(paths) < FEW else jobs
    with processes.workers(
        count, initializer=_start, initargs=(request, index)
    ) as pool:
        if pool is None:
            yield from (one(path, request, index) for path in paths)
        else:
            yield from pool.map(_one, paths, chunksize=CHUNK)


_STATE: list[tuple[Request, Index]] = []


def _start(request: Request, index: Index) -> None:
    parent.attend()
    _STATE[:] = [(request, index)]


def _one(path: Path) -> Part:
    return one(path, *_STATE[0])


def one(path: Path, request: Request, index: Index) -> Part:
    """The uses in one file; what stops the reading is told and never taken for clean."""
    name = files.display(path)
    uses: list[Use] = []
    text, reason = "", ""
    try:
        text = files.text(path)
        if path.suffix in files.PYTHON:
            uses.extend(python.scan(text, name, index, request.packages, request.hints))
        else:
            uses.extend(manifests.scan(text, name, index))
    except (files.Unreadable, python.Unreadable, nodes.Unreadable) as error:
        reason = str(error)
    return list(_kept(uses, text)), [Skipped(name, reason)] if reason else []


def _kept(uses: Iterable[Use], text: str) -> Iterator[Use]:
    """The uses that no `# drift: ignore[id]` on their line takes out."""
    lines = files.lines(text) if IGNORE.search(text) else []
    for use in uses:
        line = lines[use.line - 1] if use.line <= len(lines) else ""
        named = {
            each.strip() for part in IGNORE.findall(line) for each in part.split(",")
        }
        if not named & {use.id, "*"}:
            yield use
