"""Consoles for people: results on stdout, talk on stderr, plain text in a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

import click
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

from kubewright.errors import printable
from kubewright.spec.transfer import Transfer

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def progress(*, quiet: bool = False) -> AbstractContextManager[Progress]:
    """A progress bar on the terminal, none in a pipe or with `quiet`."""
    return _progress(MofNCompleteColumn(), quiet)


@contextmanager
def transfer(title: str, *, quiet: bool = False) -> Iterator[Transfer]:
    """A transfer whose bytes move a progress bar called `title`."""
    with _progress(DownloadColumn(binary_units=True), quiet) as bar:
        task = bar.add_task(title, total=None)

        def report(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield Transfer(progress=report)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, else aligned lines without a frame."""
    cells = [[printable(cell) for cell in row] for row in rows]
    if _is_screen(out):
        drawn = Table(*head, box=None, header_style="bold", pad_edge=False)
        for row in cells:
            drawn.add_row(*map(Text, row))
        out.print(drawn, soft_wrap=False)
        return
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for line in (head, *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


def _progress(count: ProgressColumn, quiet: bool) -> AbstractContextManager[Progress]:
    shown = _is_screen(err) and not err.is_dumb_terminal and not quiet
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        count,
        console=err,
        transient=True,
        disable=not shown,
    )
    # Once entered, even a bar that shows nothing ends in an empty line with rich 13.
    return bar if shown else nullcontext(bar)


def _is_screen(console: Console) -> bool:
    """Whether lines are read on a terminal; FORCE_COLOR gives a pipe colour, not a width."""
    return console.file.isatty()
