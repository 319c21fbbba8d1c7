"""The `kubewright` command: its verbs, and how an error ends one."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import click

from kubewright import __version__, plain
from kubewright.cli import talk
from kubewright.cli.talk import say
from kubewright.errors import KubewrightError, Problem

# A verb's module is imported when the verb is named, so `--help` costs no room.
VERBS = {
    "generate": "Write a release's model packages.",
    "docs": "Build the HTML reference of releases.",
    "drift": "Tell what changed between two releases, and where your code uses it.",
    "spec": "List, fetch, show and pin the definitions of releases.",
    "validate": "Say what the API server would say about objects.",
    "account": "What nodes offer, what pods ask of them, and what is left.",
    "claims": "The devices of claims, whether they are ready, and who holds them.",
    "fit": "On which nodes a pod would fit, and why not on the others.",
}
# The extra that a verb needs where it is not `codegen`.
EXTRAS = {"docs": "docs", "drift": "drift", "account": "cluster", "claims": "cluster"}


class Verbs(click.Group):
    """A group that imports the module of a verb when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"kubewright.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _as_text():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        _tolerate(sys.stdout, sys.stderr)
        talk.listen()
        try:
            with _as_text():
                return super().invoke(ctx)
        except KubewrightError as error:
            for problem in error.problems:
                say(f"error: {problem}", err=True)
            ctx.exit(2)
        except ModuleNotFoundError as error:
            if (error.name or "kubewright").startswith("kubewright"):
                raise
            extra = EXTRAS.get(ctx.invoked_subcommand or "", "codegen")
            install = f"pip install 'kubewright[{extra}]'"
            say(f"error: this verb needs {error.name}: {install}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            say("stopped", err=True)
            ctx.exit(130)

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().main(*args, **extra)
        except OSError as error:
            _give_up(error)


@contextmanager
def _as_text() -> Iterator[None]:
    """Let what is wrong with a call reach the terminal as text, arguments that it names too."""
    try:
        yield
    except click.ClickException as error:
        error.message = plain.lines(error.message)  # type: ignore[misc]
        raise


def _give_up(error: OSError) -> NoReturn:
    """End the run for a fault of the machine that no room has made an error of its own.

    Without a file name it is a stream of ours, such as a report on a full disk.
    """
    reason = (error.strerror or str(error)).lower()
    where = os.fsdecode(error.filename or "standard output")
    problem = Problem(where, reason, "what can be read and written")
    with suppress(OSError):
        say(f"error: {problem}", err=True)
    # What is left in a stream is dropped, else Python tries once more as it ends.
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            number = stream.fileno()
            os.dup2(os.open(os.devnull, os.O_WRONLY), number)
    sys.exit(2)


def _tolerate(*streams: object) -> None:
    """Let texts of specs pass to a stream whose encoding lacks their characters."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 fine, 1 findings or differences, 2 wrong call or unreadable input.",
)
@click.version_option(__version__, prog_name="kubewright")
def main() -> None:
    """Kubernetes definitions in; Python models, reference docs and drift reports out.

    \b
    kubewright generate                 write the models of the newest release
    kubewright generate 1.36 --check    is generated/1.36 what 1.36 gives?
    kubewright spec list                which releases are known, and from where
    """
