"""Consoles for people: results on stdout, talk on stderr, plain text in a pipe.

Rich takes a twentieth of a second to import: only where there is a terminal to draw on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from kubewright.cli.talk import say
from kubewright.errors import printable
from kubewright.spec.transfer import Transfer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

# Rich draws with these into a pipe too.
FORCED = ("FORCE_COLOR", "TTY_COMPATIBLE")


class Bar(Protocol):
    """What is told of progress: the tasks of rich's `Progress`."""

    def add_task(self, description: str, *, total: float | None) -> Any:
        """Show a task; what stands for it in `update`."""

    def update(self, task_id: Any, **facts: Any) -> None:
        """Show that a task is as far as the `facts` say."""


class Silent:
    """A bar that shows nothing."""

    def add_task(self, description: str, *, total: float | None) -> int:
        """Show nothing."""
        return 0

    def update(self, task_id: int, **facts: Any) -> None:
        """Show nothing."""


def out() -> Console | None:
    """What gives stdout colour: it is a terminal, or FORCE_COLOR asks for it; else None."""
    return _console(sys.stdout)


def encoding() -> str:
    """The encoding of stdout in small letters."""
    return (sys.stdout.encoding or "utf-8").lower()


def progress(*, quiet: bool = False) -> AbstractContextManager[Bar]:
    """A progress bar on the terminal, none in a pipe or with `quiet`."""
    return _progress(quiet, "MofNCompleteColumn")


@contextmanager
def transfer(title: str, *, quiet: bool = False) -> Iterator[Transfer]:
    """A transfer whose bytes move a progress bar called `title`."""
    with _progress(quiet, "DownloadColumn", binary_units=True) as bar:
        task = bar.add_task(printable(title), total=None)

        def report(done: int, total: int | None) -> None:
            bar.update(task, completed=done, total=total)

        yield Transfer(progress=report)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: drawn on a terminal, else aligned lines without a frame."""
    cells = [[printable(cell) for cell in row] for row in rows]
    # FORCE_COLOR gives a pipe colour, not a width.
    if _is_screen(sys.stdout) and (console := out()) is not None:
        _draw(console, head, cells)
        return
    widths = [max(map(len, column)) for column in zip(head, *cells, strict=True)]
    for line in (head, *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        say("  ".join(padded).rstrip())


def _draw(console: Console, head: Sequence[str], cells: Sequence[list[str]]) -> None:
    from rich.table import Table
    from rich.text import Text

    drawn = Table(*head, box=None, header_style="bold", pad_edge=False)
    for row in cells:
        drawn.add_row(*map(Text, row))
    console.print(drawn, soft_wrap=False)


def _console(stream: TextIO | None) -> Console | None:
    """What draws on `stream`: a terminal, or what is to be taken for one; else None."""
    if not _is_screen(stream) and not any(map(os.environ.get, FORCED)):
        return None
    from rich.console import Console

    console = Console(stderr=stream is sys.stderr, highlight=False, soft_wrap=True)
    return console if console.is_terminal else None


def _is_screen(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _progress(quiet: bool, column: str, **options: Any) -> AbstractContextManager[Bar]:
    console = None if quiet or not _is_screen(sys.stderr) else _console(sys.stderr)
    if console is None or console.is_dumb_terminal:
        return nullcontext(Silent())
    from rich import progress

    count: ProgressColumn = getattr(progress, column)(**options)
    title = progress.TextColumn("{task.description}", markup=False)
    return progress.Progress(
        title, progress.BarColumn(), count, console=console, transient=True
    )
