"""Foreign text stays text, whatever it holds."""

from __future__ import annotations

import html
import re
import runpy

import pytest
from docutils.core import publish_doctree
from markdown_it import MarkdownIt

from hostile.payloads import texts
from kubewright import resources
from kubewright.refdocs import text

# The extension that stub pages are built with is emitted as it stands.
EXTENSION = runpy.run_path(
    str(resources.folder("templates") / "refdocs" / "model_pages.py")
)

PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[link](javascript:alert(1)) ![image](http://x.example/i.png)",
    "`code` ``more`` *emphasis* **strong** _a_ __b__ ~~gone~~",
    "a | b | c",
    "# title",
    "- item",
    "1. item",
    "12) item",
    "+ item",
    "> quote",
    "=====",
    "line one\nline two\r\n\r\n.. raw:: html\n\n   <script>alert(1)</script>",
    ".. include:: /etc/passwd",
    ".. |sub| replace:: x",
    ":ref:`target` :download:`/etc/passwd` |sub| name_ `name`__ [1]_ [#f]_",
    "|sub| first",
    "::",
    "a::\n\n   literal",
    "`",
    "\\",
    "ends with a backslash \\",
    "{{ config }} {% raw %} ${x} $a$",
    "&lt;script&gt; &#60;b&#62;",
    "\"quoted\" 'single' `back` = sign",
    "<http://x.example/a_b> http://x.example/a_b_c?d=e&f=g",
    "snake_case_name and _leading and trailing_",
    "tab\there, bell\x07, escape\x1b[31m, null\x00, separator\u2028",
    ":field: value",
    "(a) item",
    "A. item",
    "* bullet",
    "+---+\n| a |\n+---+",
    ">>> doctest",
    "--option  text",
    "__ anonymous",
    "",
    *texts(),
]


def shown(rendered: str) -> str:
    """The text that a reader of `rendered` HTML sees."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", rendered)).split())


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markdown_shows_the_text_itself(payload: str) -> None:
    """As a paragraph and in a table's cell: the text comes back, and no markup with it."""
    form = MarkdownIt("gfm-like", {"linkify": False})
    rendered = form.render(text.markdown(payload))
    assert shown(rendered) == text.plain(payload)
    assert set(re.findall(r"<(\w+)", rendered)) <= {"p"}
    table = form.render(f"a | b\n--- | ---\nx | {text.markdown(payload)} | note\n")
    cells = re.findall(r"<td>(.*?)</td>", table, re.DOTALL)
    assert [shown(cell) for cell in cells] == ["x", text.plain(payload)]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_rest_shows_the_text_itself(payload: str) -> None:
    """As a docstring in autodoc: one paragraph, one text, nothing reported."""
    settings = {"report_level": 1, "halt_level": 1, "raw_enabled": True}
    line = text.plain(payload)
    tree = publish_doctree(EXTENSION["plain"](line), settings_overrides=settings)
    assert tree.astext() == line
    names = [node.tagname for node in tree.findall() if node.tagname != "#text"]
    assert [name for name in names if name not in ("document", "paragraph")] == []
