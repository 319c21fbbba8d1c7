"""`kubewright spec`: list, fetch, show and pin the definitions of releases."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from kubewright.cli import terminal
from kubewright.cli.talk import say, say_all
from kubewright.errors import KubewrightError, printable
from kubewright.plain import json_text
from kubewright.spec import cache, document, fixups, lookup, releases, sources
from kubewright.spec.releases import Release
from kubewright.spec.transfer import Transfer

SOURCES = "RELEASE, --url, --file, --cluster or --kubeconfig"
FILE = click.Path(path_type=Path)
FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Form of the result on stdout.",
)
LIST_EXAMPLES = """
\b
Examples:
  kubewright spec list
  kubewright spec list --format json | jq -r '.[].release'
"""
FETCH_EXAMPLES = """
\b
Examples:
  kubewright spec fetch 1.37
  kubewright spec fetch --url https://example.com/swagger.json
  kubewright spec fetch --file swagger.json
  kubewright spec fetch --cluster https://10.0.0.1:6443 --token-file token --ca ca.crt
  kubewright spec fetch --kubeconfig ~/.kube/config --context staging
"""
SHOW_EXAMPLES = """
\b
Examples:
  kubewright spec show Pod
  kubewright spec show resource.v1.ResourceClaim --release 1.36
  kubewright spec show V1ObjectMeta --format json
"""
PIN_EXAMPLES = """
\b
Examples:
  kubewright spec pin 1.38
  kubewright spec pin 1.38 --spec swagger.json
