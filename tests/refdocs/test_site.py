"""The site: pages, links, what is refused, what is made anew."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kubewright.cli.app import main
from kubewright.refdocs.site import build as building
from refdocs.links import faults
from refdocs.specs import HOSTILE, hostile_spec

SMALL = Path(__file__).parents[1] / "golden" / "mutual_recursion" / "spec.json"


def docs(*arguments: str | Path) -> Result:
    """Run the verb with one process."""
    return CliRunner().invoke(main, ["docs", *map(str, arguments), "--jobs", "1"])


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of hostile definitions."""
    folder = tmp_path_factory.mktemp("hostile")
    spec = folder / "spec.json"
    spec.write_text(json.dumps(hostile_spec()), "utf-8")
    result = docs("1.37", "--spec", spec, "--output", folder / "site")
    assert result.exit_code == 0, result.stderr
    return folder / "site"


class Tags(HTMLParser):
    """The tags and attributes of a page, and its text."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_hostile_texts_are_shown_as_text(hostile: Path) -> None:
    """No tag, no handler and no address comes from a description, and the text is there."""
    for page in hostile.rglob("*.html"):
        found = Tags(page)
        for tag, attributes in found.tags:
            assert not [name for name in attributes if name.startswith("on")], page
            assert (tag, attributes.get("src")) != ("img", "x")
            assert not str(attributes.get("href", "")).startswith(
                ("javascript", "data")
            )
        scripts = [attributes for tag, attributes in found.tags if tag == "script"]
        assert all(attributes.get("src") for attributes in scripts), page
    shown = " ".join(Tags(hostile / "1.37/models/V1Thing.html").text.split())
    # What stands between backticks is code, which is all that a description can do.
    for number in (0, 1, 2, 3, 4, 5, 7, 9, 11, 12, 14, 16, 17):
        assert HOSTILE[number].replace("`", "") in shown


def test_every_link_of_a_small_site_resolves(hostile: Path) -> None:
    """Files and anchors are there, and nothing is fetched from another host."""
    assert list(faults(hostile)) == []


def test_second_run_makes_nothing_anew(tmp_path: Path) -> None:
    """What says the same is not touched; one changed description makes few pages anew."""
    spec = json.loads(SMALL.read_text("utf-8"))
    place = tmp_path / "spec.json"
    place.write_text(json.dumps(spec), "utf-8")
    arguments = ("1.37", "--spec", place, "--output", tmp_path / "site", "-q")
    assert docs(*arguments).exit_code == 0
    pages = {
        path: path.stat().st_mtime_ns
        for path in (tmp_path / "site/1.37/models").glob("*.html")
    }
    assert docs(*arguments).exit_code == 0
    assert {path: path.stat().st_mtime_ns for path in pages} == pages
    body = spec["definitions"][next(iter(spec["definitions"]))]
    body["description"] = "Another text."
    place.write_text(json.dumps(spec), "utf-8")
    assert docs(*arguments).exit_code == 0
    anew = [path for path, time in pages.items() if path.stat().st_mtime_ns != time]
    assert len(anew) == 1
    assert "Another text." in anew[0].read_text("utf-8")


def test_foreign_folder_is_refused_without_force(tmp_path: Path) -> None:
    """Files of another origin are left alone, and --force writes among them."""
    (tmp_path / "notes.txt").write_text("mine")
    arguments = ("1.37", "--spec", SMALL, "--output", tmp_path)
    result = docs(*arguments)
    assert result.exit_code == 2
    assert "files of another origin" in result.stderr
    assert "--force" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert docs(*arguments, "--force").exit_code == 0
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert docs(*arguments).exit_code == 0


def test_output_that_is_a_file_is_refused(tmp_path: Path) -> None:
    """A file is no folder for a site."""
    (tmp_path / "site").write_text("x")
    result = docs("1.37", "--spec", SMALL, "--output", tmp_path / "site")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "found a file" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["9.99"], "a release that is not pinned"),
        (["newest"], "no release number"),
        (["1.36", "1.37", "--spec", "x.json"], "2 releases"),
        (["1.37", "--spec", "no-such-file.json"], "no-such-file.json"),
        (["1.37", "--guide", "no-such-folder"], "no-such-folder"),
        (["1.37", "--package", "No-Name"], "No-Name"),
    ],
)
def test_wrong_calls_end_in_one_line(
    arguments: list[str], found: str, tmp_path: Path
) -> None:
    """Exit 2, one line that names the fault, nothing written."""
    result = docs(*arguments, "--output", tmp_path / "site")
    assert (result.exit_code, result.stdout) == (2, "")
    assert found in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "site").exists()


def test_missing_sphinx_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without Sphinx there is one line, which says what to install."""
    monkeypatch.setattr(building, "find_spec", lambda name: None)
    result = docs("1.37", "--spec", SMALL, "--output", tmp_path / "site")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "pip install 'kubewright[docs]'" in result.stderr


def test_warning_of_sphinx_is_an_error(tmp_path: Path) -> None:
    """A guide with a broken link ends the run with Sphinx's own words."""
    guide = tmp_path / "docs"
    guide.mkdir()
    (guide / "page.rst").write_text("Page\n====\n\n:doc:`missing`\n")
    result = docs("1.37", "--spec", SMALL, "--output", tmp_path / "s", "--guide", guide)
    assert result.exit_code == 2
    assert "missing" in result.stderr
    assert "a build without warnings" in result.stderr


def test_guide_has_cards_and_pages(tmp_path: Path) -> None:
    """Pages of a folder `guide` are built, and the start page leads to them."""
    guide = tmp_path / "docs"
    (guide / "guide").mkdir(parents=True)
    settings = "from kubewright.refdocs.site.settings import *\nextensions += ['myst_parser']\n"
    (guide / "conf.py").write_text(settings)
    (guide / "guide" / "first.md").write_text(
        "# First *steps*\n\nDo `it`. Then more.\n"
    )
    result = docs("1.37", "--spec", SMALL, "--output", tmp_path / "s", "--guide", guide)
    assert result.exit_code == 0, result.stderr
    start = Tags(tmp_path / "s/1.37/index.html").text
    assert "First steps" in start
    assert "Do it" in start
    assert "Then more" not in start
    assert list(faults(tmp_path / "s")) == []


def test_two_releases_know_each_other(tmp_path: Path) -> None:
    """releases.js lists what is built, newest first, with the pages of each."""
    for release in ("1.37", "1.36"):
        arguments = (release, "--spec", SMALL, "--output", tmp_path / "s", "-q")
        assert docs(*arguments).exit_code == 0
    text = (tmp_path / "s/releases.js").read_text("utf-8")
    rows = json.loads(re.fullmatch(r"window\.KUBEWRIGHT_RELEASES = (.*);\n", text)[1])
    assert [row["name"] for row in rows] == ["1.37", "1.36"]
    assert "models/V1Tree" in rows[0]["pages"]
    assert "1.37/index.html" in (tmp_path / "s/index.html").read_text("utf-8")
