"""`kubewright account`: what nodes offer, what pods ask of them, and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import click

from kubewright.accounting import Cluster, Quantity
from kubewright.accounting import report as reports
from kubewright.cli import live, terminal
from kubewright.cli.amounts import bar, readable, short
from kubewright.cli.clusters import Input, with_input
from kubewright.cli.dumps import known, show_faults
from kubewright.cli.talk import say, say_all
from kubewright.errors import KubewrightError, Problem, printable
from kubewright.plain import json_text

EXAMPLES = """
\b
Examples:
  kubectl get nodes,pods,resourceclaims,resourceslices,deviceclasses -A -o json > dump.json
  kubewright account dump.json                     every node
  kubewright account dump.json --node n1           one node and its pods
  kubewright account dump.json --pod default/web --explain
  kubewright account --cluster --watch             a live table
"""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(Input):
    """The options of the verb, as click gives them."""

    node: str | None
    pod: str | None
    watch: bool


@click.command(epilog=EXAMPLES)
@with_input
@click.option(
    "--node", metavar="NAME", help="One node, with the pods that count on it."
)
@click.option("--pod", metavar="NS/NAME", help="One pod.")
@click.option(
    "--watch", is_flag=True, help="With --cluster: keep the table up to date."
)
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """Account for the nodes and pods of dump FILEs (JSON or YAML, - for stdin).

    Exit code 1 where something of the input could not be used; the rest is accounted.
    """
    chosen = Options(**options)
    if chosen.watch:
        _watch(chosen)
        return
    cluster, cut = chosen.load()
    with known("pod" if chosen.pod else "node", chosen.pod or chosen.node):
        result = _account(cluster, chosen)
    result["faults"] = [*reports.rows(cut), *result["faults"]]
    _print(result, chosen)
    context.exit(1 if result["faults"] else 0)


def _watch(options: Options) -> None:
    if not options.cluster or options.files:
        raise KubewrightError(Problem("--watch", "no --cluster", "a cluster to watch"))
    live.watch(
        options.kubeconfig,
        options.context_name,
        options.release,
        lambda cluster: _show(cluster, options),
        lambda text: say(text, err=True),
    )


def _account(cluster: Cluster, options: Options) -> dict[str, Any]:
    every = options.format == "json" or options.explain
    return reports.account(
        cluster, options.node, options.pod, explain=options.explain, pods=every
    )


def _show(cluster: Cluster, options: Options) -> None:
    if options.format == "table":
        click.clear()
    _print(_account(cluster, options), options)


def _print(result: dict[str, Any], options: Options) -> None:
    if options.format == "json":
        say_all(json_text(result))
        return
    if result["nodes"] and not options.pod:
        terminal.table(NODE_HEAD, list(node_table(result["nodes"])))
    if options.node or options.pod:
        say()
        terminal.table(POD_HEAD, list(pod_table(result["pods"])))
    if options.pod:
        say()
        terminal.table(CGROUP_HEAD, list(cgroup_table(result["pods"][options.pod])))
    for line in explained(result.get("explain") or {}):
        say(line)
    show_faults(result["faults"])


NODE_HEAD = ("NODE", "RESOURCE", "USE", "REQUESTED", "ALLOCATABLE", "FREE")
CGROUP_HEAD = (
    *("CGROUP", "CPU SHARES", "CPU WEIGHT", "CPU QUOTA", "MEMORY MAX", "OOM ADJ"),
)
POD_HEAD = ("POD", "RESOURCE", "REQUEST", "LIMIT", "CLAIMS ADD")


def node_table(nodes: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each resource of a node that it offers or is asked for."""
    plain = not terminal.encoding().startswith("utf")
    for name, row in nodes.items():
        shown = short(name, 19)
        for resource, text in row["requested"].items():
            used, free = Quantity(text), Quantity(row["free"][resource])
            offered = row["allocatable"].get(resource)
            if offered is None and used.is_zero:
                continue
            total = None if offered is None else Quantity(offered)
            yield (
                shown,
                short(resource, 19),
                bar(used, total, plain=plain),
                readable(resource, used),
                "-" if total is None else readable(resource, total),
                readable(resource, free),
            )
            shown = ""
        for resource, count in (row.get("devices") or {}).items():
            used, total = Quantity(count["allocated"]), Quantity(count["total"])
            numbers = (str(count[key]) for key in ("allocated", "total", "free"))
            yield (shown, short(resource, 19), bar(used, total, plain=plain), *numbers)


def pod_table(pods: Mapping[str, Any]) -> Iterator[Row]:
    """A row for each resource that a pod asks for or is limited in."""
    for key, row in pods.items():
        shown = short(key, 36)
        for name in dict.fromkeys((*row["requests"], *row["limits"])) or ("-",):
            parts = (
                row["requests"].get(name),
                row["limits"].get(name),
                _added(row, name),
            )
            yield (shown, short(name, 22), *(_cell(name, part) for part in parts))
            shown = ""


def cgroup_table(pod: Mapping[str, Any]) -> Iterator[Row]:
    """The cgroup of a pod, then those of its containers."""
    own = pod["cgroup"]
    yield (f"pod ({pod['qos_class']})", *_figures(own), "-")
    for name, figures in own["containers"].items():
        oom = figures["oom_score_adj"]
        yield (short(name, 30), *_figures(figures), "-" if oom is None else str(oom))


def _figures(cgroup: Mapping[str, Any]) -> Row:
    quota, memory = cgroup["cpu_quota"], cgroup["memory_max"]
    return (
        str(cgroup["cpu_shares"]),
        str(cgroup["cpu_weight"]),
        "max" if quota < 0 else f"{quota} us",
        "max" if memory is None else readable("memory", Quantity(memory)),
    )


def _added(row: Mapping[str, Any], name: str) -> str | None:
    """What the claims of a pod add by mapping and per-pod overhead, and per container."""
    total = Quantity(0)
    for entry in row["status"] or ():
        listed = [*(entry.get("mapping") or ()), *(entry.get("overhead") or ())]
        for part in listed:
            if part["name"] == name:
                each = Quantity(part.get("perContainer", "0")) * len(
                    entry.get("containers", ())
                )
                total += Quantity(part.get("quantity", part.get("perPod", "0"))) + each
        total += Quantity((entry.get("resources") or {}).get(name, "0"))
    return None if total.is_zero else str(total)


def _cell(name: str, text: str | None) -> str:
    return "-" if text is None else readable(name, Quantity(text))


def explained(explain: Mapping[str, Any]) -> Iterator[str]:
    """Each number with its terms, one a line."""
    for name, terms in (explain.get("nodes") or {}).items():
        yield from term_lines(f"node {name}, free", terms)
    for key, parts in (explain.get("pods") or {}).items():
        for what, terms in parts.items():
            yield from term_lines(f"pod {key}, {what}", terms)


def term_lines(title: str, terms: Mapping[str, Any]) -> Iterator[str]:
    """The terms of each resource, one a line."""
    for resource, listed in terms.items():
        yield ""
        yield printable(f"{title} of {resource}")
        for term in listed:
            amount = readable(resource, Quantity(term["amount"]))
            yield printable(f"  {term['sign']:>3} {amount:>12}  {term['source']}")
