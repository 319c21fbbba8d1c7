"""One Python source: its lines, and where the nodes of its tree stand in them."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line: columns in characters from 1, `end` one past the last."""

    line: int
    column: int
    end: int

    @property
    def length(self) -> int:
        """How many characters it has."""
        return self.end - self.column


class Source:
    """The text of a file and the positions in it."""

    def __init__(self, text: str, file: str) -> None:
        self.lines = re.split(r"\r\n|\r|\n", text)
        self.file = file

    def column(self, line: int, offset: int) -> int:
        """The column of a byte offset, which is what ast counts in."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        if text.isascii():
            return offset + 1
        return len(text.encode()[:offset].decode(errors="ignore")) + 1

    def span(self, node: ast.expr | ast.alias | ast.keyword, length: int) -> Span:
        """The first `length` characters of a node."""
        column = self.column(node.lineno, node.col_offset)
        return Span(node.lineno, column, column + length)

    def last(self, node: ast.Attribute) -> Span:
        """The name after the last dot."""
        line = node.end_lineno or node.lineno
        end = self.column(line, node.end_col_offset or 0)
        return Span(line, end - len(node.attr), end)

    def head(self, node: ast.Call) -> Span:
        """The called name."""
        if isinstance(node.func, ast.Attribute):
            return self.last(node.func)
        return self.span(node.func, len(getattr(node.func, "id", " ")))

    def quoted(self, node: ast.Constant) -> Span:
        """The inside of a text in plain quotes."""
        start = self.column(node.lineno, node.col_offset) + 1
        end = self.column(node.lineno, node.end_col_offset or 0) - 1
        return Span(node.lineno, start, max(start, end))

    def segment(self, line: int, offset: int, path: str) -> Span | None:
        """The last part of a dotted path on a line, which ast gives no position."""
        at = self.lines[line - 1].find(path, self.column(line, offset) - 1)
        if at < 0:
            return None
        end = at + len(path) + 1
        return Span(line, end - len(path.rpartition(".")[2]), end)
