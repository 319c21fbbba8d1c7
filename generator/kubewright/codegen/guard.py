"""The last look at a generated module: it parses, and holds nothing but what models hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from kubewright.errors import Problem

Files = Mapping[str, str]

# A model's module: imports, one class, annotated fields, `Field` calls of constants, two
# maps, and property stubs for type checkers.
ALLOWED = frozenset[type[ast.AST]](
    {
        ast.Module,
        ast.ImportFrom,
        ast.alias,
        ast.AnnAssign,
        ast.Expr,
        ast.Constant,
        ast.Name,
        ast.Load,
        ast.Store,
        ast.Subscript,
        ast.Tuple,
        ast.Dict,
        ast.keyword,
        ast.FunctionDef,
        ast.arguments,
        ast.arg,
    }
)
BUG = "report this as a bug"
CALLED = frozenset({"Field", "AliasChoices"})
MAPS = frozenset({"openapi_types", "attribute_map"})
ATTRIBUTES = frozenset({"setter"})


def problems(models: Files) -> Iterator[Problem]:
    """What in the `models` (by file name) no generated module may hold."""
    for name, text in models.items():
        if not name.startswith("_"):
            yield from _module_problems(name, text)


def _module_problems(name: str, text: str) -> Iterator[Problem]:
    where = f"generated module {name}"
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError) as error:
        yield Problem(where, str(error), "Python", BUG)
        return
    nodes = list(ast.walk(module))
    classes = sum(isinstance(node, ast.ClassDef) for node in nodes)
    if classes != 1:
        yield Problem(where, f"{classes} classes", "one class", BUG)
    for node in nodes:
        if not _is_allowed(node):
            line = f"{where}, line {getattr(node, 'lineno', 0)}"
            yield Problem(
                line, type(node).__name__, "imports, one class, its fields", BUG
            )
            return


def _is_allowed(node: ast.AST) -> bool:
    if type(node) in ALLOWED:
        return True
    match node:
        case ast.Call(ast.Name(name), values, keywords):
            values = [*values, *(keyword.value for keyword in keywords)]
            return name in CALLED and all(map(_is_value, values))
        case ast.Call():
            return False
        case ast.ClassDef():
            return not node.keywords and not node.decorator_list
        case ast.Assign([ast.Name(name)], ast.Dict()):
            return name in MAPS
        case ast.Attribute():
            return node.attr in ATTRIBUTES
        case ast.If():
            return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        case _:
            return False


def _is_value(node: ast.expr) -> bool:
    """Whether `node` is a constant, or a call, which is looked at by itself."""
    return isinstance(node, ast.Constant | ast.Call)
