"""`kubewright generate`: write the model packages of releases."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from kubewright.cli import terminal
from kubewright.codegen import overlay
from kubewright.codegen.generate import Report, Request, Result, build, check, generate
from kubewright.errors import KubewrightError, Problem
from kubewright.spec import releases, sources

EXAMPLES = """
\b
Examples:
  kubewright generate                      the newest release into generated/
  kubewright generate 1.36 1.37            two releases
  kubewright generate 1.37 --check         exit 1 and a list when the tree is stale
  kubewright generate 1.38 --spec swagger.json --package example.k8s
  kubewright generate --overlay site-packages/kubernetes --force
"""
FOLDER = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the verb, as click gives them."""

    release: tuple[str, ...]
    spec: str | None
    package: str
    output: Path
    overlay: Path | None
    force: bool
    restore: bool
    check: bool
    jobs: int
    no_format: bool
    format: str
    quiet: bool


@click.command(epilog=EXAMPLES)
@click.argument("release", nargs=-1)
@click.option("--spec", metavar="PATH|URL", help="Take the definitions from here.")
@click.option("--package", default="kubernetes", show_default=True, help="Dotted import name.")
@click.option("--output", type=FOLDER, default="generated", show_default=True,
              help="Folder that gets one folder a release.")  # fmt: skip
@click.option("--overlay", type=FOLDER, metavar="DIR",
              help="Replace the models of this client package or checkout instead.")  # fmt: skip
@click.option("--force", is_flag=True, help="With --overlay: keep and replace others' models.")
@click.option("--restore", is_flag=True, help="With --overlay: put the replaced models back.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 and a list on differences.")
@click.option("--jobs", type=click.IntRange(min=1), default=os.cpu_count() or 1,
              metavar="N", help="Formatting processes; as many as cores if not given.")  # fmt: skip
@click.option("--no-format", is_flag=True, help="Leave black out.")
@click.option("--format", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="Form of the result on stdout.")  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="No progress and no summary.")
@click.pass_context
def command(context: click.Context, /, **options: object) -> None:
    """Write the sync and async model packages of each RELEASE, of the newest if none."""
    chosen = Options(**options)  # type: ignore[arg-type]
    if chosen.restore:
        overlay.restore(_folders(chosen))
        return
    differences = [found for request in _requests(chosen) for found in _run(chosen, request)]
    for line in differences:
        click.echo(line)
    context.exit(1 if differences else 0)


def _run(options: Options, request: Request) -> list[str]:
    """Carry out one request; with --check the paths that differ."""
    start = time.perf_counter()
    folder = options.output / request.release
    with _progress(options, request) as report:
        if options.overlay is not None:
            return _overlay(options, request, report)
        if options.check:
            return [str(folder / path) for path in check(request, folder, report)]
        result = generate(request, folder, report)
    _print(options, result, time.perf_counter() - start)
    return []


def _overlay(options: Options, request: Request, report: Report) -> list[str]:
    folders = _folders(options)
    output = build(request, report)
    if options.check:
        return overlay.check(folders, output)
    overlay.replace(folders, output, force=options.force)
    return []


def _folders(options: Options) -> list[Path]:
    if options.overlay is None:
        raise KubewrightError(Problem("--restore", "no --overlay", "the package to restore"))
    return overlay.models_folders(options.overlay)


def _requests(options: Options) -> Iterator[Request]:
    names = options.release or (releases.newest().name,)
    if len(names) > 1 and (options.spec or options.overlay):
        option = "--spec" if options.spec else "--overlay"
        raise KubewrightError(Problem(option, f"{len(names)} releases", "one release"))
    for spelling in names:
        name, note = releases.minor(spelling)
        if note and not options.quiet:
            click.echo(f"note: {note}", err=True)
        yield _request(options, name)


def _request(options: Options, name: str) -> Request:
    found = sources.load_spec(options.spec) if options.spec else sources.load(name)
    return Request(
        document=found,
        release=name,
        aliases=releases.aliases(name),
        package=options.package,
        formatted=not options.no_format,
        jobs=options.jobs,
    )


def _print(options: Options, result: Result, seconds: float) -> None:
    if options.format == "json":
        table = {**asdict(result), "folder": str(result.folder), "seconds": round(seconds, 3)}
        click.echo(json.dumps(table))
    elif not options.quiet:
        click.echo(_summary(result, seconds))


def _summary(result: Result, seconds: float) -> str:
    did = "written" if result.changed else "unchanged"
    return (
        f"{result.release}: {result.models} models in 2 packages {did}, "
        f"{result.definitions} definitions, {result.inlined} inlined, "
        f"{seconds:.1f} s, in {result.folder}"
    )


@contextmanager
def _progress(options: Options, request: Request) -> Iterator[Report]:
    with terminal.progress(quiet=options.quiet) as bar:
        task = bar.add_task(request.title, total=None)

        def report(stage: str, done: int, total: int) -> None:
            bar.update(task, description=f"{request.title}: {stage}", completed=done, total=total)

        yield report
