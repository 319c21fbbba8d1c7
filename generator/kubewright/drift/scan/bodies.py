"""Objects that a Python source writes as dictionaries, read as manifests are."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from kubewright.drift.outcome import Use
from kubewright.drift.scan.index import FieldType, Index, Target
from kubewright.drift.scan.manifests import Walk, Written
from kubewright.drift.scan.nodes import DEPTH_LIMIT, Entries, Items, Node, Scalar
from kubewright.drift.scan.source import Source

MARKS = frozenset({"apiVersion", "kind"})
Body = ast.Dict | ast.Call


class Bodies:
    """The search of dictionaries in one source."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.inside: set[int] = set()

    def literal(self, source: Source, node: Body) -> Iterator[Use]:
        """The uses in a dictionary with a literal version and kind, once."""
        if id(node) in self.inside:
            return
        root = _node(source, node)
        if (
            isinstance(root, Entries)
            and {key.value for key, _ in root.entries} >= MARKS
        ):
            self._mark(node)
            yield from Walk(source.file, self.index, _in_source).document(root)

    def of_class(self, source: Source, node: Body, name: str) -> Iterator[Use]:
        """The uses in a dictionary that is read as the class `name`."""
        if id(node) not in self.inside:
            self._mark(node)
            walk = Walk(source.file, self.index, _in_source)
            yield from walk.value(_node(source, node), FieldType("", name), None)

    def _mark(self, node: Body) -> None:
        inside = (
            part for part in ast.walk(node) if isinstance(part, ast.Dict | ast.Call)
        )
        self.inside.update(map(id, inside))


def is_body(node: ast.expr) -> bool:
    """Whether `node` writes a dictionary: `{...}` or `dict(...)`."""
    match node:
        case ast.Dict() | ast.Call(func=ast.Name(id="dict"), args=[]):
            return True
    return False


def _in_source(key: Scalar, value: Scalar, kind: str, target: Target) -> Written:
    rewrite = target.api_version if value.quote else ""
    return Written(str(value.value), value, value, rewrite)


def _node(source: Source, node: ast.expr, depth: int = 0) -> Node:
    if depth > DEPTH_LIMIT:
        return _scalar(source, node)
    line, column = node.lineno, source.column(node.lineno, node.col_offset)
    match node:
        case ast.Dict(keys=keys, values=values):
            rows = [
                (_scalar(source, key), value)
                for key, value in zip(keys, values, strict=True)
                if isinstance(key, ast.Constant)
            ]
            return _entries(source, node, rows, len(keys), depth)
        case ast.Call(keywords=keywords) if is_body(node):
            rows = [
                (_keyword(source, each), each.value) for each in keywords if each.arg
            ]
            return _entries(source, node, rows, len(keywords), depth)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return Items(
                line, column, [_node(source, item, depth + 1) for item in items]
            )
    return _scalar(source, node)


def _entries(
    source: Source,
    node: ast.expr,
    rows: list[tuple[Scalar, ast.expr]],
    count: int,
    depth: int,
) -> Entries:
    """The literal entries of a dictionary that has `count` of them."""
    line, column = node.lineno, source.column(node.lineno, node.col_offset)
    read = [(key, _node(source, value, depth + 1)) for key, value in rows]
    return Entries(line, column, read, open=len(rows) < count)


def _keyword(source: Source, node: ast.keyword) -> Scalar:
    """A keyword of `dict(...)` as a key."""
    name = node.arg or ""
    span = source.span(node, len(name))
    return Scalar(name, span.line, span.column, span.line, span.end)


def _scalar(source: Source, node: ast.expr) -> Scalar:
    """A literal; of a text in plain quotes the inside, so that they stay when it changes."""
    value = node.value if isinstance(node, ast.Constant) else None
    end_line = node.end_lineno or node.lineno
    start = source.column(node.lineno, node.col_offset)
    end = source.column(end_line, node.end_col_offset or 0)
    plain = (
        isinstance(value, str)
        and end_line == node.lineno
        and end - start == len(value) + 2
    )
    if plain:
        return Scalar(value, node.lineno, start + 1, end_line, end - 1, "'")
    return Scalar(value, node.lineno, start, end_line, end)
