"""`kubewright drift`: what changed between two releases, for the user's own code."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import click

from kubewright.cli import terminal
from kubewright.cli.talk import say, say_all
from kubewright.drift import report, rules, settings
from kubewright.drift.outcome import NEVER, USED, Choice, Outcome
from kubewright.drift.report import json_form, text, wording
from kubewright.drift.run import Report, Request, drift
from kubewright.drift.scan import wanted
from kubewright.errors import KubewrightError, Problem, reading

EXAMPLES = """
\b
Examples:
  kubewright drift 1.36 1.37
  kubewright drift 1.30 1.37 --level breaking --group resource.k8s.io
  kubewright drift 1.36 1.37 --scan src --scan deploy --used-only
  kubewright drift 1.36 1.37 --scan src --fix            a diff of the exact rewrites
  kubewright drift 1.36 1.37 --scan src --fix --write    writes them
  kubewright drift 1.37 cluster:staging --format html --output drift.html
  kubewright drift 1.36 1.37 --scan . --format sarif --output drift.sarif
"""
THRESHOLDS = ("breaking", "warning", "info", "doc", USED, NEVER)
FILE = click.Path(path_type=Path)
# What people read is short by default; what programs read is whole.
BRIEF = frozenset({"text", "md"})


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the verb, as click gives them."""

    old: str | None
    new: str | None
    scan: tuple[Path, ...]
    package: tuple[str, ...]
    hints: bool
    strict: bool
    fix: bool
    write: bool
    form: str
    output: Path | None
    level: str | None
    used_only: bool
    group: str
    stability: str
    id: str
    fail_on: str
    list_checks: bool
    print_schema: bool
    quiet: bool


@click.command(epilog=EXAMPLES)
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option("--scan", type=FILE, multiple=True, metavar="PATH",
              help="Search Python sources and manifests here; may be given again.")  # fmt: skip
@click.option("--package", multiple=True, metavar="NAME",
              help="Another import name of the models.")  # fmt: skip
@click.option(
    "--hints", is_flag=True, help="Also uses of low confidence: texts, bare names."
)
@click.option(
    "--strict", is_flag=True, help="Exit 2 when a file could not be searched."
)
@click.option("--fix", is_flag=True, help="Show a diff of the exact rewrites.")
@click.option("--write", is_flag=True, help="With --fix: write them.")
@click.option("--format", "form", type=click.Choice(report.FORMS), default="text",
              show_default=True, help="Form of the report.")  # fmt: skip
@click.option("--output", type=FILE, metavar="FILE", help="Write the report here.")
@click.option("--level", type=click.Choice(rules.SEVERITIES),
              help="Least severity shown; info for text and md, doc for other forms.")  # fmt: skip
@click.option("--used-only", is_flag=True, help="Only what the searched files use.")
@click.option("--group", default="", metavar="G", help="Only this API group.")
@click.option("--stability", type=click.Choice(["", "alpha", "beta", "ga", "none"]), default="",
              metavar="S", help="Only alpha, beta, ga or none.")  # fmt: skip
@click.option("--id", default="", metavar="ID", help="Only changes of this id.")
@click.option("--fail-on", type=click.Choice(THRESHOLDS), default="breaking", show_default=True,
              help="Exit 1 when a finding is as bad; `used`: a breaking one is used.")  # fmt: skip
@click.option(
    "--list-checks", is_flag=True, help="List all ids with severity and text."
)
@click.option(
    "--print-schema", is_flag=True, help="Print the JSON Schema of --format json."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes.")
@click.pass_context
def command(context: click.Context, /, **options: object) -> None:
    """Tell what changed between the releases OLD and NEW, and where your code uses it.

    OLD and NEW are releases, paths or URLs of specs, folders of generated packages, or
    `cluster[:CONTEXT]`.
    """
    chosen = Options(**options)  # type: ignore[arg-type]
    if chosen.list_checks or chosen.print_schema:
        say_all(rules.listing() if chosen.list_checks else json_form.schema())
        return
    context.exit(_run(chosen))


def _run(options: Options) -> int:
    """Compare, search, report, rewrite; the exit code."""
    request = _request(options)
    with _progress(options) as tell:
        found = drift(request, tell)
    _report(options, found)
    _talk(options, found)
    if options.fix:
        _fix(options, found)
    if options.strict and found.skipped:
        return 2
    return 1 if found.fails(options.fail_on) else 0


def _request(options: Options) -> Request:
    if options.old is None or options.new is None:
        raise KubewrightError(
            Problem("drift", "no two sides", "OLD and NEW", "such as 1.36 1.37")
        )
    _check(options)
    with reading("the current folder", "a folder that is there"):
        here = Path.cwd()
    level = options.level or ("info" if options.form in BRIEF else "doc")
    return Request(
        old=options.old,
        new=options.new,
        today=datetime.date.today(),
        settings=settings.load(settings.find(here)),
        choice=Choice(
            level, options.group, options.stability, options.id, options.used_only
        ),
        scan=(
            wanted.Request(options.scan, options.package, options.hints)
            if options.scan
            else None
        ),
    )


def _check(options: Options) -> None:
    """Refuse options that do nothing alone."""
    for name, given in (("--fix", options.fix), ("--used-only", options.used_only),
                        ("--fail-on used", options.fail_on == USED)):  # fmt: skip
        if given and not options.scan:
            raise KubewrightError(Problem(name, "no --scan", "--scan PATH beside it"))
    if options.write and not options.fix:
        raise KubewrightError(Problem("--write", "no --fix", "--fix beside it"))
    if options.id and options.id not in rules.RULES:
        expected = "an id of --list-checks"
        raise KubewrightError(Problem(f"--id {options.id}", "no such id", expected))


def _report(options: Options, found: Outcome) -> None:
    if options.output is not None:
        body = report.render(found, options.form, options.fail_on)
        with reading(str(options.output), "a file that can be written"):
            options.output.write_text(body, "utf-8", newline="\n")
    elif options.form == "text" and (console := terminal.out()) is not None:
        for line, style in text.lines(found):
            console.print(line, style=style or None, markup=False, emoji=False)
    else:
        say_all(report.render(found, options.form, options.fail_on))


def _talk(options: Options, found: Outcome) -> None:
    """On stderr: the verdict when the report went to a file, notes that it does not show."""
    if options.quiet:
        return
    if options.output is not None:
        say(f"{wording.title(found)}: {wording.verdict(found)}", err=True)
    if options.output is not None or options.form != "text":
        for note in found.notes:
            say(f"note: {note}", err=True)
        if found.skipped:
            say(f"note: {len(found.skipped)} files were skipped", err=True)


def _fix(options: Options, found: Outcome) -> None:
    from kubewright.drift.scan import fix

    result = fix.rewrites(found.uses)
    if options.write:
        fix.write(result)
        say(f"{len(result.files)} files rewritten", err=True)
    else:
        say_all(fix.diff(result), err=options.form != "text")
    for problem in result.left:
        say(f"note: {problem}", err=True)


@contextmanager
def _progress(options: Options) -> Iterator[Report]:
    with terminal.progress(quiet=options.quiet or not options.scan) as bar:
        task = bar.add_task("searching files", total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report
