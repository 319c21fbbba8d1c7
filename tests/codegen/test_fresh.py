"""The trees of the pinned releases are the same bytes always and everywhere."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kubewright import resources
from kubewright.codegen import formatting, manifest, remembered
from kubewright.spec.releases import tomllib

DIGESTS = Path(__file__).parents[2] / "generated" / "digests.toml"
TEMPLATES = resources.folder("templates")
HEAD = """\
# The digest of each release's tree, so that any change of output shows in review.
# `pytest tests/codegen/test_fresh.py --update-golden` writes this file.
"""
# Two runs a release that differ in all that must not matter.
RUNS: list[tuple[str, dict[str, str], int]] = [
    ("1.36", {"PYTHONHASHSEED": "1", "LC_ALL": "C"}, 1),
    ("1.36", {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8"}, 2),
    ("1.37", {"PYTHONHASHSEED": "3", "LC_ALL": "C.UTF-8", "PYTHONUTF8": "0"}, 2),
    ("1.37", {"PYTHONHASHSEED": "4", "LC_ALL": "C", "PYTHONUTF8": "0"}, 1),
]


def generate(
    release: str, output: Path, environment: dict[str, str], jobs: int
) -> Path:
    """The folder that the command writes in another process."""
    command = [
        sys.executable,
        "-m",
        "kubewright",
        "generate",
        release,
        "--jobs",
        str(jobs),
    ]
    # A cache of its own, so that nothing of other runs has a say.
    environment = {**os.environ, **environment, "KUBEWRIGHT_CACHE": f"{output}-cache"}
    subprocess.run(
        [*command, "--output", str(output), "-q"], env=environment, check=True
    )
    return output / release


@pytest.mark.parametrize(("release", "environment", "jobs"), RUNS)
def test_tree_is_the_pinned_one(
    release: str,
    environment: dict[str, str],
    jobs: int,
    tmp_path: Path,
    update_golden: bool,
) -> None:
    """Hash seed, locale and number of jobs change no byte, and the bytes are the pinned ones."""
    folder = generate(release, tmp_path, environment, jobs)
    table = json.loads((folder / manifest.NAME).read_text("utf-8"))
    found = {"tree": table["tree"], **table["counts"]}
    if update_golden:
        update(release, found)
    assert tomllib.loads(DIGESTS.read_text("utf-8"))["releases"][release] == found
    assert manifest.changed(folder, table["files"]) == []
    assert manifest.tree_digest(table["files"]) == table["tree"]


def test_texts_that_come_as_formatted(tmp_path: Path, update_golden: bool) -> None:
    """black leaves each module of the pinned trees as it is; the digests are of these texts."""
    texts = {
        path.read_text("utf-8")
        for release in ("1.36", "1.37")
        for path in generate(release, tmp_path, {}, 2).glob("*/client/models/*.py")
    }
    assert [text for text in texts if formatting.formatted(text) != text] == []
    digests = remembered.listed(map(remembered.digest, texts))
    if update_golden:
        for stale in TEMPLATES.glob("formatted-*.txt"):
            stale.unlink()
        remembered.shipped().write_bytes(digests)
    (path,) = TEMPLATES.glob("formatted-*.txt")
    assert path.read_bytes() == digests


def test_formatted_texts_are_those_of_the_locked_black() -> None:
    """The digests that come with the templates serve the black that most people have."""
    lock = (TEMPLATES.parent / "requirements" / "codegen.txt").read_text("utf-8")
    (path,) = TEMPLATES.glob("formatted-*.txt")
    version = path.stem.removeprefix("formatted-")
    assert f"\nblack=={version} " in lock


def update(release: str, found: dict[str, Any]) -> None:
    """Write the facts of `release` into the file of digests."""
    text = DIGESTS.read_text("utf-8") if DIGESTS.exists() else ""
    table = {**tomllib.loads(text).get("releases", {}), release: found}
    rows = [
        f'\n[releases."{name}"]\n'
        + "".join(f"{key} = {json.dumps(row[key])}\n" for key in row)
        for name, row in sorted(table.items())
    ]
    DIGESTS.write_text(HEAD + "".join(rows), "utf-8")


def test_both_models_folders_are_the_same_bytes(tree_137: Path) -> None:
    """The sync and the async models are equal, file for file."""
    sync, aio = (
        tree_137 / "k8s_under_test" / side / "models"
        for side in ("client", "aio/client")
    )
    names = sorted(path.name for path in sync.glob("*.py"))
    assert names == sorted(path.name for path in aio.glob("*.py"))
    assert [
        name
        for name in names
        if (sync / name).read_bytes() != (aio / name).read_bytes()
    ] == []


def test_generated_text_names_no_package_and_no_time(tree_137: Path) -> None:
    """Modules import relatively, so they do not depend on what the package is called."""
    models = tree_137 / "k8s_under_test" / "client" / "models"
    texts = [path.read_text("utf-8") for path in models.glob("*.py")]
    assert not any("k8s_under_test" in text or "kubewright" in text for text in texts)


def test_source_is_small(tree_137: Path) -> None:
    """A models folder holds at most 2.5 kB of source a model."""
    models = tree_137 / "k8s_under_test" / "client" / "models"
    assert sum(path.stat().st_size for path in models.glob("*.py")) <= 2500 * 845


def interpreters() -> list[str]:
    """This Python, and the others that are supported and at hand."""
    names = [f"python3.{minor}" for minor in range(10, 20)]
    found = [path for name in names if (path := shutil.which(name))]
    works = [
        path
        for path in found
        if not subprocess.run([path, "-c", ""], capture_output=True).returncode
    ]
    return [sys.executable, *works]


def test_modules_compile_with_every_python_at_hand(
    tree_137: Path, tmp_path: Path
) -> None:
    """Generated modules are Python 3.10, and no interpreter at hand warns of them."""
    models = tree_137 / "k8s_under_test" / "client" / "models"
    for path in models.glob("*.py"):
        ast.parse(path.read_text("utf-8"), feature_version=(3, 10))
    copy = shutil.copytree(models, tmp_path / "models")
    for python in interpreters():
        command = [python, "-W", "error", "-m", "compileall", "-q", "-f", str(copy)]
        subprocess.run(command, check=True)
