"""Python text of others as a syntax tree, without the warnings that it would give."""

from __future__ import annotations

import ast
import warnings

# What `ast` raises for text that is no Python, or too deep for it.
FAULTS = (SyntaxError, ValueError, RecursionError, MemoryError)


def module(text: str | bytes) -> ast.Module:
    """The tree of a source; raises one of `FAULTS`."""
    with warnings.catch_warnings():
        # `1if x` is Python, and ends the run under `-W error`.
        warnings.simplefilter("ignore")
        return ast.parse(text)


def expression(text: str) -> ast.expr:
    """The tree of one expression; raises one of `FAULTS`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode="eval").body
