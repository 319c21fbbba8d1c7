"""Building a site: folders for Sphinx, Sphinx itself, and what joins several releases."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kubewright.codegen import paths
from kubewright.codegen.generate import Request, facts
from kubewright.errors import KubewrightError, Problem, reading, refuse
from kubewright.refdocs import history
from kubewright.refdocs.site.content import SUFFIX, Content
from kubewright.refdocs.site.sources import Guide, sources, update
from kubewright.spec import releases

# stage, done, total
Report = Callable[[str, int, int], None]

MARK = ".kubewright-site.json"
WORK = ".kubewright"
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
    report("reading definitions", 0, 1)
    found = history.load(request.document, request.release)
    content = Content(
        facts(request),
        request.release,
        history.histories(found),
        tuple(history.removed(found)),
    )
    texts = sources(content, guide)
    refuse(paths.problems(texts))
    work = output / WORK / request.release
    with reading(str(output), "a folder that can be written"):
        work.mkdir(parents=True, exist_ok=True)
    update(work / "source", texts)
    _run(work, output / request.release, jobs, report)
    pages = sorted(name.rpartition(".")[0] for name in texts if _is_page(name))
    _join(output, request.release, pages)
    return Result(output / request.release, len(pages))


def _is_page(name: str) -> bool:
    return name.endswith((SUFFIX, ".md", ".rst"))


def _run(work: Path, target: Path, jobs: int, report: Report) -> None:
    """Run Sphinx in a process of its own: it keeps global state, and it forks."""
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-n", "-W", "--keep-going"]
    command += ["-j", str(jobs), "-d", str(work / "doctrees")]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"}
    warnings = work / "warnings.txt"
    with (
        warnings.open("w", encoding="utf-8") as errors,
        subprocess.Popen(  # noqa: S603 (our own interpreter, no shell, no foreign argument)
            [*command, str(work / "source"), str(target)],
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
            errors="replace",
            env=environment,
        ) as process,
    ):
        _follow(process, report)
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
        script = f"window.KUBEWRIGHT_RELEASES = {json.dumps(rows)};\n"
        for name, text in {
            MARK: json.dumps(there),
            "releases.js": script,
            "index.html": _START.format(newest),
            # GitHub's pages leave out folders with an underscore without this file.
            ".nojekyll": "",
        }.items():
            (output / name).write_text(text, "utf-8", newline="\n")


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
