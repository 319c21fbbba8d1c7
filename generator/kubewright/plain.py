"""Foreign text in output: nothing in it acts on a terminal or on the form that holds it.

`printable` in `errors` is for one line; here are the forms that have rules of their own.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote

from kubewright.errors import printable

# An underscore inside a word is no emphasis, and escaping it would break addresses.
_MARKDOWN = re.compile(r"[\\`*\[\]|~${}]|(?<![^\W_])_|_(?![^\W_])|^[#+=:(%-]")
_NUMBER = re.compile(r"^(\d+)([.)])")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def lines(text: str) -> str:
    """`text` with line ends and tabs as they are, all else that does not print as escapes."""
    return "\n".join(map(_line, text.split("\n")))


def visible(text: str) -> str:
    """`text` with line ends and tabs as they are, all else that does not print as U+FFFD."""
    if text.isprintable():
        return text
    kept = (char.isprintable() or char in "\t\n" for char in text)
    return "".join(
        char if keep else "\ufffd" for char, keep in zip(text, kept, strict=True)
    )


def json_text(value: Any, **options: Any) -> str:
    """`value` as JSON in ASCII without control characters.

    So it is the same text in every encoding, and shows as text on every terminal.
    """
    return json.dumps(value, **options).replace("\x7f", "\\u007f")


def markdown(line: str) -> str:
    """One line of text for a paragraph, a list's item or a table's cell of Markdown.

    By the rules of CommonMark, GitHub's tables and MyST; tests render what comes out.
    """
    text = _MARKDOWN.sub(r"\\\g<0>", line)
    return _NUMBER.sub(r"\1\\\2", text).translate(_HTML)


def workflow_data(text: str) -> str:
    """`text` as the message of a GitHub workflow command."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return printable(escaped)


def workflow_property(text: str) -> str:
    """`text` as the value of a property of a GitHub workflow command."""
    return workflow_data(text).replace(":", "%3A").replace(",", "%2C")


def uri(path: str) -> str:
    """`path` as a reference; bytes of a file name that are no UTF-8 stay those bytes."""
    return quote(path, errors="surrogateescape")


def _line(text: str) -> str:
    """One line, of which a carriage return may be the end."""
    end = "\r" if text.endswith("\r") else ""
    return "\t".join(map(printable, text.removesuffix("\r").split("\t"))) + end
