"""The last look at a generated module: it parses, and holds nothing but what models hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from kubewright.errors import Problem

Files = Mapping[str, str]

# A model's module: imports, one class, annotated fields, `Field` calls of constants, two
# maps, and property stubs for type checkers.
ALLOWED: tuple[type[ast.AST], ...] = (
    ast.Module,
    ast.ImportFrom,
    ast.alias,
    ast.ClassDef,
    ast.AnnAssign,
    ast.Expr,
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Load,
    ast.Store,
    ast.Subscript,
    ast.Tuple,
    ast.Dict,
    ast.Call,
    ast.keyword,
    ast.If,
    ast.FunctionDef,
    ast.arguments,
    ast.arg,
)
CALLED = frozenset({"Field", "AliasChoices"})
ATTRIBUTES = frozenset({"setter"})


def problems(models: Files) -> Iterator[Problem]:
    """What in the `models` (by file name) no generated module may hold."""
    for name, text in models.items():
        if not name.startswith("_"):
            yield from _module_problems(name, text)


def _module_problems(name: str, text: str) -> Iterator[Problem]:
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        yield Problem(
            f"generated module {name}", str(error), "Python", "report this as a bug"
        )
        return
    for node in ast.walk(module):
        if not _is_allowed(node):
            yield Problem(
                f"generated module {name}, line {getattr(node, 'lineno', 0)}",
                type(node).__name__,
                "imports, one class and its fields",
                "report this as a bug",
            )
            return


def _is_allowed(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in CALLED
    if isinstance(node, ast.Attribute):
        return node.attr in ATTRIBUTES
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ALLOWED)
