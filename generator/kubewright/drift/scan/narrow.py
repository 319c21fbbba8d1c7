"""What a test tells of a name: `isinstance(x, V1Pod)` makes it a pod where the test holds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from kubewright.drift.scan.bindings import Class, Instance, Scope, Value
from kubewright.drift.scan.infer import Inference


class Narrowing(ast.NodeVisitor):
    """The part of a search that follows tests; the search itself knows names and scopes."""

    scope: Scope
    infer: Inference

    def visit_If(self, node: ast.If) -> None:
        """The names that the test tells are known in the body, and as before after it."""
        self.visit(node.test)
        told = dict(self._told(node.test))
        names = self.scope.names
        before: dict[str, Value | None] = {
            name: names[name] for name in told if name in names
        }
        names.update(told)
        for part in node.body:
            self.visit(part)
        for name in told.keys() - before.keys():
            names.pop(name, None)
        names.update(before)
        for part in node.orelse:
            self.visit(part)

    def visit_Assert(self, node: ast.Assert) -> None:
        """After an assertion its names are known."""
        self.generic_visit(node)
        self.scope.names.update(self._told(node.test))

    def _told(self, test: ast.expr) -> Iterator[tuple[str, Instance]]:
        """The names of which nothing is known without `test`."""
        match test:
            case ast.BoolOp(op=ast.And(), values=parts):
                for part in parts:
                    yield from self._told(part)
            case ast.Call(
                func=ast.Name(id="isinstance"), args=[ast.Name(id=name), kind]
            ):
                found = self.infer.value(kind, self.scope)
                if isinstance(found, Class) and not self.scope.find(name):
                    yield name, Instance(found.name)


Pairs = tuple[tuple[ast.expr, ast.expr], ...]


def paired(target: ast.expr, value: ast.expr) -> Pairs:
    """What each part of an assignment is given: `a, b = x, y` gives x and y."""
    match target, value:
        case (
            ast.Tuple(elts=names) | ast.List(elts=names),
            ast.Tuple(elts=values) | ast.List(elts=values),
        ) if len(names) == len(values):
            starred = any(isinstance(part, ast.Starred) for part in (*names, *values))
            return (
                ((target, value),)
                if starred
                else tuple(zip(names, values, strict=True))
            )
    return ((target, value),)
