"""What the rooms log, told on stderr."""

from __future__ import annotations

import logging

import click

from kubewright.errors import printable


class Talk(logging.Handler):
    """Prints each message of a run once, with its level in front."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        text = f"{record.levelname.lower()}: {printable(record.getMessage())}"
        if text not in self.told:
            self.told.add(text)
            click.echo(text, err=True)


def listen() -> None:
    """Print the warnings of this run from here on."""
    log = logging.getLogger("kubewright")
    log.handlers = [other for other in log.handlers if not isinstance(other, Talk)]
    log.addHandler(Talk())
