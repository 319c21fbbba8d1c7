"""Pages beside the models: what is written, when it is made anew, and its form in small cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kubewright.cli.app import main
from kubewright.codegen import manifest
from kubewright.codegen.generate import Pages
from kubewright.refdocs import pages as room

CASES = Path(__file__).parents[1] / "golden"
# The spec of a case and the pages that it must give, by path in the tree.
GOLDEN = sorted(path.parent for path in CASES.glob("*/pages"))


def generate(case: Path, output: Path, *options: str) -> Result:
    """Run the verb on a case's spec, in this process."""
    command = ["generate", "1.37", "--spec", str(case / "spec.json"), "--jobs", "1"]
    return CliRunner().invoke(main, [*command, "--output", str(output), *options])


def files(folder: Path) -> dict[str, str]:
    """All files below a folder by path."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case.name)
def test_spec_gives_these_pages(
    case: Path, tmp_path: Path, update_golden: bool
) -> None:
    """The pages of a case are exactly those that stand beside it."""
    assert generate(case, tmp_path).exit_code == 0
    for path in files(case / "pages"):
        text = (tmp_path / "1.37" / path).read_text("utf-8")
        if update_golden:
            (case / "pages" / path).write_text(text, "utf-8")
        assert text == (case / "pages" / path).read_text("utf-8"), path


def test_there_are_golden_pages() -> None:
    """A few cases hold pages, of both trees and of Sphinx."""
    names = {path for case in GOLDEN for path in files(case / "pages")}
    assert {path.split("/")[0] for path in names} >= {"docs", "aio", "doc", "README.md"}


def test_without_docs_there_are_no_pages(tmp_path: Path) -> None:
    """--no-docs writes models alone, and is another input: the tree is made anew."""
    case = CASES / "maps"
    assert generate(case, tmp_path).exit_code == 0
    tree = tmp_path / "1.37"
    with_pages = files(tree)
    assert "unchanged" in generate(case, tmp_path).stdout
    assert "written" in generate(case, tmp_path, "--no-docs").stdout
    bare = files(tree)
    gone = set(with_pages) - set(bare)
    assert {path.split("/")[0] for path in gone} == {"docs", "aio", "doc"}
    assert "Documentation For Models" not in bare["README.md"]
    assert "unchanged" in generate(case, tmp_path, "--no-docs").stdout
    checked = generate(case, tmp_path, "--check")
    assert checked.exit_code == 1
    assert "docs/V1Item.md" in checked.stdout


def test_other_code_of_pages_makes_a_tree_stale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest of the code that writes pages is one of the inputs."""
    case = CASES / "maps"
    assert generate(case, tmp_path).exit_code == 0
    known = json.loads((tmp_path / "1.37" / manifest.NAME).read_text("utf-8"))
    assert known["pages"] == room.pages().digest
    other = Pages(write=room.write, digest="another")
    monkeypatch.setattr("kubewright.cli.generate.pages", lambda: other)
    assert "written" in generate(case, tmp_path).stdout


def test_digest_is_of_all_that_makes_pages() -> None:
    """Code, templates and manifests, but not the site, which no tree holds."""
    names = {path.name for path in room.made_by()}
    assert names >= {
        "markdown.py",
        "stubs.py",
        "model.md.jinja",
        "model_pages.py",
        "dra.yaml",
    }
    assert not names & {"forms.py", "kubewright.css"}


def test_links_between_pages_resolve(paged_137: Path) -> None:
    """Each page that a Markdown page names is there, and so is each title."""
    for folder in ("docs", "aio/docs"):
        names = {path.name for path in (paged_137 / folder).iterdir()}
        assert len(names) == 845
        for path in (paged_137 / folder).iterdir():
            text = path.read_text("utf-8")
            targets = {part.split(")")[0] for part in text.split("](")[1:]}
            pages = {target for target in targets if target.endswith(".md")}
            assert pages - {"../README.md"} <= names, path
        readme = (paged_137 / folder / "../README.md").resolve().read_text("utf-8")
        assert "\n## Documentation For Models\n" in readme
        assert "\n## Documentation For API Endpoints\n" in readme
        assert readme.count("](docs/") == 845


def test_sync_and_async_pages_differ_in_the_import_alone(paged_137: Path) -> None:
    """The page of a model is the same in both trees but for the lines that import."""
    for path in (paged_137 / "docs").iterdir():
        sync = path.read_text("utf-8")
        aio = (paged_137 / "aio" / "docs" / path.name).read_text("utf-8")
        for text in (sync, aio):
            assert text.count("k8s_with_pages") == 1
        assert without_imports(sync) == without_imports(aio)


def without_imports(text: str) -> str:
    """A page without what stands between the start of its example and the first blank line."""
    before, _, block = text.partition("```python\n")
    return before + block[block.index("_instance = ") :]
