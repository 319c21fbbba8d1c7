"""Descriptions as blocks of spans: paragraphs, lists, code, addresses, names of models.

Nothing is interpreted that could do harm: an address is http or https, code is what stands
between backticks, and the rest is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

Shape = Literal["text", "code", "url", "model"]

_BLANK = re.compile(r"\n\s*\n")
_ITEM = re.compile(r"\s*[-*]\s+(?=\S)")
_SPAN = re.compile(
    r"(?P<code>`[^`\n]+`)"
    r"|(?P<url>https?://[^\s<>\"'`|\\^{}\[\]]*[^\s<>\"'`|\\^{}\[\].,;:!?)(])"
    r"|(?P<model>\b[A-Z][a-z]+(?:[A-Z]+[a-z0-9]*)+\b)"
)
_CONTROL = dict.fromkeys(
    (*range(9), *range(11, 32), *range(127, 160), 0x2028, 0x2029), " "
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A text of one shape; `target` is an address or a class."""

    text: str
    shape: Shape = "text"
    target: str = ""


Line = list[Piece]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, or a list where `items` has more than the one line of a paragraph."""

    items: list[Line]
    is_list: bool = False


def blocks(text: str, links: Mapping[str, str]) -> Iterator[Block]:
    """The blocks of a description; `links` maps names to classes that have a page."""
    for part in _BLANK.split(text.translate(_CONTROL).strip()):
        yield from _part(part, links)


def summary(text: str, limit: int = 160) -> str:
    """The first sentence of a description, cut at a word where it is long."""
    line = " ".join(text.translate(_CONTROL).split())
    sentence = re.split(r"(?<=[a-z0-9)\]\"'])\.(?:\s|$)", line, maxsplit=1)[0]
    if len(sentence) <= limit:
        return sentence
    return sentence[:limit].rpartition(" ")[0] + " …"


def _part(part: str, links: Mapping[str, str]) -> Iterator[Block]:
    """The paragraphs and lists of one block of lines; a line without a mark continues."""
    items: list[str] = []
    before: list[str] = []
    for line in part.splitlines():
        mark = _ITEM.match(line)
        if mark:
            items.append(line[mark.end() :])
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            before.append(line.strip())
    if before:
        yield Block([_line(" ".join(before), links)])
    if items:
        yield Block([_line(item, links) for item in items], is_list=True)


def _line(text: str, links: Mapping[str, str]) -> Line:
    pieces: Line = []
    end = 0
    seen: set[str] = set()
    for match in _SPAN.finditer(text):
        piece = _piece(match, links)
        if piece is None or piece.target in seen:
            continue
        seen.add(piece.target or piece.text)
        pieces += [Piece(text[end : match.start()]), piece]
        end = match.end()
    return [piece for piece in (*pieces, Piece(text[end:])) if piece.text]


def _piece(match: re.Match[str], links: Mapping[str, str]) -> Piece | None:
    found = match[0]
    match match.lastgroup:
        case "code":
            return Piece(found[1:-1], "code")
        case "url":
            return Piece(found, "url", found)
    target = links.get(found)
    return Piece(found, "model", target) if target else None
