"""Foreign text in output: nothing in it acts on a terminal or on the form that holds it.

`printable` in `errors` is for one line; here are the forms that have rules of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from kubewright.errors import printable

# An underscore inside a word is no emphasis, and escaping it would break addresses.
_MARKDOWN = re.compile(r"[\\`*\[\]|~${}]|(?<![^\W_])_|_(?![^\W_])|^[#+=:(%-]")
_NUMBER = re.compile(r"^(\d+)([.)])")
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def lines(text: str) -> str:
    """`text` with line ends and tabs as they are, all else that does not print as escapes."""
    return _mapped(text, lambda char: char if char == "\t" else printable(char))


def visible(text: str) -> str:
    """`text` with line ends and tabs as they are, all else that does not print as U+FFFD."""
    return _mapped(text, lambda char: char if char == "\t" else "\ufffd")


def json_text(value: Any, **options: Any) -> str:
    """`value` as JSON in which all that does not print is an escape of JSON's own."""
    return _mapped(json.dumps(value, ensure_ascii=False, **options), _json_escape)


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


def _mapped(text: str, change: Callable[[str], str]) -> str:
    """`text` with `change` applied to what does not print; line ends stay."""
    return "\n".join(
        line if line.isprintable() else "".join(_characters(line, change))
        for line in text.split("\n")
    )


def _characters(line: str, change: Callable[[str], str]) -> Iterator[str]:
    return (char if char.isprintable() else change(char) for char in line)


def _json_escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]
