"""Consoles for people: results on stdout, talk on stderr, plain text in a pipe."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def progress(*, quiet: bool = False) -> Progress:
    """A progress bar on the terminal, none in a pipe or with `quiet`."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=err,
        transient=True,
        disable=quiet or not err.is_terminal,
    )
