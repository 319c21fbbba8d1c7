"""`kubewright generate`: write the model packages of releases."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from kubewright.cli import terminal
from kubewright.cli.talk import say, say_all
from kubewright.codegen import overlay
from kubewright.codegen.generate import Report, Request, Result, build, check, generate
from kubewright.errors import KubewrightError, Problem
from kubewright.plain import json_text
from kubewright.refdocs.pages import pages
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
    jobs: int | None
    no_format: bool
    no_docs: bool
    format: str
    quiet: bool


@click.command(epilog=EXAMPLES)
@click.argument("release", nargs=-1)
@click.option("--spec", metavar="PATH|URL", help="Take the definitions from here.")
@click.option("--package", default="kubernetes", help="Import name.  [kubernetes]")
@click.option(
    "--output",
    type=FOLDER,
    default="generated",
    help="Parent of the release's folder.  [generated]",
)
@click.option(
    "--overlay",
    type=FOLDER,
    metavar="DIR",
    help="Replace the models of this client package instead.",
)
@click.option(
    "--force", is_flag=True, help="With --overlay: keep and replace others' models."
)
@click.option(
    "--restore", is_flag=True, help="With --overlay: put replaced models back."
)
@click.option(
    "--check", is_flag=True, help="Write nothing; exit 1 and a list on differences."
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes.  [cores]",
)
@click.option("--no-format", is_flag=True, help="Leave black out.")
@click.option("--no-docs", is_flag=True, help="Leave the documentation pages out.")
@click.option(
    "--format",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Form of the result.  [text]",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress, no notes, no summary.")
@click.pass_context
def command(context: click.Context, /, **options: object) -> None:
    """Write the sync and async model packages of each RELEASE, of the newest if none."""
    chosen = Options(**options)  # type: ignore[arg-type]
    _judge(chosen)
    if chosen.restore:
        overlay.restore(_folders(chosen))
        return
    # All of them first: a release that cannot be had ends the run before it writes.
    requests = list(_requests(chosen))
    outcomes = [_timed(chosen, request) for request in requests]
    if chosen.format == "json":
        say_all(json_text([asdict(outcome) for outcome in outcomes], indent=1))
    context.exit(1 if any(outcome.differences for outcome in outcomes) else 0)


def _judge(options: Options) -> None:
    """Raise `KubewrightError` for options that do not go together."""
    for name in ("restore", "force"):
        if getattr(options, name) and options.overlay is None:
            problem = Problem(f"--{name}", "no --overlay", "the package that it is for")
            raise KubewrightError(problem)
    if options.restore and options.check:
        raise KubewrightError(Problem("--restore", "--check", "one of the two"))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one release; `differences` are paths that --check would change."""

    release: str
    definitions: int
    models: int
    inlined: int
    written: bool
    differences: list[str]
    folders: list[str]
    seconds: float


def _timed(options: Options, request: Request) -> Outcome:
    start = time.perf_counter()
    with _progress(options, request) as report:
        result, differences, folders = _run(options, request, report)
    outcome = Outcome(
        release=request.release,
        **result.counts,
        written=result.changed,
        differences=differences,
        folders=[str(folder) for folder in folders],
        seconds=round(time.perf_counter() - start, 3),
    )
    if options.format == "text":
        _print(options, outcome)
    return outcome


def _run(
    options: Options, request: Request, report: Report
) -> tuple[Result, list[str], list[Path]]:
    """Carry out one request: the result, what --check found, and where."""
    if options.overlay is not None:
        return _overlay(options, request, report)
    folder = options.output / request.release
    if options.check:
        output = build(request, report)
        return output.result(changed=False), check(output, folder), [folder]
    return generate(request, folder, report), [], [folder]


def _overlay(
    options: Options, request: Request, report: Report
) -> tuple[Result, list[str], list[Path]]:
    folders = _folders(options)
    known = overlay.up_to_date(folders, request)
    if known is not None and not options.check:
        return known, [], folders
    overlay.refuse_foreign(folders, force=options.force or options.check)
    output = build(request, report)
    if options.check:
        return output.result(changed=False), overlay.check(folders, output), folders
    overlay.replace(folders, output)
    return output.result(changed=True), [], folders


def _folders(options: Options) -> list[Path]:
    return overlay.models_folders(options.overlay or Path())


def _requests(options: Options) -> Iterator[Request]:
    names = options.release or (releases.newest().name,)
    if len(names) > 1 and (options.spec or options.overlay):
        option = "--spec" if options.spec else "--overlay"
        raise KubewrightError(Problem(option, f"{len(names)} releases", "one release"))
    for spelling in names:
        name, note = releases.minor(spelling)
        if note and not options.quiet:
            say(f"note: {note}", err=True)
        yield _request(options, name)


def _request(options: Options, name: str) -> Request:
    place = options.spec or name
    with terminal.transfer(f"fetching {place}", quiet=options.quiet) as transfer:
        load = sources.load_spec if options.spec else sources.load
        found = load(place, transfer)
    return Request(
        document=found,
        release=name,
        aliases=releases.aliases(name),
        package=options.package,
        formatted=not options.no_format,
        jobs=options.jobs or os.cpu_count() or 1,
        pages=None if options.no_docs or options.overlay else pages(),
    )


def _print(options: Options, outcome: Outcome) -> None:
    for path in outcome.differences:
        say(path)
    if not options.quiet:
        say(_summary(options, outcome), err=bool(options.check))


def _summary(options: Options, outcome: Outcome) -> str:
    did = "written" if outcome.written else "unchanged"
    if options.check:
        did = f"checked, {len(outcome.differences)} files differ"
    return (
        f"{outcome.release}: {outcome.models} models in 2 packages {did}, "
        f"{outcome.definitions} definitions, {outcome.inlined} inlined, "
        f"{outcome.seconds:.1f} s, in {' and '.join(outcome.folders)}"
    )


@contextmanager
def _progress(options: Options, request: Request) -> Iterator[Report]:
    with terminal.progress(quiet=options.quiet) as bar:
        task = bar.add_task(request.title, total=None)

        def report(stage: str, done: int, total: int) -> None:
            title = f"{request.title}: {stage}"
            bar.update(task, description=title, completed=done, total=total)

        yield report
