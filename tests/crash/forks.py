"""Runs of the command without the time of its imports: each is a fork of one loaded process.

The process is a script that obeys lines of JSON on stdin; `Forks` speaks with it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any


class Forks:
    """The loaded process, from the side of a test."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **request: Any) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(request), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


class Run:
    """A run of the command, with what this folder's tests need of `subprocess.Popen`."""

    def __init__(self, forks: Forks, folder: Path, **request: Any) -> None:
        self.forks = forks
        self.output = folder.with_name(f"{folder.name}.output")
        request = {"cwd": str(folder), "output": str(self.output), **request}
        self.pid = forks.ask(what="start", **request)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.forks.ask(what="poll", pid=self.pid)
        return self.returncode

    def wait(self) -> int | None:
        if self.returncode is None:
            self.returncode = self.forks.ask(what="wait", pid=self.pid)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def communicate(self) -> tuple[str, str]:
        self.wait()
        return self.output.read_text(), ""


def start(request: dict[str, Any]) -> int:
    """Fork, and let the child be the command."""
    if child := os.fork():
        return child
    signal.signal(signal.SIGINT, signal.default_int_handler)
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    output = os.open(request["output"], flags, 0o600)
    for number, handle in (
        (0, os.open(os.devnull, os.O_RDONLY)),
        (1, output),
        (2, output),
    ):
        os.dup2(handle, number)
    os.chdir(request["cwd"])
    os.environ.update(request["environment"])
    code: Any = 1
    try:
        main(request["arguments"])
    except SystemExit as end:
        code = end.code or 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)


def ended(pid: int, flags: int) -> int | None:
    """The exit code of a child; None while it runs."""
    found, status = os.waitpid(pid, flags)
    return os.waitstatus_to_exitcode(status) if found else None


if __name__ == "__main__":
    import black  # noqa: F401 (loaded once, for all forks)

    from kubewright.cli import generate, spec  # noqa: F401
    from kubewright.cli.app import main
    from kubewright.codegen import engine, formatting, render  # noqa: F401
    from kubewright.refdocs.pages import pages
    from kubewright.spec import fetch  # noqa: F401

    pages()
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["what"] == "start":
            answer: Any = start(asked)
        else:
            wait = 0 if asked["what"] == "wait" else os.WNOHANG
            answer = ended(asked["pid"], wait)
        print(json.dumps(answer), flush=True)
