"""What is wrong with an input, as values, and the one exception that carries them."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

ROOM = "make room on its disk, or name another place"
# What to do, by what the system said.
HINTS = {
    errno.ENOSPC: ROOM,
    errno.EDQUOT: ROOM,
    errno.EFBIG: "raise the limit of file sizes (`ulimit -f`)",
    errno.EROFS: "name a place that is not mounted read-only",
    errno.EMFILE: "raise the limit of open files (`ulimit -n`)",
}


def printable(text: str) -> str:
    """`text` on one line, with control and unprintable characters as escapes.

    Spec text is foreign: an escape sequence in it must not reach a terminal.
    """
    return "".join(
        (
            char
            if char.isprintable()
            else char.encode("unicode_escape", "surrogatepass").decode()
        )
        for char in text
    )


def quoted(name: str) -> str:
    """`name` in quotes, cut where it is too long for one line of talk."""
    return repr(name if len(name) <= 80 else f"{name[:77]}...")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One fault of an input: where it is, what was found, what was expected, what to do."""

    where: str
    found: str
    expected: str
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: found {self.found}, expected {self.expected}"
        return printable(f"{text}; {self.hint}" if self.hint else text)


class KubewrightError(Exception):
    """An input that cannot be used; `problems` says why, at least one, in order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def refuse(problems: Iterable[Problem]) -> None:
    """Raise one `KubewrightError` with all `problems`; do nothing where there are none."""
    found = tuple(problems)
    if found:
        raise KubewrightError(*found)


@contextmanager
def reading(where: str, expected: str) -> Iterator[None]:
    """Turn an `OSError` of the block into a `KubewrightError` about `where`."""
    try:
        yield
    except OSError as error:
        reason, hint = error.strerror or str(error), HINTS.get(error.errno or 0, "")
        problem = Problem(where, reason.lower(), expected, hint)
        raise KubewrightError(problem) from error
