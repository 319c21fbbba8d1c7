"""The pinned releases and how people spell them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kubewright.errors import KubewrightError
from kubewright.spec import cache, releases


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of releases of the test's own."""
    path = tmp_path / "releases.toml"
    monkeypatch.setattr(releases, "file", lambda: path)
    releases.pinned.cache_clear()
    yield path
    releases.pinned.cache_clear()


def row(name: str) -> str:
    return (
        f'[releases."{name}"]\ndigest = "d"\ndefinitions = 1\nmodels = 1\nurl = "u"\n'
    )


@pytest.mark.parametrize(
    ("spelling", "name", "noted"),
    [
        ("1.37", "1.37", False),
        ("v1.37", "1.37", False),
        ("v1.37.0", "1.37", False),
        ("1.37.0", "1.37", False),
        ("1.37.00", "1.37", False),
        ("release-1.37", "1.37", False),
        (" 1.37\n", "1.37", False),
        ("1.37.2", "1.37", True),
        ("v1.37.12", "1.37", True),
        ("1.4", "1.4", False),
    ],
)
def test_spellings(spelling: str, name: str, noted: bool) -> None:
    """A patch number that is not 0 is ignored with a note."""
    found, note = releases.minor(spelling)
    assert found == name
    assert bool(note) == noted
    assert not noted or note.startswith(f"{spelling}: the patch number is ignored")


@pytest.mark.parametrize(
    "spelling", ["", "1", "latest", "1.37-rc.0", "1.37.x", "-1.37", "1.37.2.3", "١.٣٧"]
)
def test_what_is_no_release(spelling: str) -> None:
    """Another text is no release number."""
    with pytest.raises(
        KubewrightError, match="found no release number, expected a minor"
    ):
        releases.minor(spelling)


def test_an_unknown_release_names_the_known_ones() -> None:
    """The error says which releases there are and how to add one."""
    with pytest.raises(KubewrightError) as caught:
        releases.find("1.99")
    assert str(caught.value) == (
        "release 1.99: found a release that is not pinned, expected one of 1.25 to 1.37; "
        "`kubewright spec pin` adds a release, --spec takes a file or URL"
    )


def test_the_pinned_releases() -> None:
    """1.25 to 1.37 are pinned, with counts and the tag that the bundle was made from."""
    pinned = releases.pinned()
    assert list(pinned) == [f"1.{minor}" for minor in range(25, 38)]
    assert releases.newest().name == "1.37"
    assert (pinned["1.37"].definitions, pinned["1.37"].models) == (862, 845)
    assert (pinned["1.36"].definitions, pinned["1.36"].models) == (771, 768)
    for name, pin in pinned.items():
        assert re.fullmatch("[0-9a-f]{64}", pin.digest)
        assert pin.url == releases.UPSTREAM.format(release=name)
        assert releases.with_digest(pin.digest) == pin


def test_releases_are_ordered_by_number(rows: Path) -> None:
    """1.9 is older than 1.10, wherever the rows stand."""
    rows.write_text(row("1.10") + row("1.9"))
    assert list(releases.pinned()) == ["1.9", "1.10"]
    assert releases.newest().name == "1.10"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "releases = 3",
        "[releases]\nx = 1",
        "[releases]",
        '[releases."1.37"]\ndigest = "d"',
        row("1.37") + "other = 1",
        row("newest"),
    ],
)
def test_a_damaged_file_of_releases(rows: Path, text: str) -> None:
    """Whatever an editor did to the file is one line."""
    rows.write_text(text)
    with pytest.raises(KubewrightError) as caught:
        releases.pinned()
    assert "\n" not in str(caught.value)


def test_the_file_of_releases_is_missing(rows: Path) -> None:
    """Without the file nothing is known; the error names it."""
    with pytest.raises(KubewrightError, match=r"releases\.toml: found no such file"):
        releases.pinned()


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`$KUBEWRIGHT_CACHE` comes first, then the user's cache folder."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    assert cache.file_of("1.37") == tmp_path / "1.37.json"
    monkeypatch.setenv(cache.VARIABLE, "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder().name == "kubewright"
