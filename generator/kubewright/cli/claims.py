"""`kubewright claims`: the devices of claims, whether they are ready, and who holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from kubewright.accounting import report as reports
from kubewright.cli import terminal
from kubewright.cli.account import term_lines
from kubewright.cli.amounts import short
from kubewright.cli.clusters import Input, with_input
from kubewright.cli.dumps import show_faults
from kubewright.cli.talk import say, say_all
from kubewright.plain import json_text

EXAMPLES = """
\b
Examples:
  kubectl get resourceclaims,resourceslices,pods -A -o json | kubewright claims -
  kubewright claims dump.json --format json | jq '.claims[] | select(.ready != true)'
"""
HEAD = ("CLAIM", "DEVICE", "READY", "HELD BY", "ADDS")
READY = {True: "yes", False: "no", None: "unknown"}


@click.command(epilog=EXAMPLES)
@with_input
@click.pass_context
def command(context: click.Context, /, **options: Any) -> None:
    """List the claims of dump FILEs with their devices.

    A device that a driver reports on but that is not allocated is an orphan. Exit code 1
    where something of the input could not be used.
    """
    chosen = Input(**options)
    cluster, cut = chosen.load()
    result = reports.claims(cluster, explain=chosen.explain)
    result["faults"] = [*reports.rows(cut), *result["faults"]]
    if chosen.format == "json":
        say_all(json_text(result))
    else:
        terminal.table(HEAD, list(_table(result["claims"])))
        for line in _explained(result.get("explain") or {}):
            say(line)
        show_faults(result["faults"])
    context.exit(1 if result["faults"] else 0)


def _explained(claims: Mapping[str, Any]) -> Iterator[str]:
    for key, parts in claims.items():
        for part, terms in parts.items():
            yield from term_lines(f"claim {key}, {part}", terms)


def _table(claims: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, row in claims.items():
        held = ", ".join(map(_holder, row["holders"])) or "-"
        shown = (short(key, 20), short(held, 16), short(_adds(row["totals"]), 18))
        for device, ready in _devices(row):
            yield shown[0], short(device, 26), short(ready, 12), *shown[1:]
            shown = ("", "", "")


def _holder(holder: Mapping[str, Any]) -> str:
    gone = holder["resource"] == "pods" and not holder["present"]
    return f"{holder['name']} (gone)" if gone else str(holder["name"])


def _devices(row: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for device in row["devices"]:
        yield _device(device), device["reason"] or READY[device["ready"]]
    for device in row["orphans"]:
        yield _device(device), "orphan"
    if not row["devices"] and not row["orphans"]:
        yield "-", "pending" if not row["allocated"] else "-"


def _device(device: Mapping[str, Any]) -> str:
    return "/".join((device["driver"], device["pool"], device["device"]))


def _adds(totals: Mapping[str, Any]) -> str:
    parts = (
        (name, amount) for listed in totals.values() for name, amount in listed.items()
    )
    return ", ".join(f"{name} {amount}" for name, amount in parts) or "-"
