"""The input of the verbs that account: dump files, or a live cluster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kubewright.accounting import Cluster, Fault
from kubewright.cli import live, terminal
from kubewright.cli.dumps import read_dumps
from kubewright.errors import KubewrightError, Problem

OPTIONS = (
    click.argument("files", nargs=-1, metavar="[FILE]..."),
    click.option("--cluster", is_flag=True, help="Read the live cluster instead of files."),
    click.option("--kubeconfig", type=click.Path(path_type=Path), metavar="PATH",
                 help="With --cluster; else the default one, or in-cluster."),
    click.option("--context", "context_name", metavar="NAME",
                 help="With --cluster: the context to use."),
    click.option("--release", type=click.Choice(["1.36", "1.37"]), default="1.37",
                 show_default=True, help="Rules and shapes to go by."),
    click.option("--explain", is_flag=True, help="Show how each number came about."),
    click.option("--format", type=click.Choice(["table", "json"]), default="table",
                 show_default=True, help="Form of the result on stdout."),
    click.option("-q", "--quiet", is_flag=True, help="No progress."),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """The options that these verbs share, as click gives them."""

    files: tuple[str, ...]
    cluster: bool
    kubeconfig: Path | None
    context_name: str | None
    release: str
    explain: bool
    format: str
    quiet: bool

    def load(self) -> tuple[Cluster, list[Fault]]:
        """The cluster, and a fault for each file that is cut off.

        Raises KubewrightError for a wrong call or input that cannot be read.
        """
        if self.cluster == bool(self.files):
            found = "both" if self.cluster else "neither"
            raise KubewrightError(Problem("input", found, "dump files or --cluster"))
        if not self.cluster and (self.kubeconfig or self.context_name):
            where = "--kubeconfig" if self.kubeconfig else "--context"
            raise KubewrightError(Problem(where, "no --cluster", "a cluster to read"))
        if self.cluster:
            return live.read(self.kubeconfig, self.context_name, self.release), []
        return self._load_files()

    def _load_files(self) -> tuple[Cluster, list[Fault]]:
        with terminal.progress(quiet=self.quiet) as shown:
            task = shown.add_task("reading", total=None)
            objects, cut = read_dumps(self.files)
            shown.update(task, description="accounting", total=_count(objects))
            cluster = Cluster.load(
                objects,
                self.release,
                progress=lambda done: shown.update(task, completed=done),
            )
        return cluster, cut


def _count(objects: list[Any]) -> int:
    """How many objects there are, lists opened."""
    lists = (it.get("items") if isinstance(it, dict) else None for it in objects)
    return sum(len(it) if isinstance(it, list) else 1 for it in lists)


def with_input(command: Callable[..., Any]) -> Callable[..., Any]:
    """The shared argument and options, in the order of the help."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
