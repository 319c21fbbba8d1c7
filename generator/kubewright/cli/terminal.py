"""Consoles for people: results on stdout, talk on stderr, plain text in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    DownloadColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
)
from rich.table import Table
from rich.text import Text

from kubewright.cli.talk import say
from kubewright.errors import printable
from kubewright.spec.transfer import Transfer

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def progress(*, quiet: bool = False) -> Progress:
    """A progress bar on the terminal, none in a pipe or with `quiet`."""
    return _progress(MofNCompleteColumn(), quiet)


@contextmanager
def transfer(title: str, *, quiet: bool = False) -> Iterator[Transfer]:
    """A transfer whose bytes move a progress bar called `title`."""
    with _progress(DownloadColumn(binary_units=True), quiet) as bar:
        task = bar.add_task(printable(title), total=None)

        def report(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield Transfer(progress=report)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, else aligned lines without a frame."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if out.is_terminal:
        drawn = Table(*head, box=None, header_style="bold", pad_edge=False)
        for row in cells:
            drawn.add_row(*map(Text, row))
        out.print(drawn, soft_wrap=False)
        return
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for line in (head, *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        say("  ".join(padded).rstrip())


def _progress(count: ProgressColumn, quiet: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        count,
        console=err,
        transient=True,
        disable=quiet or not err.is_terminal,
    )
