"""Exact rewrites of the user's files: through syntax trees, so that formatting stays."""

from __future__ import annotations

import difflib
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from kubewright.drift import syntax
from kubewright.drift.outcome import LOW, Use
from kubewright.drift.scan import files, nodes
from kubewright.errors import reading
from kubewright.spec import atomic

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A file before and after; both as the bytes that the file holds."""

    path: Path
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class Result:
    """The files that change, and a line for each one that was left as it is, with the reason."""

    files: tuple[Rewritten, ...]
    left: tuple[str, ...]


# libcst calls itself for each level, and again for each that it copies or visits.
DEEP = "nested too deep"


class Refused(Exception):
    """A rewrite whose result would not parse."""


def rewrites(uses: Iterable[Use]) -> Result:
    """What the exact rewrites among `uses` make of their files; nothing is written."""
    found: dict[str, list[Use]] = defaultdict(list)
    for use in uses:
        if use.rewrite and use.confidence != LOW:
            found[use.file].append(use)
    results = [_attempt(name, edits) for name, edits in sorted(found.items())]
    done = (each for each in results if isinstance(each, Rewritten))
    left = (each for each in results if isinstance(each, str))
    return Result(
        tuple(each for each in done if each.before != each.after), tuple(left)
    )


def _attempt(name: str, edits: Sequence[Use]) -> Rewritten | str:
    """The file rewritten, or why it is left as it is."""
    try:
        return _rewritten(Path(name), edits)
    except (Refused, OSError, UnicodeError, cst.ParserSyntaxError) as error:
        return f"{name}: left as it is ({str(error).partition(chr(10))[0]})"
    except RecursionError:
        return f"{name}: left as it is ({DEEP})"


def diff(result: Result) -> str:
    """The rewrites as one unified diff."""
    return "".join(line for each in result.files for line in _diff(each))


def write(result: Result) -> None:
    """Write the rewrites; each file appears whole and keeps its mode."""
    for each in result.files:
        with reading(str(each.path), "a file that can be written"):
            mode = each.path.stat().st_mode & 0o7777
            with atomic.replacing(each.path, mode) as file:
                file.write(each.after)


def _diff(each: Rewritten) -> Iterator[str]:
    form = files.encoding(each.before) if each.path.suffix in files.PYTHON else "utf-8"
    name = each.path.as_posix()
    # What applies a diff ends lines at line feeds alone.
    before, after = (
        io.StringIO(text.decode(form, "replace"), newline="\n").readlines()
        for text in (each.before, each.after)
    )
    for line in difflib.unified_diff(before, after, f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _rewritten(path: Path, edits: Sequence[Use]) -> Rewritten:
    before = path.read_bytes()
    if path.suffix in files.PYTHON:
        after = _python(before, edits)
        _parses(after)
    else:
        after = _lines(before, edits)
        _loads(path, after)
    return Rewritten(path, before, after)


def _parses(source: bytes) -> None:
    try:
        syntax.module(source)
    except syntax.FAULTS as error:
        raise Refused(f"the result would not parse: {error}") from error


def _loads(path: Path, data: bytes) -> None:
    try:
        list(nodes.documents(data.decode("utf-8-sig"), path.name))
    except nodes.Unreadable as error:
        raise Refused(f"the result would not parse: {error}") from error


def _lines(data: bytes, edits: Iterable[Use]) -> bytes:
    """`data` with each edit in place of its columns, last ones first."""
    lines = files.lines(data.decode("utf-8"))
    mark = 1 if data.startswith(b"\xef\xbb\xbf") else 0
    for use in sorted(edits, reverse=True):
        at = mark if use.line == 1 else 0
        line = lines[use.line - 1]
        start, end = use.column - 1 + at, use.end_column - 1 + at
        if use.symbol.partition(" ")[0] not in line[start:end]:
            raise Refused(f"line {use.line} does not hold {use.symbol} any more")
        lines[use.line - 1] = line[:start] + use.rewrite + line[end:]
    return "".join(lines).encode("utf-8")


def _python(source: bytes, edits: Iterable[Use]) -> bytes:
    wrapper = MetadataWrapper(cst.parse_module(source))
    places = {(use.line, use.column - 1): use for use in edits}
    return wrapper.visit(_Rename(places)).bytes


class _Rename(cst.CSTTransformer):
    """New text for the names and plain texts at the given places, where they still stand."""

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self, places: dict[Place, Use]) -> None:
        super().__init__()
        self.places = places

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        start = self.get_metadata(PositionProvider, original_node).start
        use = self.places.get((start.line, start.column))
        if use is None or original_node.value != use.symbol:
            return updated_node
        return updated_node.with_changes(value=use.rewrite)

    def leave_SimpleString(
        self, original_node: cst.SimpleString, updated_node: cst.SimpleString
    ) -> cst.SimpleString:
        position = self.get_metadata(PositionProvider, original_node)
        start, end = position.start, position.end
        if start.line != end.line:
            return updated_node
        text = original_node.value
        for (line, column), use in sorted(self.places.items(), reverse=True):
            if line == start.line and start.column <= column < end.column:
                first, last = column - start.column, use.end_column - 1 - start.column
                if text[first:last] == use.symbol:
                    text = text[:first] + use.rewrite + text[last:]
        return updated_node.with_changes(value=text)

    def leave_ImportFrom(
        self, original_node: cst.ImportFrom, updated_node: cst.ImportFrom
    ) -> cst.ImportFrom:
        """Drop a name that a rewrite has made the same as another one of the import."""
        names = updated_node.names
        if isinstance(names, cst.ImportStar) or original_node.names is names:
            return updated_node
        kept = _distinct(names)
        if len(kept) == len(names):
            return updated_node
        kept[-1] = kept[-1].with_changes(comma=names[-1].comma)
        return updated_node.with_changes(names=kept)


def _distinct(names: Sequence[cst.ImportAlias]) -> list[cst.ImportAlias]:
    seen: set[tuple[str, str]] = set()
    kept = []
    for alias in names:
        mark = (alias.evaluated_name, alias.evaluated_alias or "")
        if mark not in seen:
            kept.append(alias)
        seen.add(mark)
    return kept
