"""Templates are forms with blanks."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import nodes

from kubewright import resources
from kubewright.codegen.render import environment

FOLDER = resources.folder("templates")
TEMPLATES = sorted(
    path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.jinja")
)
FILTERS = {"length", "indent", "wordwrap"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_is_short(name: str) -> None:
    """A template has 40 lines at most."""
    assert len((FOLDER / name).read_text("utf-8").splitlines()) <= 40


@pytest.mark.parametrize("name", [name for name in TEMPLATES if "/" not in name])
def test_template_decides_nothing(name: str) -> None:
    """No assignment, no macro, no filter but the text wrapper, indent and length."""
    tree = environment().parse((FOLDER / name).read_text("utf-8"))
    forbidden = (nodes.Assign, nodes.AssignBlock, nodes.Macro, nodes.CallBlock)
    assert not list(tree.find_all(forbidden))
    assert {node.name for node in tree.find_all(nodes.Filter)} <= FILTERS


def test_runtime_is_emitted_as_it_stands() -> None:
    """The runtime's files are Python modules with underscore names, not templates."""
    files = sorted(Path(FOLDER / "package").glob("*.py"))
    assert [path for path in files if not path.name.startswith("_")] == []
    assert "_runtime.py" in {path.name for path in files}
