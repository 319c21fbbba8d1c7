"""Nodes that pages are built of. Text goes in as text: nothing here is parsed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from kubewright.refdocs.site.facts import Span
from kubewright.refdocs.site.prose import Block, Piece

MODEL = "kubewright"


class Name(nodes.Inline, nodes.TextElement):
    """A name of code, which may break between its words where a line is short."""


class Fold(nodes.General, nodes.Element):
    """A part of a page that opens on demand; `title` is what shows when it is closed."""


class Scroll(nodes.General, nodes.Element):
    """A wide part of a page that scrolls by itself; `label` names it for screen readers."""


class Figures(nodes.General, nodes.Element):
    """Numbers with a word under each: `rows` of both."""


class Card(nodes.General, nodes.Element):
    """A link with a text below, in a grid of such."""


def link(
    text: str, document: str, anchor: str = "", *, code: bool = False
) -> nodes.Node:
    """A link to the page `document` of this site, which the build checks."""
    inner = name(text) if code else nodes.inline(text, text)
    return addnodes.pending_xref(
        "",
        inner,
        refdomain="",
        reftype=MODEL,
        reftarget=document,
        refanchor=anchor,
        refwarn=True,
    )


def model(class_name: str, field: str = "") -> nodes.Node:
    """A link to the page of a class, or to a field there."""
    text = f"{class_name}.{field}" if field else class_name
    anchor = f"field-{field}" if field else ""
    return link(text, f"models/{class_name}", anchor, code=True)


def name(text: str, *classes: str) -> nodes.Node:
    """A name of code as it is written."""
    return Name(text, text, classes=list(classes))


def paragraph(*children: nodes.Node | str, classes: Sequence[str] = ()) -> nodes.Node:
    """A paragraph of nodes and texts."""
    parts = [nodes.Text(c) if isinstance(c, str) else c for c in children]
    return nodes.paragraph("", "", *parts, classes=list(classes))


def section(title: str, anchor: str, *children: nodes.Node) -> nodes.section:
    """A section under an anchor."""
    head = nodes.title(title, title)
    return nodes.section("", head, *children, ids=[anchor], names=[])


def badge(text: str) -> list[nodes.Node]:
    """A mark such as `new in 1.37`; no node where there is no text."""
    if not text:
        return []
    return [nodes.Text(" "), inline(text, "badge", f"badge-{text.split()[0]}")]


def inline(text: str, *classes: str) -> nodes.inline:
    """A text with classes."""
    return nodes.inline(text, text, classes=list(classes))


def code(text: str, language: str, tab: str = "") -> nodes.Node:
    """A block of code; with a title it is one tab of several."""
    block = nodes.literal_block(text, text, language=language)
    if not tab:
        return block
    title = paragraph(tab, classes=["tab-title"])
    return nodes.container("", title, block, classes=["tab"])


def tabs(*children: nodes.Node) -> nodes.Node:
    """Blocks of which one shows at a time; all of them without scripts."""
    return nodes.container("", *children, classes=["tabs"])


def type_spans(spans: Iterable[Span]) -> nodes.Node:
    """A type with a link to the model in it."""
    parts = [model(target) if target else name(text) for text, target in spans]
    return nodes.inline("", "", *parts, classes=["type"])


def prose(blocks: Iterable[Block]) -> Iterator[nodes.Node]:
    """Paragraphs and lists of a description."""
    for block in blocks:
        lines = [nodes.paragraph("", "", *map(_piece, line)) for line in block.items]
        if block.is_list:
            items = [nodes.list_item("", line) for line in lines]
            yield nodes.bullet_list("", *items, bullet="-")
        else:
            yield from lines


def _piece(piece: Piece) -> nodes.Node:
    match piece.shape:
        case "code":
            return nodes.literal(piece.text, piece.text)
        case "url":
            return nodes.reference("", piece.text, refuri=piece.target, internal=False)
        case "model":
            return link(piece.text, f"models/{piece.target}")
    return nodes.Text(piece.text)


Cell = Sequence[nodes.Node]


def table(head: Sequence[str], rows: Iterable[Sequence[Cell]], kind: str) -> nodes.Node:
    """A table whose first column names its rows; `kind` is its class and its label."""
    group = nodes.tgroup("", cols=len(head))
    group += [nodes.colspec("", colwidth=1) for _ in head]
    titles = [nodes.entry("", paragraph(title)) for title in head]
    group += nodes.thead("", nodes.row("", *titles))
    body = nodes.tbody("")
    body += [nodes.row("", *(nodes.entry("", *cell) for cell in row)) for row in rows]
    group += body
    made = nodes.table("", group, classes=[kind])
    return Scroll("", made, label=kind)


def bullets(items: Iterable[Sequence[nodes.Node]], *classes: str) -> nodes.Node:
    """A list of lines."""
    lines = [nodes.list_item("", paragraph(*item)) for item in items]
    return nodes.bullet_list("", *lines, bullet="-", classes=list(classes))


def fold(title: str, *children: nodes.Node) -> nodes.Node:
    """A part that opens on demand."""
    return Fold("", *children, title=title)


def card(title: str, document: str, text: str, *, code: bool = False) -> nodes.Node:
    """A link with a text below."""
    below = [paragraph(text)] if text else []
    return Card("", paragraph(link(title, document, code=code)), *below)
