"""The way of all text to the screen, and what the rooms log."""

from __future__ import annotations

import logging

import click

from kubewright import plain
from kubewright.errors import printable


def say(line: str = "", *, err: bool = False) -> None:
    """Print one line, with escapes in place of all that acts on a terminal."""
    click.echo(printable(line), err=err)


def say_all(text: str, *, err: bool = False) -> None:
    """Print a text of several lines in the same way."""
    if text:
        click.echo(plain.lines(text), err=err, nl=not text.endswith("\n"))


class Talk(logging.Handler):
    """Prints each message of a run once, with its level in front."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        text = f"{record.levelname.lower()}: {record.getMessage()}"
        if text not in self.told:
            self.told.add(text)
            say(text, err=True)


def listen() -> None:
    """Print the warnings of this run from here on."""
    log = logging.getLogger("kubewright")
    log.handlers = [other for other in log.handlers if not isinstance(other, Talk)]
    log.addHandler(Talk())
