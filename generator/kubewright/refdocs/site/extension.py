"""The Sphinx extension of the site: pages of facts, links between them, theme, search."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.parsers import Parser
from sphinx.util.nodes import make_refnode

from kubewright.refdocs.site import forms, markup
from kubewright.refdocs.site.content import SUFFIX
from kubewright.refdocs.site.search import CodeSearch

THEME = Path(__file__).parent / "theme"
FACTS = "site.json"
_WORD = re.compile(r"(?<=[_.])(?=\w)|(?<=[a-z])(?=[A-Z])")


class PageParser(Parser):
    """Reads a page of facts: JSON in, nodes out, no markup in between."""

    supported = ("page",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        facts = json.loads(inputstring)
        document += forms.page(facts)
        found = {"group": facts.get("group", ""), "form": facts["form"]}
        env: BuildEnvironment = document.settings.env
        env.metadata[env.docname].update(found)


def set_free(app: Sphinx, tree: nodes.document) -> None:
    """Let a page stand outside all tables of contents: groups, guide and search lead to it."""
    app.env.metadata[app.env.docname]["orphan"] = True


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, inner: nodes.Element
) -> nodes.Node | None:
    """The link that stands for a reference to a page; None for a page that is not there."""
    if node["reftype"] != markup.MODEL or node["reftarget"] not in env.all_docs:
        return None
    builder: Builder = app.builder
    target, anchor = node["reftarget"], node["refanchor"]
    return make_refnode(builder, node["refdoc"], target, anchor, inner)


def context(
    app: Sphinx, name: str, template: str, values: dict[str, Any], tree: object
) -> None:
    """Give templates the navigation, and the place of the page in it."""
    group = app.env.metadata.get(name, {}).get("group", "")
    values["navigation"] = app.config.kubewright_navigation
    values["guide"] = app.config.kubewright_guide
    values["group"] = group
    values["form"] = app.env.metadata.get(name, {}).get("form", "prose")


def configure(app: Sphinx, config: Config) -> None:
    """Take release, navigation and guide from the file beside the pages."""
    path = Path(app.srcdir) / FACTS
    facts = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    config.release = config.version = facts.get("release", "")
    config.kubewright_navigation = _by_name(facts.get("navigation", []))
    config.kubewright_guide = facts.get("guide", [])


def _by_name(lines: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The versions of each group under its name, in order; a group without one names itself."""
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        line["kinds"] = [(name, _breakable(name)) for name in line["kinds"]]
        found.setdefault(line["group"] if line["version"] else "", []).append(line)
    return list(found.items())


def _breakable(name: str) -> str:
    """A name in HTML, with a place for a break before each word of it."""
    return html.escape(_WORD.sub("\0", name)).replace("\0", "<wbr>")


def _name(self: Any, node: markup.Name) -> None:
    classes = " ".join(node["classes"])
    self.body.append(f'<code class="{classes}">' if classes else "<code>")
    self.body.append(f"{_breakable(node.astext())}</code>")
    raise nodes.SkipNode


def _fold_in(self: Any, node: markup.Fold) -> None:
    self.body.append('<details class="fold"><summary>')
    self.body.append(f"{self.encode(node['title'])}</summary>\n")


def _scroll_in(self: Any, node: markup.Scroll) -> None:
    label = self.encode(node["label"])
    self.body.append(f'<div class="scroll" role="group" aria-label="{label}">\n')


def _card_in(self: Any, node: markup.Card) -> None:
    self.body.append('<div class="card">\n')


def _figures_in(self: Any, node: markup.Figures) -> None:
    self.body.append('<div class="figures">\n')


def _out(self: Any, node: nodes.Element) -> None:
    tag = "details" if isinstance(node, markup.Fold) else "div"
    self.body.append(f"</{tag}>\n")


def _pass(self: Any, node: nodes.Element) -> None:
    """Other forms of output show the content alone."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the extension."""
    app.add_source_suffix(SUFFIX, "page")
    app.add_source_parser(PageParser)
    app.add_html_theme("kubewright", str(THEME))
    app.add_search_language(CodeSearch)
    app.add_config_value("kubewright_navigation", [], "html", [list])
    app.add_config_value("kubewright_guide", [], "html", [list])
    app.add_config_value("kubewright_digest", "", "env", [str])
    openings: dict[type[nodes.Element], Callable[[Any, Any], None]] = {
        markup.Fold: _fold_in,
        markup.Scroll: _scroll_in,
        markup.Card: _card_in,
        markup.Figures: _figures_in,
    }
    for node, opening in openings.items():
        app.add_node(node, html=(opening, _out), text=(_pass, _pass))
    app.add_node(markup.Name, html=(_name, None), text=(_pass, _pass))
    app.connect("config-inited", configure)
    app.connect("doctree-read", set_free)
    app.connect("missing-reference", resolve)
    app.connect("html-page-context", context)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
