"""Lines of code in black's form, so that formatting has nothing left to do."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import cache

from kubewright.codegen.literal import joined, literal

WIDTH = 88
INDENT = " " * 4
# Room for a piece of a wrapped string between its indent and quotes.
PIECE = WIDTH - 3 * len(INDENT) - 2

_WORDS = textwrap.TextWrapper(
    width=PIECE, break_long_words=False, break_on_hyphens=False, drop_whitespace=False
)


def imports(module: str, names: Iterable[str], indent: str = "") -> str:
    """`from module import names`, sorted, in parentheses where it is too long."""
    listed = sorted(names, key=_import_order)
    line = f"from {module} import {', '.join(listed)}"
    if _columns(indent + line) <= WIDTH:
        return line
    return f"from {module} import (\n{_exploded(listed, indent + INDENT)}{indent})"


def is_call(arguments: Sequence[str]) -> bool:
    """Whether a field with these arguments needs a `Field` call."""
    return list(arguments) not in ([], ["default=None"])


def field(name: str, annotation: str, arguments: Sequence[str]) -> str:
    """One field of a class body: its annotation, and a `Field` call where it needs one."""
    head = f"{INDENT}{name}: {annotation}"
    if not is_call(arguments):
        return _default(head) if arguments else head
    line = f"{head} = Field({', '.join(arguments)})"
    if "\n" not in line and _columns(line) <= WIDTH:
        return line
    return f"{head} = Field(\n{_exploded(arguments, INDENT * 2)}{INDENT})"


@cache
def description(text: str) -> str:
    """The argument `description=...`, wrapped in parentheses where it is too long."""
    if len(text) <= WIDTH:
        line = f"description={literal(text)}"
        if _columns(line) + 2 * len(INDENT) + 1 <= WIDTH:
            return line
    pieces = joined(_pieces(text))
    if len(pieces) == 1:
        return f"description={pieces[0]}"
    inner = "".join(f"{INDENT * 3}{piece}\n" for piece in pieces)
    return f"description=(\n{inner}{INDENT * 2})"


def _pieces(text: str) -> list[str]:
    """`text` in pieces of whole words that fit a line and give it back when joined."""
    pieces = _WORDS.wrap(text)
    return pieces if "".join(pieces) == text else [text]


def _default(head: str) -> str:
    line = f"{head} = None"
    return (
        line if _columns(line) <= WIDTH else f"{head} = (\n{INDENT * 2}None\n{INDENT})"
    )


def _exploded(parts: Iterable[str], indent: str) -> str:
    return "".join(f"{indent}{part},\n" for part in parts)


def _columns(text: str) -> int:
    """The width of `text` as black measures it; only other scripts need black for that."""
    if text.isascii():
        return len(text)
    from black.strings import str_width

    return str_width(text)


def _import_order(name: str) -> tuple[int, str]:
    """Constants, classes, then functions, as isort and ruff sort them."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name
