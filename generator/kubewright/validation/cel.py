"""CEL selectors: length and emptiness, and syntax where a parser is installed.

The extra `[cel]` brings Google's parser. Types, functions and cost are not checked: that takes
the server's own environment.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module

from kubewright.validation.common import fits
from kubewright.validation.cursor import At
from kubewright.validation.names import size

_LONGEST = 10240


def selectors(at: At, *, stored: bool = False) -> None:
    """Selectors of devices; stored expressions were compiled before and are not read again."""
    if not fits(at, 32, "selectors/many"):
        return
    for item in at.items():
        if not item.get("cel").present:
            item.get("cel").fail("selectors/cel")
        elif not stored:
            expression(item.get("cel").get("expression"))


def expression(at: At) -> None:
    """An expression: not empty, at most 10240 bytes, and of CEL's grammar if that can be told."""
    text = at.text()
    if size(text) > _LONGEST:
        return at.fail("cel/long")
    problem = "must not be empty" if not text.strip() else _parser()(text)
    if problem:
        at.fail("cel/expression", at.value, problem)
    return None


@lru_cache(maxsize=1)
def _parser() -> Callable[[str], str]:
    """A function that gives what is wrong with an expression's syntax, or ""."""
    try:
        environment = import_module("cel_expr_python.cel").NewEnv()
    except ImportError:
        return lambda text: ""

    def problem(text: str) -> str:
        try:
            environment.compile(text, disable_check=True)
        except (RuntimeError, TypeError, ValueError) as error:
            first = str(error).partition("\n")[0]
            _, found, detail = first.partition("Syntax error: ")
            return f"syntax error: {detail}" if found else ""
        return ""

    return problem
