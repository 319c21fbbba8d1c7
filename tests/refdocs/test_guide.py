"""The project's own pages: links in Markdown, and the whole built as one Sphinx project."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from kubewright.cli.app import VERBS, main
from refdocs.links import faults

REPOSITORY = Path(__file__).parents[2]
DOCS = REPOSITORY / "docs"
SMALL = REPOSITORY / "tests" / "golden" / "maps" / "spec.json"


def test_links_in_markdown_lead_to_files() -> None:
    """Each relative link of a page is there, inside `docs` and outside."""
    for path in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text("utf-8")):
            if "://" not in target:
                assert (path.parent / target).exists(), (path.name, target)


def test_guide_builds_without_a_warning(tmp_path: Path) -> None:
    """Guides, decisions, commands and the Python API are one site with the reference."""
    command = ["docs", "1.37", "--spec", str(SMALL), "--guide", str(DOCS)]
    result = CliRunner().invoke(
        main, [*command, "--output", str(tmp_path), "--jobs", "1"]
    )
    assert result.exit_code == 0, result.stderr
    assert list(faults(tmp_path)) == []
    commands = (tmp_path / "1.37/guide/cli.html").read_text("utf-8")
    assert all(f'id="kubewright-{verb}"' in commands for verb in VERBS)
    start = (tmp_path / "1.37/index.html").read_text("utf-8")
    for path in (DOCS / "guide").glob("*.md"):
        assert f'href="guide/{path.stem}.html"' in start, path.name
    python = (tmp_path / "1.37/guide/python-api.html").read_text("utf-8")
    assert "kubewright.validation.validate" in python
