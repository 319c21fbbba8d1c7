"""Text from a spec as a Python literal: the only way it gets into generated code."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache

# black strips or pads these at the ends of a docstring, so there they become escapes.
PADDED = frozenset(" \"'\\")


@cache
def literal(text: str) -> str:
    """`text` as a string literal in black's form: double quotes unless single save escapes.

    Whatever does not print is written as an escape, so the literal stays on one line.
    """
    return _checked(_quoted(_body(text)), text)


def joined(pieces: Sequence[str]) -> list[str]:
    """Literals of `pieces` that, written one after the other, give the joined text."""
    written = [_quoted(_body(piece)) for piece in pieces]
    _checked(" ".join(written), "".join(pieces))
    return written


def docstring(text: str) -> str:
    """`text` as a docstring literal that black leaves as it is."""
    start = 1 if text[:1] in PADDED else 0
    end = len(text) - 1 if len(text) > start and text[-1:] in PADDED else len(text)
    body = _hex(text[:start]) + _body(text[start:end]) + _hex(text[end:])
    return _checked(_quoted(body), text)


def _body(text: str) -> str:
    """`text` with escapes, `'` as an escape and `"` as it is, as `repr` writes a text with both."""
    return repr(text + "'\"")[1:-4]


def _quoted(body: str) -> str:
    double = body.replace("\\'", "'").replace('"', '\\"')
    return f'"{double}"' if double.count("\\") <= body.count("\\") else f"'{body}'"


def _hex(text: str) -> str:
    return "".join(f"\\x{ord(char):02x}" for char in text)


def _checked(written: str, text: str) -> str:
    if ast.literal_eval(written) != text:
        raise AssertionError(f"a literal that does not give its text back: {written}")
    return written
