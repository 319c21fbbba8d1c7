"""`kubewright docs`: build the HTML reference of releases."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from kubewright.cli import terminal
from kubewright.cli.talk import say
from kubewright.codegen.generate import Request
from kubewright.errors import KubewrightError, Problem
from kubewright.refdocs.site import build
from kubewright.refdocs.site.build import Report
from kubewright.refdocs.site.sources import guide
from kubewright.spec import releases, sources

EXAMPLES = """
\b
Examples:
  kubewright docs                          the newest release into site/
  kubewright docs 1.36 1.37                two releases, with a switch between them
  kubewright docs --package example.k8s    import lines of another package
  kubewright docs 1.38 --spec swagger.json
"""
FOLDER = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the verb, as click gives them."""

    release: tuple[str, ...]
    spec: str | None
    output: Path
    package: str
    guide: Path | None
    force: bool
    jobs: int | None
    quiet: bool


@click.command(epilog=EXAMPLES)
@click.argument("release", nargs=-1)
@click.option("--spec", metavar="PATH|URL", help="Take the definitions from here.")
@click.option(
    "--output", type=FOLDER, default="site", help="Folder of the site.  [site]"
)
@click.option("--package", default="kubernetes", help="Import name.  [kubernetes]")
@click.option(
    "--guide",
    type=FOLDER,
    metavar="DIR",
    help="Pages to stand beside the reference, with a conf.py where they need one.",
)
@click.option("--force", is_flag=True, help="Write among files of another origin.")
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes.  [cores]"
)
@click.option("-q", "--quiet", is_flag=True, help="No progress, no summary.")
def command(**options: object) -> None:
    """Build the HTML reference of each RELEASE, of the newest if none is named."""
    chosen = Options(**options)  # type: ignore[arg-type]
    build.refuse_without_sphinx()
    build.refuse_foreign(chosen.output, force=chosen.force)
    for request in list(_requests(chosen)):
        _build(chosen, request)


def _build(options: Options, request: Request) -> None:
    start = time.perf_counter()
    jobs = options.jobs or os.cpu_count() or 1
    with _progress(options, request) as report:
        result = build.build(
            request, options.output, guide(options.guide), jobs, report
        )
    if not options.quiet:
        seconds = time.perf_counter() - start
        place = result.folder / "index.html"
        say(f"{request.release}: {result.pages} pages, {seconds:.1f} s, {place}")


def _requests(options: Options) -> Iterator[Request]:
    names = options.release or (releases.newest().name,)
    if len(names) > 1 and options.spec:
        raise KubewrightError(
            Problem("--spec", f"{len(names)} releases", "one release")
        )
    for spelling in names:
        name, note = releases.minor(spelling)
        if note and not options.quiet:
            say(f"note: {note}", err=True)
        found = sources.load_spec(options.spec) if options.spec else sources.load(name)
        yield Request(found, name, releases.aliases(name), options.package)


@contextmanager
def _progress(options: Options, request: Request) -> Iterator[Report]:
    with terminal.progress(quiet=options.quiet) as bar:
        task = bar.add_task(request.title, total=None)

        def report(stage: str, done: int, total: int) -> None:
            title = f"{request.title}: {stage}"
            bar.update(task, description=title, completed=done, total=total)

        yield report
