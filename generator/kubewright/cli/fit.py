"""`kubewright fit`: on which nodes a pod would fit, and why not on the others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from kubewright.accounting import Cluster
from kubewright.accounting import report as reports
from kubewright.accounting.admitted import admitted
from kubewright.cli import terminal
from kubewright.cli.account import RELEASE, load_files, term_lines
from kubewright.cli.amounts import short
from kubewright.cli.dumps import read_one, show_faults
from kubewright.errors import KubewrightError, Problem

EXAMPLES = """
\b
Examples:
  kubewright fit dump.json --pod pod.yaml
  kubectl get nodes,pods -A -o json | kubewright fit - --pod pod.yaml --format json
"""
HEAD = ("NODE", "FITS", "PREEMPTION", "REASONS")


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--pod", required=True, metavar="POD.yaml", help="The pod to place: YAML or JSON."
)
@click.option("--node", metavar="NAME", help="Ask about this node only.")
@click.option(
    "--explain", is_flag=True, help="Show how what the pod asks for came about."
)
@click.option("--release", type=RELEASE, default="1.37", show_default=True,
              help="Rules and shapes to go by.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table",
              show_default=True, help="Form of the result on stdout.")  # fmt: skip
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
@click.pass_context
def command(
    context: click.Context,
    files: tuple[str, ...],
    pod: str,
    node: str | None,
    explain: bool,
    release: str,
    form: str,
    quiet: bool,
) -> None:
    """Say on which nodes of dump FILEs a pod fits, in the scheduler's words.

    Resources and claims alone are looked at, not taints or affinity. Exit code 1 where no
    node fits, or where something of the input could not be used.
    """
    wanted = _pod(pod)
    cluster, cut = load_files(files, release, quiet=quiet)
    fits = _fits(cluster, wanted, node)
    faults = [*reports.rows(cut), *reports.rows(cluster.faults)]
    terms = {name: reports.fit_terms(cluster, wanted, name) for name in fits if explain}
    if form == "json":
        more = {"explain": terms} if explain else {}
        click.echo(json.dumps({"fit": fits, **more, "faults": faults}))
    else:
        terminal.table(HEAD, list(_table(fits)))
        for line in _explained(terms):
            click.echo(line)
        show_faults(faults)
    placed = any(row["fits"] for row in fits.values())
    context.exit(0 if placed and not faults else 1)


def _pod(path: str) -> Mapping[str, Any]:
    found = read_one(path)
    if not isinstance(found, dict) or found.get("kind") != "Pod":
        kind = found.get("kind") if isinstance(found, dict) else type(found).__name__
        raise KubewrightError(Problem(path, f"kind {kind}", "a Pod"))
    try:
        return admitted(found)
    except (AttributeError, KeyError, TypeError, ValueError):
        # Too broken for defaults: the fit says what of it cannot be read.
        return found


def _fits(cluster: Cluster, pod: Mapping[str, Any], node: str | None) -> dict[str, Any]:
    if node is None:
        return reports.fits(cluster, pod)
    if node not in cluster.nodes:
        raise KubewrightError(Problem("the dump", f"no node {node}", "that node"))
    return {node: reports.fit_row(cluster.fit(pod, node=node))}


def _explained(nodes: Mapping[str, Any]) -> Iterator[str]:
    for name, terms in nodes.items():
        yield from term_lines(f"on {name}, request", terms)


def _table(fits: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for name, row in fits.items():
        problems = (f"{it['message']} [{it['kind']}]" for it in row["problems"])
        reasons = [*row["reasons"], *problems] or ["-"]
        helps = "-" if row["fits"] else "no help" if row["unresolvable"] else "may help"
        shown = (short(name, 28), "yes" if row["fits"] else "no", helps)
        for reason in reasons:
            yield (*shown, short(reason, 50))
            shown = ("", "", "")
