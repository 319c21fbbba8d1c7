"""Foreign text as text: nothing in a description may be read as markup.

The rules of CommonMark and GitHub's tables; tests render what comes out.
"""

from __future__ import annotations

import re
from functools import cache

# An underscore inside a word is no emphasis, and escaping it would break addresses.
_MARKDOWN = re.compile(r"[\\`*\[\]|~$]|(?<![^\W_])_|_(?![^\W_])|^[#+=-]")
_NUMBER = re.compile(r"^(\d+)([.)])")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_SPACES = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029), " ")


def plain(text: str) -> str:
    """`text` on one line, single blanks between words, without control characters."""
    return " ".join(text.translate(_SPACES).split())


@cache
def markdown(text: str) -> str:
    """`text` for a paragraph or a table's cell of Markdown."""
    line = _MARKDOWN.sub(r"\\\g<0>", plain(text))
    return _NUMBER.sub(r"\1\\\2", line).translate(_HTML)
