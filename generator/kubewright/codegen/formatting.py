"""Formatting with black, which no text is given twice."""

from __future__ import annotations

from collections.abc import Mapping, Set

from kubewright.codegen import remembered

Files = Mapping[str, str]


def format_files(files: Files) -> dict[str, str]:
    """`files` with the Python ones in black's form, in the same order."""
    known = remembered.read()
    return {
        name: text if _is_done(name, text, known) else formatted(text)
        for name, text in files.items()
    }


def remember(files: Files) -> None:
    """Remember that the Python ones of `files` are in black's form."""
    remembered.add(text for name, text in files.items() if _is_python(name))


def formatted(text: str) -> str:
    """The Python `text` in black's form."""
    # Black takes a tenth of a second to import: only where a text is new.
    from black import format_file_contents
    from black.mode import Mode, TargetVersion
    from black.report import NothingChanged

    mode = Mode(target_versions={TargetVersion.PY310})
    try:
        return format_file_contents(text, fast=True, mode=mode)
    except NothingChanged:
        return text


def _is_done(name: str, text: str, known: Set[str]) -> bool:
    return not _is_python(name) or remembered.digest(text) in known


def _is_python(name: str) -> bool:
    return name.endswith(".py")
