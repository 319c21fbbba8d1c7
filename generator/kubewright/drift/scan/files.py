"""Which files are searched, and their text."""

from __future__ import annotations

import io
import os
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

from kubewright.drift.outcome import Skipped
from kubewright.errors import KubewrightError, Problem

PYTHON = frozenset({".py", ".pyi"})
MANIFESTS = frozenset({".yaml", ".yml", ".json"})
# Folders that hold no sources of the user's.
LEFT_OUT = frozenset(
    {
        ".git",
        ".hg",
        ".svn",
        ".tox",
        ".nox",
        ".venv",
        "venv",
        "node_modules",
        "__pycache__",
    }
    | {".mypy_cache", ".ruff_cache", ".pytest_cache", "site-packages", ".eggs"}
)
SIZE_LIMIT = 16 * 2**20
# A syntax tree takes 350 times the memory of its text.
PYTHON_LIMIT = 2 * 2**20


class Unreadable(Exception):
    """A file that is no text, or too large."""


def find(paths: Iterable[Path], skipped: list[Skipped]) -> Iterator[Path]:
    """The files to search at `paths`, sorted and each once; links that lead in circles end.

    Raises `KubewrightError` for a path that is not there; what cannot be opened below one
    is appended to `skipped`.
    """
    seen: set[tuple[int, int]] = set()
    for path in paths:
        if not os.path.exists(path):
            expected = "a file or folder of sources"
            raise KubewrightError(Problem(f"--scan {path}", "no such path", expected))
        if os.path.isfile(path) and path.suffix not in PYTHON | MANIFESTS:
            skipped.append(
                Skipped(str(path), "neither Python nor YAML nor JSON by its name")
            )
        yield from _files(path, seen, skipped)


def _files(
    path: Path, seen: set[tuple[int, int]], skipped: list[Skipped]
) -> Iterator[Path]:
    try:
        found = path.stat()
        if (mark := (found.st_dev, found.st_ino)) in seen:
            return
        seen.add(mark)
        inner = sorted(path.iterdir()) if path.is_dir() else None
    except OSError as error:
        skipped.append(Skipped(str(path), f"cannot be opened ({error.strerror})"))
        return
    if inner is None:
        if path.suffix in PYTHON | MANIFESTS and path.is_file():
            yield path
        return
    for each in inner:
        if each.name not in LEFT_OUT:
            yield from _files(each, seen, skipped)


def text(path: Path) -> str:
    """The text of `path`, line ends as they stand; raises `Unreadable` with a reason.

    Python says its encoding itself; manifests are UTF-8 or UTF-16 with a mark.
    """
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise Unreadable(f"cannot be read ({error.strerror})") from error
    limit = PYTHON_LIMIT if path.suffix in PYTHON else SIZE_LIMIT
    if len(data) > limit:
        raise Unreadable(f"larger than {limit // 2**20} MiB")
    try:
        return data.decode(encoding(data) if path.suffix in PYTHON else _marked(data))
    except (UnicodeError, SyntaxError, LookupError) as error:
        raise Unreadable(f"cannot be decoded ({error})") from error


def lines(text: str) -> list[str]:
    """The lines of `text` with their ends, as uses count them."""
    return io.StringIO(text, newline="").readlines()


def encoding(data: bytes) -> str:
    """The encoding that a Python source declares."""
    return tokenize.detect_encoding(io.BytesIO(data).readline)[0]


def _marked(data: bytes) -> str:
    return "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"


def display(path: Path) -> str:
    """`path` as reports show it: with slashes, relative where it was given so."""
    return os.path.normpath(path).replace(os.sep, "/")
