"""Pages: what `generate` writes as Markdown, and the sites that Sphinx builds, are inert."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer
from myst_parser.parsers.mdit import create_md_parser

from hostile.batch import data, read, sorted_out
from hostile.inert import Page, markdown
from hostile.payloads import payloads, whole
from hostile.sinks import (
    DESCRIPTIONS,
    KINDS,
    TEXT,
    TYPE_META,
    Definitions,
    cases,
    key_of,
    model,
)
from hostile.yard import SECRET_TEXT, Yard
from kubewright.cli.app import main
from kubewright.codegen.generate import Request, build
from kubewright.refdocs import text
from kubewright.refdocs.pages import pages

SHOWN = (*DESCRIPTIONS, *KINDS)
LINK = re.compile(r"\.\./README\.md(#[a-z-]+)?|V1\w+\.md")
MYST = ("amsmath attrs_block attrs_inline colon_fence deflist dollarmath fieldlist "
        "html_admonition html_image replacements strikethrough substitution tasklist")  # fmt: skip


@cache
def project(sink: str) -> dict[str, str]:
    """The files of a project of a sink's cases, pages among them."""
    return sorted_out(cases(sink)).output("hostile_pages", paged=True).project


@pytest.mark.parametrize("sink", SHOWN)
def test_markdown_pages_hold_our_marks_alone(sink: str) -> None:
    """A title, a table with a row a field, one block of Python, links among pages."""
    faults = []
    for path, page in project(sink).items():
        if path.startswith("docs/") and path.endswith(".md"):
            faults += [f"{path}: {fault}" for fault in faults_of(page)]
    assert faults == []


def faults_of(page: str) -> list[str]:
    """What in a Markdown page cannot be ours."""
    tokens = markdown(page)
    kinds = [token.type for token in tokens]
    found = [kind for kind in kinds if kind in ("html_block", "html_inline", "image")]
    found += [kind for kind in kinds if "list" in kind or "quote" in kind]
    fences = [token.info for token in tokens if token.type in ("fence", "code_block")]
    found += [] if fences == ["python"] else [f"blocks of code {fences}"]
    targets = [str(t.attrs.get("href")) for t in tokens if t.type == "link_open"]
    found += [to for to in targets if not LINK.fullmatch(to)]
    headings = kinds.count("heading_open")
    rows, cells = kinds.count("tr_open"), kinds.count("td_open")
    found += [] if headings == 3 else [f"{headings} headings"]
    found += [] if cells == 4 * (rows - 1) else [f"{cells} cells in {rows} rows"]
    return found


def test_markdown_is_inert_in_myst() -> None:
    """No directive, role, substitution, target or comment of MyST comes from a description."""
    config = MdParserConfig(enable_extensions=set(MYST.split()))
    reader = create_md_parser(config, DocutilsRenderer)
    faults = []
    for case in cases("description-of-model"):
        escaped = text.markdown(str(case.value))
        for token in flat(reader.parse(escaped)):
            if token.type not in (
                "paragraph_open",
                "paragraph_close",
                "inline",
                "text",
            ):
                faults.append(f"{case}: {token.type} {token.content!r:.60}")
    assert faults == []


def flat(tokens: list) -> list:  # type: ignore[type-arg]
    return [each for token in tokens for each in (token, *flat(token.children or []))]


def packed() -> Definitions:
    """Few definitions that hold every payload: as fields, as models, as kinds."""
    known = [each.text for each in payloads() if whole(each.text)]
    fields = {f"field{n}": {**TEXT, "description": t} for n, t in enumerate(known)}
    found = {key_of("Fields"): {"type": "object", "properties": fields}}
    for number, payload in enumerate(payloads("html")):
        mark = dict.fromkeys(("group", "version", "kind"), payload.text)
        found.update(
            model(
                f"Kind{number}",
                description=payload.text,
                **{"x-kubernetes-group-version-kind": [mark]},
            )
        )
        found[key_of(f"Kind{number}")]["properties"].update(TYPE_META)
    for start in range(0, len(known), 20):
        text = "\n\n".join(known[start : start + 20])
        found.update(model(f"Part{start}", description=text))
    return found


def faults_of_site(folder: Path) -> list[str]:
    """Elements, attributes, addresses and scripts that are none of ours, page by page."""
    found: list[str] = []
    for path in sorted(folder.rglob("*.html")):
        page = Page(path.read_text("utf-8"))
        found += [f"{path.name}: {fault}" for fault in page.faults]
        found += [
            f"{path.name}: script {each}" for each in page.scripts if not ours(each)
        ]
        found += [f"{path.name}: a private text"] if SECRET_TEXT in page.text else []
    return found


def ours(script: str) -> bool:
    """Whether a page's script is Sphinx's, the theme's, or the list of releases."""
    return bool(SCRIPT.fullmatch(script.partition("?")[0])) or script in INLINE


SCRIPT = re.compile(r"(\.{1,2}/)*(_static/[\w.-]+|searchindex\.js|releases\.js)")
INLINE = ("", "document.getElementById('searchbox').style.display = \"block\"")


def test_site_holds_our_elements_alone(place: Yard) -> None:
    """`docs` over every payload in every text that pages show: each page is inert."""
    (place.work / "spec.json").write_bytes(data(packed()))
    place.seen = place.listing()
    arguments = [
        "docs",
        "1.37",
        "--spec",
        "spec.json",
        "--output",
        "out",
        "--jobs",
        "1",
    ]
    done = CliRunner().invoke(main, [*arguments, "-q"])
    assert (done.exit_code, done.output) == (0, "")
    assert faults_of_site(place.work / "out") == []
    assert [harm for harm in place.harm("out") if "Popen" not in harm] == []


def test_stubs_build_without_a_warning(tmp_path: Path) -> None:
    """autodoc over modules with every description: no markup, no file, no element of theirs."""
    request = Request(
        read(packed()), "1.37", {}, "hostile_stubs", formatted=False, pages=pages()
    )
    for path, body in build(request).project.items():
        target = tmp_path / "tree" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(body, "utf-8")
    command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q"]
    folders = [str(tmp_path / "tree/doc/source"), str(tmp_path / "out")]
    done = subprocess.run(
        [*command, *folders], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert faults_of_site(tmp_path / "out") == []
