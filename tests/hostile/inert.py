"""Whether a page is inert: every element, attribute and address in it is one of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from markdown_it import MarkdownIt
from markdown_it.token import Token

# What a page may hold in any place.
HARMLESS = frozenset("""
    a abbr article aside b body br button code col colgroup dd details div dl dt em fieldset footer
    form h1 h2 h3 h4 head header hr html img input label legend li link main meta nav noscript ol
    option output p path pre script search section select small span strong style sub summary
    svg table tbody td th thead title tr ul wbr
    """.split())  # noqa: SIM905
ADDRESS = re.compile(r"https?://[^\s<>\"'`]*|[\w./-]*(#[\w.-]*)?|")
STATIC = re.compile(r"(\.\./)*_static/[\w.-]+")
ATTRIBUTES = re.compile(
    r"(aria|data)-[a-z_-]+|class|id|href|src|rel|lang|charset|name|content|type|value|role|open|"
    r"hidden|scope|for|title|placeholder|autocomplete|action|method|tabindex|colspan|style|"
    r"viewbox|d|fill|stroke|width|height|http-equiv|defer|async|translate|media|accesskey|"
    r"xmlns|alt|autocorrect|autocapitalize|spellcheck|minlength|size|cite|stroke-[a-z]+|controls"
)


class Page(HTMLParser):
    """The faults of a page, and the text that it shows."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.scripts: list[str] = []
        self.text = ""
        self._script = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._script = tag == "script"
        if tag not in HARMLESS or len(values) < len(attrs):
            self.faults.append(f"<{tag} {attrs}>")
        for name, value in attrs:
            if not ATTRIBUTES.fullmatch(name):
                self.faults.append(f"<{tag} {name}={value!r}>")
        for name in ("href", "src", "action"):
            if not ADDRESS.fullmatch((values.get(name) or "").partition("?v=")[0]):
                self.faults.append(f"<{tag} {name}={values[name]!r}>")
        if tag == "img" and not STATIC.fullmatch(values.get("src") or ""):
            self.faults.append(f"<img src={values.get('src')!r}>")
        if tag == "script" and "src" in values:
            self.scripts.append(str(values["src"]))

    def handle_endtag(self, tag: str) -> None:
        self._script = False

    def handle_data(self, data: str) -> None:
        if self._script:
            self.scripts.append(data.strip())
        else:
            self.text += data

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"<!--{data}-->")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"<![{data}")


def markdown(text: str) -> list[Token]:
    """All tokens of a Markdown text as GitHub reads it, inner ones after their parents."""
    reader = MarkdownIt("gfm-like", {"linkify": False, "html": True})
    return list(_flat(reader.parse(text)))


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])
