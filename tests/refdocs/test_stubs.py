"""Sphinx pages: the form of sphinx-apidoc, and a build without a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

OURS = {"conf.py", "model_pages.py"}


def sphinx(
    source: Path, target: Path, *options: str
) -> subprocess.CompletedProcess[str]:
    """Build pages as a user would, warnings as errors; only what is read counts here."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-n",
        "-W",
        "--keep-going",
        "-q",
        *options,
    ]
    return subprocess.run(
        [*command, str(source), str(target)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_pages_are_those_of_apidoc(paged_137: Path, tmp_path: Path) -> None:
    """Byte for byte what sphinx-apidoc writes over the tree, and a page for the common base."""
    package = paged_137 / "k8s_with_pages"
    command = [sys.executable, "-m", "sphinx.ext.apidoc", "-q", "-e", "-f", "-o"]
    # Named here, the options come in the order that Sphinx has had since 8.2.
    options = {"SPHINX_APIDOC_OPTIONS": "members,show-inheritance,undoc-members"}
    subprocess.run(
        [*command, str(tmp_path), str(package)], check=True, env=os.environ | options
    )
    source = paged_137 / "doc" / "source"
    written = {path.name for path in source.iterdir()} - OURS
    wanted = {path.name for path in tmp_path.iterdir()}
    assert written - wanted == {
        "k8s_with_pages.client.models._runtime.rst",
        "k8s_with_pages.aio.client.models._runtime.rst",
    }
    assert len(wanted) == 2 * 845 + 7
    for name in wanted:
        assert (source / name).read_bytes() == (tmp_path / name).read_bytes(), name


def test_one_group_builds_without_a_warning(paged_137: Path, tmp_path: Path) -> None:
    """The pages that a page of DRA leads to: no reference is missing, no markup is wrong."""
    source = paged_137 / "doc" / "source"
    closed = closure(source.parents[1], "v1_device_attribute", "v1_list_meta")
    chosen = tmp_path / "doc" / "source"
    chosen.mkdir(parents=True)
    (tmp_path / "k8s_with_pages").symlink_to(paged_137 / "k8s_with_pages")
    names = [*(f"k8s_with_pages.client.models.{name}.rst" for name in closed), *OURS]
    names.append("k8s_with_pages.client.models._runtime.rst")
    for name in names:
        (chosen / name).write_bytes((source / name).read_bytes())
    toc = "start\n=====\n\n.. toctree::\n   :glob:\n\n   *\n"
    (chosen / "modules.rst").write_text(toc)
    done = sphinx(chosen, tmp_path / "out", "-b", "text")
    assert (done.returncode, done.stderr) == (0, "")
    text = (
        tmp_path / "out" / "k8s_with_pages.client.models.v1_device_attribute.txt"
    ).read_text()
    assert "BoolValue is a true/false" in text


def closure(tree: Path, *modules: str) -> set[str]:
    """Those modules and all that they import."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        text = (tree / "k8s_with_pages/client/models" / f"{module}.py").read_text(
            "utf-8"
        )
        lines = [line for line in text.splitlines() if line.startswith("from .")]
        waiting += [
            line.split()[1][1:] for line in lines if not line.startswith("from ._")
        ]
    return found
