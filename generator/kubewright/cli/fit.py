"""`kubewright fit`: on which nodes a pod would fit, and why not on the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click

from kubewright.accounting import Cluster
from kubewright.accounting import report as reports
from kubewright.accounting.admitted import admitted
from kubewright.cli import terminal
from kubewright.cli.account import term_lines
from kubewright.cli.amounts import short
from kubewright.cli.clusters import Input, with_input
from kubewright.cli.dumps import read_one, show_faults
from kubewright.cli.talk import say, say_all
from kubewright.errors import KubewrightError, Problem
from kubewright.plain import json_text

EXAMPLES = """
\b
Examples:
  kubewright fit dump.json --pod pod.yaml
  kubectl get nodes,pods -A -o json | kubewright fit - --pod pod.yaml --format json
"""
HEAD = ("NODE", "FITS", "PREEMPTION", "REASONS")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Input):
    """The options of the verb, as click gives them."""

    pod: str
    node: str | None


@click.command(epilog=EXAMPLES)
@with_input
@click.option(
    "--pod", required=True, metavar="POD.yaml", help="The pod to place: YAML or JSON."
)
@click.option("--node", metavar="NAME", help="Ask about this node only.")
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Say on which nodes of dump FILEs a pod fits, in the scheduler's words.

    Resources and claims alone are looked at, not taints or affinity. Exit code 1 where no
    node fits, or where something of the input could not be used.
    """
    chosen = Options(**options)
    wanted = _pod(chosen.pod)
    cluster, cut = chosen.load()
    fits = _fits(cluster, wanted, chosen.node)
    result = {
        "fit": fits,
        "faults": [*reports.rows(cut), *reports.rows(cluster.faults)],
    }
    if chosen.explain:
        result["explain"] = {
            name: reports.fit_terms(cluster, wanted, name) for name in fits
        }
    _print(result, chosen)
    placed = any(row["fits"] for row in fits.values())
    context.exit(0 if placed and not result["faults"] else 1)


def _print(result: dict[str, Any], options: Options) -> None:
    if options.format == "json":
        say_all(json_text(result))
        return
    terminal.table(HEAD, list(_table(result["fit"])))
    for name, terms in (result.get("explain") or {}).items():
        for line in term_lines(f"on {name}, request", terms):
            say(line)
    show_faults(result["faults"])


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


def _table(fits: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for name, row in fits.items():
        problems = (f"{it['message']} [{it['kind']}]" for it in row["problems"])
        reasons = [*row["reasons"], *problems] or ["-"]
        helps = "-" if row["fits"] else "no help" if row["unresolvable"] else "may help"
        shown = (short(name, 28), "yes" if row["fits"] else "no", helps)
        for reason in reasons:
            yield (*shown, short(reason, 50))
            shown = ("", "", "")