"""


def _complete_release(
    _context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    with suppress(KubewrightError):
        return [*map(CompletionItem, lookup.starting(incomplete, releases.pinned()))]
    return []


def _complete_definition(
    context: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    with suppress(KubewrightError):
        name = context.params.get("release") or releases.newest().name
        known = lookup.names(_definitions(releases.find(name))[1])
        return [*map(CompletionItem, lookup.starting(incomplete, known))]
    return []


@click.group()
def command() -> None:
    """List, fetch, show and pin the definitions of releases."""


@command.command(name="list", epilog=LIST_EXAMPLES)
@FORMAT
def list_releases(form: str) -> None:
    """List the pinned releases and where their definitions come from."""
    rows = [_row(pin) for pin in releases.pinned().values()]
    if form == "json":
        say_all(json_text(rows, indent=2))
        return
    head = ("release", "definitions", "models", "source", "cached")
    terminal.table(head, [[_cell(row[name]) for name in head] for row in rows])


@dataclass(frozen=True, slots=True)
class Fetch:
    """The options of `fetch`, as click gives them."""

    release: str | None
    url: str | None
    file: Path | None
    cluster: str | None
    kubeconfig: Path | None
    context: str | None
    token_file: Path | None
    ca: Path | None
    allow_redirect: bool
    form: str


@command.command(epilog=FETCH_EXAMPLES)
@click.argument("release", required=False, shell_complete=_complete_release)
@click.option("--url", help="Fetch the file at this URL.")
@click.option("--file", type=FILE, help="Check this file; keep it if it is a release.")
@click.option("--cluster", metavar="URL", help="Ask the API server at this URL.")
@click.option("--kubeconfig", type=FILE, help="Ask the cluster of this file's context.")
@click.option("--context", help="With --kubeconfig: not the current context, but this.")
@click.option("--token-file", type=FILE, help="The file with the cluster's token.")
@click.option("--ca", type=FILE, help="The certificates to trust the cluster by.")
@click.option("--allow-redirect", is_flag=True, help="Follow redirects to other hosts.")
@FORMAT
def fetch(**options: object) -> None:
    """Fetch definitions, check them and keep them in the cache.

    One source: a pinned RELEASE, or one of --url, --file, --cluster and --kubeconfig.
    --kubeconfig beside --cluster gives the credentials for that server.
    """
    chosen = Fetch(**options)  # type: ignore[arg-type]
    _judge(chosen)
    with terminal.transfer("fetching") as transfer:
        wish = replace(transfer, foreign=chosen.allow_redirect, must_keep=True)
        path, found = _fetched(chosen, wish)
    digest = document.digest(found)
    pin = releases.with_digest(digest)
    table = {
        "release": pin.name if pin else None,
        "definitions": len(found),
        "digest": digest,
        "file": str(path),
    }
    _print_pairs(table, chosen.form)


@command.command(epilog=SHOW_EXAMPLES)
@click.argument("name", shell_complete=_complete_definition)
@click.option(
    "--release",
    help="Look in this release; in the newest if not given.",
    shell_complete=_complete_release,
    is_eager=True,
)
@FORMAT
def show(name: str, release: str | None, form: str) -> None:
    """Show the definition NAME: a key, a short name (Pod, v1.Pod) or a class name."""
    pin = _pinned(release) if release else releases.newest()
    definitions, classes = _definitions(pin)
    key = lookup.find(name, classes, pin.aliases)
    body = definitions[key]
    if form == "json":
        say_all(json_text({key: body}, indent=2))
        return
    with_class = f"class {classes[key]}" if body.get("properties") else "no class"
    say(f"{key} ({pin.name}, {with_class})")
    for line in body.get("description", "").splitlines():
        say(line)
    rows = [_field_row(line) for line in lookup.fields(body)]
    if rows:
        say()
        terminal.table(("field", "type", "required", "description"), rows)


@command.command(epilog=PIN_EXAMPLES)
@click.argument("release", shell_complete=_complete_release)
@click.option("--spec", metavar="PATH|URL", help="Take the definitions from here.")
@click.option("--force", is_flag=True, help="Pin other definitions than those pinned.")
@FORMAT
def pin(release: str, spec: str | None, force: bool, form: str) -> None:
    """Add RELEASE to the pinned releases, or bring its row up to date.

    The definitions come from --spec, else from the bundle, else from upstream. Without
    --force a release keeps the digest that it has.
    """
    from kubewright.codegen.naming import class_names
    from kubewright.spec import pin as room

    name = _minor(release)
    with terminal.transfer(f"fetching {name}") as transfer:
        done = room.pin(name, class_names, spec=spec, force=force, transfer=transfer)
    table = {
        **asdict(done.release),
        "changed": done.changed,
        "source": str(done.source),
        "file": str(releases.file()),
    }
    _print_pairs(table, form)


def _row(pin: Release) -> dict[str, object]:
    return {
        "release": pin.name,
        "definitions": pin.definitions,
        "models": pin.models,
        "source": sources.origin(pin.name),
        "cached": cache.file_of(pin.name).is_file(),
        "digest": pin.digest,
        "url": pin.url,
        "aliases": dict(pin.aliases),
    }


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _minor(spelling: str) -> str:
    """The minor release of `spelling`, with a note on what is ignored."""
    name, note = releases.minor(spelling)
    if note:
        say(f"note: {note}", err=True)
    return name


def _pinned(spelling: str) -> Release:
    return releases.find(_minor(spelling))


def _definitions(pin: Release) -> tuple[document.Definitions, dict[str, str]]:
    """The definitions of `pin`, the discovery ones among them, and their class names."""
    from kubewright.codegen.naming import class_names

    definitions = fixups.apply(sources.load(pin.name)).definitions
    return definitions, class_names(definitions)


def _judge(chosen: Fetch) -> None:
    """End a call that does not name one source, or gives a source what it cannot use."""
    of_cluster = chosen.cluster or chosen.kubeconfig
    named = (chosen.release, chosen.url, chosen.file, of_cluster)
    count = sum(source is not None for source in named)
    if count != 1:
        raise click.UsageError(f"{count or 'no'} sources given; name one: {SOURCES}")
    if not of_cluster and (chosen.token_file or chosen.ca):
        raise click.UsageError("--token-file and --ca need --cluster or --kubeconfig")
    if chosen.context and not chosen.kubeconfig:
        raise click.UsageError("--context needs --kubeconfig")


def _fetched(chosen: Fetch, transfer: Transfer) -> tuple[Path, document.Definitions]:
    from kubewright.spec import cluster
    from kubewright.spec import fetch as room

    if chosen.release:
        found = room.release(_pinned(chosen.release), transfer)
    elif chosen.url:
        found = room.url(chosen.url, transfer)
    elif chosen.file:
        found = room.file(chosen.file)
    else:
        asked = cluster.Cluster(
            chosen.cluster,
            chosen.token_file,
            chosen.ca,
            chosen.kubeconfig,
            chosen.context,
        )
        found = cluster.load(asked, transfer)
    return found.path, found.document.definitions


def _field_row(line: lookup.FieldLine) -> list[str]:
    required = "required" if line.required else ""
    return [line.name, line.type, required, " ".join(line.description.split())]


def _print_pairs(table: Mapping[str, object], form: str) -> None:
    if form == "json":
        say_all(json_text(table, indent=2))
        return
    width = max(map(len, table))
    for name, value in table.items():
        say(f"{name.ljust(width)}  {_shown(value)}")


def _shown(value: object) -> str:
    if value is None:
        return "none that is pinned"
    if isinstance(value, dict):
        return ", ".join(f"{old} -> {new}" for old, new in value.items()) or "none"
    return printable(_cell(value))
