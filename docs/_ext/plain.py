"""Docstrings of the project as text with code between backticks, as they are written."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

MARKUP = re.compile(r"[\\*|_\[\]<>:]")
CODE = re.compile(r"(`[^`]+`)")


def describe(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Escape everything but code; keep the indent of no line."""
    lines[:] = [_line(line.strip()) for line in lines]


def _line(text: str) -> str:
    parts = CODE.split(text)
    return "".join(
        (
            f"\\ `{part}`\\ "
            if index % 2
            else MARKUP.sub(r"\\\g<0>", part.replace("`", ""))
        )
        for index, part in enumerate(parts)
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the event."""
    app.connect("autodoc-process-docstring", describe)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
