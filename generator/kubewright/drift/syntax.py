"""Python text of others as a syntax tree, without the warnings that it would give."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

# What `ast` raises for text that is no Python, or too deep for it.
FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError)


def module(text: str | bytes) -> ast.Module:
    """The tree of a source; raises one of `FAULTS`."""
    with _silence():
        return ast.parse(text)


def expression(text: str) -> ast.expr:
    """The tree of one expression; raises one of `FAULTS`."""
    with _silence():
        return ast.parse(text, mode="eval").body


@contextmanager
def _silence() -> Iterator[None]:
    """No warning in the block: `1if x` is Python, and would end a run under `-W error`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
