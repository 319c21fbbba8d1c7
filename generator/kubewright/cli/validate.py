"""`kubewright validate`: what the API server would say about the objects of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from kubewright.cli.documents import Item, read
from kubewright.cli.talk import say, say_all
from kubewright.cli.validate_formats import FORMATS, Outcome, Row, Skipped, rule_list
from kubewright.errors import KubewrightError, Problem
from kubewright.objects import Kind, ObjectError, kind_of
from kubewright.validation import CHECKS, Finding, has_rules, validate, warnings
from kubewright.validation.run import parse_release

EXAMPLES = """
\b
Examples:
  kubewright validate slices/*.yaml                      what a 1.37 server would refuse
  kubewright validate --release 1.36 slice.yaml          the shapes and rules of 1.36
  kubewright validate --operation status --old claim.yaml status.yaml
  kubectl get resourceclaims -A -o json | kubewright validate --operation status --warnings -
  kubewright validate --list-rules                       every rule, with its source
"""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the verb, as click gives them."""

    file: tuple[str, ...]
    release: str
    operation: Any
    old: str | None
    format: str
    warnings: bool
    models: bool
    gate: tuple[str, ...]
    list_rules: bool


@click.command("validate", epilog=EXAMPLES)
@click.argument("file", nargs=-1)
@click.option(
    "--release", default="1.37", metavar="R", help="Kubernetes release.  [1.37]"
)
@click.option(
    "--operation",
    type=click.Choice(["create", "update", "status"]),
    default="create",
    help="What is asked of the server.  [create]",
)
@click.option(
    "--old", metavar="FILE", help="The objects before an update or a new status."
)
@click.option(
    "--format",
    type=click.Choice(list(FORMATS)),
    default="text",
    help="Form of the result.  [text]",
)
@click.option("--warnings", is_flag=True, help="Also what passes but cannot work.")
@click.option(
    "--models", is_flag=True, help="Also unknown keys and wrong types, of any kind."
)
@click.option(
    "--gate", multiple=True, metavar="NAME[=false]", help="A feature gate, on or off."
)
@click.option("--list-rules", is_flag=True, help="Print the rules and check nothing.")
@click.pass_context
def validate_command(context: click.Context, /, **options: object) -> None:
    """Check the Kubernetes objects of each FILE (YAML or JSON, "-" for stdin).

    Exit 1 when the server would refuse one of them; warnings alone do not count.
    """
    chosen = Options(**options)  # type: ignore[arg-type]
    if chosen.list_rules:
        say_all(rule_list(chosen.format))
        return
    outcome = _outcome(chosen)
    say_all(FORMATS[chosen.format](outcome))
    say(_summary(outcome), err=True)
    context.exit(1 if any(row.type != "Warning" for row in outcome.rows) else 0)


command = validate_command


@dataclass(slots=True)
class _Run:
    rows: list[Row] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    checked: int = 0

    def outcome(self) -> Outcome:
        return Outcome(self.rows, self.checked, self.skipped)


def _outcome(options: Options) -> Outcome:
    if not options.file:
        raise KubewrightError(Problem("validate", "no FILE", "at least one FILE, or -"))
    try:
        parse_release(options.release)
    except ValueError as error:
        raise KubewrightError(
            Problem("--release", str(error), "a known release")
        ) from error
    before = _by_name(options.old)
    decode = _decoder(options)
    run = _Run()
    for path in options.file:
        for item in read(path):
            _check(run, item, options, before, decode)
    return run.outcome()


Decode = Callable[[Kind, Any], list[Finding] | None]
Key = tuple[str, str]


def _decoder(options: Options) -> Decode:
    if not options.models:
        return lambda kind, value: None
    from kubewright.cli import validate_models

    return validate_models.decoder(options.release)


def _by_name(path: str | None) -> dict[Key, Any]:
    if path is None:
        return {}
    return {
        (_kind(item.value).name, _name(item.value)): item.value for item in read(path)
    }


def _kind(value: Any) -> Kind:
    try:
        return kind_of(value)
    except ObjectError:
        return Kind("", "", "object")


def _name(value: Any) -> str:
    meta = value.get("metadata") if isinstance(value, dict) else None
    given = meta if isinstance(meta, dict) else {}
    name = given.get("name") or given.get("generateName") or "(no name)"
    namespace = given.get("namespace")
    return f"{namespace}/{name}" if namespace else str(name)


def _check(
    run: _Run, item: Item, options: Options, before: dict[Key, Any], decode: Decode
) -> None:
    kind, name = _kind(item.value), _name(item.value)
    findings = list(_malformed(item.value))
    decoded = None if findings else decode(kind, item.value)
    reason = "" if findings else _unchecked(kind, options.operation)
    if not findings and not reason:
        old = _old(before, (kind.name, name), options, item)
        findings = _judge(item.value, old, options)
    if reason and decoded is None:
        run.skipped.append(Skipped(item.file, item.document, kind.name, name, reason))
        return
    run.checked += 1
    for finding in (*(decoded or ()), *findings):
        line = item.locate(finding.field)
        run.rows.append(Row(item.file, item.document, line, kind.name, name, *finding))


def _malformed(value: Any) -> Iterator[Finding]:
    """What keeps a document from being an object of an API at all."""
    if not isinstance(value, dict):
        yield from validate(value)
        return
    if str(value.get("kind")).endswith("List") and value.get("items") is not None:
        yield Finding(
            "Invalid", "items", None, "expected a list of objects", "decode/type"
        )
    for key in ("apiVersion", "kind"):
        if not isinstance(value.get(key), str) or not value[key]:
            message = f"{key} is required, as text"
            yield Finding("Required", key, None, message, "decode/kind")


def _unchecked(kind: Kind, operation: Any) -> str:
    if not has_rules(kind):
        return "no rules for this kind"
    if operation not in CHECKS[kind.name]:
        return f"no rules for the operation {operation}"
    return ""


def _old(before: dict[Key, Any], key: Key, options: Options, item: Item) -> Any:
    old = before.get(key)
    if old is None and options.operation == "update":
        problem = Problem(
            f"{item.file}: {key[0]} {key[1]}",
            "no object of this kind and name in --old",
            "the object before the update",
            "give the file that holds it as --old FILE",
        )
        raise KubewrightError(problem)
    return old


def _judge(value: Any, old: Any, options: Options) -> list[Finding]:
    gates = frozenset(options.gate)
    found = validate(
        value,
        operation=options.operation,
        old=old,
        release=options.release,
        gates=gates,
    )
    also = warnings(value, release=options.release) if options.warnings else []
    return [*found, *also]


def _summary(outcome: Outcome) -> str:
    errors = sum(row.type != "Warning" for row in outcome.rows)
    warned = len(outcome.rows) - errors
    parts = [f"checked {outcome.checked}", f"findings {errors}"]
    parts += [f"warnings {warned}"] if warned else []
    parts += [_skipped(outcome.skipped)] if outcome.skipped else []
    return ", ".join(parts)


def _skipped(skipped: Sequence[Skipped]) -> str:
    counts: dict[str, int] = {}
    for item in skipped:
        key = f"{item.kind}: {item.reason}"
        counts[key] = counts.get(key, 0) + 1
    listed = "; ".join(f"{count} {key}" for key, count in sorted(counts.items()))
    return f"skipped {len(skipped)} ({listed})"
