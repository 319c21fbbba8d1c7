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


class Bodies:
    """The search of dictionaries in one source."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.inside: set[int] = set()

    def literal(self, source: Source, node: ast.Dict) -> Iterator[Use]:
        """The uses in a dictionary with a literal version and kind, once."""
        names = {key.value for key in node.keys if isinstance(key, ast.Constant)}
        if id(node) not in self.inside and names >= MARKS:
            self._mark(node)
            root = _node(source, node)
            yield from Walk(source.file, self.index, _in_source).document(root)

    def of_class(self, source: Source, node: ast.Dict, name: str) -> Iterator[Use]:
        """The uses in a dictionary that is read as the class `name`."""
        if id(node) not in self.inside:
            self._mark(node)
            walk = Walk(source.file, self.index, _in_source)
            yield from walk.value(_node(source, node), FieldType("", name), None)

    def _mark(self, node: ast.Dict) -> None:
        self.inside.update(
            id(part) for part in ast.walk(node) if isinstance(part, ast.Dict)
        )


def _in_source(key: Scalar, value: Scalar, kind: str, target: Target) -> Written:
    rewrite = target.api_version if value.quote else ""
    return Written(str(value.value), value, value, rewrite)


def _node(source: Source, node: ast.expr, depth: int = 0) -> Node:
    if depth > DEPTH_LIMIT:
        return _scalar(source, node)
    line, column = node.lineno, source.column(node.lineno, node.col_offset)
    match node:
        case ast.Dict(keys=keys, values=values):
            entries: list[tuple[Scalar, Node]] = [
                (_scalar(source, key), _node(source, value, depth + 1))
                for key, value in zip(keys, values, strict=True)
                if key is not None
            ]
            return Entries(line, column, entries)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return Items(
                line, column, [_node(source, item, depth + 1) for item in items]
            )
    return _scalar(source, node)


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
