"""Building a site: folders for Sphinx, Sphinx itself, and what joins several releases."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kubewright import processes
from kubewright.codegen import paths
from kubewright.codegen.generate import Request, facts
from kubewright.errors import KubewrightError, Problem, reading, refuse
from kubewright.refdocs import history
from kubewright.refdocs.site.content import SUFFIX, Content
from kubewright.refdocs.site.sources import Guide, sources, update
from kubewright.spec import atomic, releases
from kubewright.spec.locks import turn

# stage, done, total
Report = Callable[[str, int, int], None]

MARK = ".kubewright-site.json"
WORK = ".kubewright"
DOCTREES = "doctrees"
UNFINISHED = "unfinished"
# Sphinx ends with this after it has written every page, and with another after an error.
WARNED = 1
WARNINGS_SHOWN = 5
_PROGRESS = re.compile(r"(reading sources|writing output)\.\.\. \[ *(\d+)%\]")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a release: the folder of its pages, and how many there are."""

    folder: Path
    pages: int


def refuse_without_sphinx() -> None:
    """Raise `KubewrightError` where Sphinx is not installed."""
    if find_spec("sphinx") is None:
        hint = "pip install 'kubewright[docs]'"
        raise KubewrightError(Problem("Sphinx", "nothing", "Sphinx 7.4 or newer", hint))


def refuse_foreign(output: Path, *, force: bool) -> None:
    """Raise `KubewrightError` where `output` holds what no earlier run wrote."""
    if output.exists() and not output.is_dir():
        raise KubewrightError(Problem(str(output), "a file", "a folder, or nothing"))
    with reading(str(output), "a folder that can be read"):
        foreign = output.is_dir() and any(output.iterdir())
    if foreign and not force and not (output / MARK).is_file():
        hint = "choose another --output, or --force to write among them"
        found = "files of another origin"
        raise KubewrightError(Problem(str(output), found, "a site of ours", hint))


def build(
    request: Request,
    output: Path,
    guide: Guide,
    jobs: int = 1,
    report: Report = lambda *_: None,
) -> Result:
    """Build the pages of one release into `output`; only what changed is made anew."""
    found = history.load(request.document, request.release)
    content = Content(
        facts(request),
        request.release,
        history.histories(found),
        tuple(history.removed(found)),
    )
    texts = sources(content, guide)
    refuse(paths.problems(texts))
    pages = sorted(name.rpartition(".")[0] for name in texts if _is_page(name))
    with _claimed(output, request.release) as work:
        update(work / "source", texts)
        _run(work, output / request.release, jobs, report)
        _join(output, request.release, pages)
    return Result(output / request.release, len(pages))


@contextmanager
def _claimed(output: Path, release: str) -> Iterator[Path]:
    """The working folder of a release, for one run at a time.

    What a killed run left of its pages may be cut off and yet newer than what Sphinx reads,
    so all of that release goes.
    """
    work = output / WORK / release
    unfinished = work / UNFINISHED
    with ExitStack() as stack:
        with reading(str(output), "a folder that can be written"):
            work.mkdir(parents=True, exist_ok=True)
            stack.enter_context(turn(output))
            _sign(output, _known(output))
            if unfinished.exists():
                shutil.rmtree(output / release, ignore_errors=True)
                shutil.rmtree(work / DOCTREES, ignore_errors=True)
            unfinished.write_text("", "utf-8")
        yield work
        with reading(str(output), "a folder that can be written"):
            unfinished.unlink()


def _is_page(name: str) -> bool:
    return name.endswith((SUFFIX, ".md", ".rst"))


def _run(work: Path, target: Path, jobs: int, report: Report) -> None:
    """Run Sphinx in a process of its own: it keeps global state, and it forks."""
    command = processes.module("kubewright.refdocs.site.process")
    command += ["-b", "html", "-n", "-W", "--keep-going"]
    command += ["-j", str(jobs), "-d", str(work / DOCTREES)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    warnings = work / "warnings.txt"
    with (
        reading(str(work), "a folder that can be written"),
        warnings.open("w", encoding="utf-8") as errors,
        subprocess.Popen(  # noqa: S603 (our own interpreter, no shell, no foreign argument)
            [*command, str(work / "source"), str(target)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            start_new_session=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
        ) as process,
    ):
        _follow(process, report)
    if process.returncode == WARNED:
        (work / UNFINISHED).unlink()
    if process.returncode:
        raise KubewrightError(*_problems(warnings.read_text("utf-8"), target))


def _follow(process: subprocess.Popen[str], report: Report) -> None:
    for line in process.stdout or ():
        for stage, percent in _PROGRESS.findall(line):
            report(stage, int(percent), 100)


def _problems(warnings: str, target: Path) -> list[Problem]:
    lines = [line.strip() for line in warnings.splitlines() if line.strip()]
    first = [line for line in lines if "WARNING" in line or "rror" in line] or lines
    shown = first[:WARNINGS_SHOWN] or ["no word of why"]
    return [
        Problem(f"sphinx-build of {target}", line, "a build without warnings")
        for line in shown
    ]


def _join(output: Path, release: str, pages: list[str]) -> None:
    """Tell all pages which releases there are, and lead the start to the newest one."""
    known = {**_known(output), release: pages}
    there = {name: known[name] for name in known if (output / name).is_dir()}
    newest_first = dict(sorted(there.items(), key=lambda row: releases.age(row[0])))
    rows = [{"name": n, "pages": p} for n, p in reversed(newest_first.items())]
    newest = html.escape(str(rows[0]["name"]))
    with reading(str(output), "a folder that can be written"):
        _sign(output, there)
        script = f"window.KUBEWRIGHT_RELEASES = {json.dumps(rows)};\n"
        for name, text in {
            "releases.js": script,
            "index.html": _START.format(newest),
            # GitHub's pages leave out folders with an underscore without this file.
            ".nojekyll": "",
        }.items():
            (output / name).write_text(text, "utf-8", newline="\n")


def _sign(output: Path, releases: Mapping[str, Any]) -> None:
    """Make `output` ours: a later run may write there, whatever becomes of this one."""
    with atomic.replacing(output / MARK, atomic.PUBLIC) as file:
        file.write(json.dumps(releases).encode())


def _known(output: Path) -> Mapping[str, Any]:
    try:
        table = json.loads((output / MARK).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return table if isinstance(table, dict) else {}


_START = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={0}/index.html">
<title>Python models of Kubernetes {0}</title>
<p><a href="{0}/index.html">Python models of Kubernetes {0}</a></p>
</html>
"""
