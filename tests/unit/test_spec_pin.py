"""Rows of releases.toml: what they say, and that the rest of the file stays."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kubewright.codegen.naming import class_names
from kubewright.errors import KubewrightError
from kubewright.spec import bundle, cache, pin, releases, sources

REAL = releases.file()


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the pinned releases, and a cache of the test's own."""
    path = tmp_path / "releases.toml"
    shutil.copy(REAL, path)
    monkeypatch.setattr(releases, "file", lambda: path)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    releases.pinned.cache_clear()
    yield path
    releases.pinned.cache_clear()


def of_1_37(tmp_path: Path, **more: object) -> str:
    """A file with the definitions of 1.37 and `more`."""
    found = {**sources.load("1.37").definitions, **more}
    path = tmp_path / "swagger.json"
    path.write_text(json.dumps({"definitions": found}))
    return str(path)


def test_the_committed_file_is_what_pin_writes(rows: Path) -> None:
    """From the header alone, all releases in turn give the committed bytes."""
    committed = rows.read_bytes()
    documents = [sources.load(name) for name in releases.pinned()]
    head, _, _ = rows.read_text().partition("[releases")
    rows.write_text(head.rstrip() + "\n")
    older = None
    for found in documents:
        url = releases.UPSTREAM.format(release=found.release)
        new = pin.row(found, url, class_names, older)
        assert pin.write(rows, new)
        older = (new, found)
    assert rows.read_bytes() == committed


@pytest.mark.parametrize("name", ["1.25", "1.29", "1.37"])
def test_a_release_that_is_pinned_stays_as_it_is(rows: Path, name: str) -> None:
    """Pinned again, a release changes no byte."""
    committed = rows.read_bytes()
    done = pin.pin(name, class_names)
    assert not done.changed
    assert rows.read_bytes() == committed
    assert not cache.folder().exists()


def test_a_new_release_comes_last(rows: Path, tmp_path: Path) -> None:
    """A row is added, with the names that its collisions cost, and the file is kept."""
    before = rows.read_text()
    clash = {"io.k8s.api.other.v1.Pod": {"properties": {"kind": {"type": "string"}}}}
    spec = of_1_37(tmp_path, **clash)
    done = pin.pin("1.38", class_names, spec=spec)
    assert done.release.aliases == {
        "V1Pod": "CoreV1Pod",
        "V1ResourceClaim": "CoreV1ResourceClaim",
        "V1Subject": "RbacV1Subject",
    }
    assert (done.release.definitions, done.release.models) == (863, 846)
    assert done.release.url == releases.UPSTREAM.format(release="1.38")
    assert rows.read_text().startswith(before)
    assert releases.newest() == done.release
    assert sources.origin("1.38") == "cache"
    assert len(sources.load("1.38").definitions) == 863


def test_a_digest_changes_on_request_only(rows: Path, tmp_path: Path) -> None:
    """Other definitions for a pinned release need `force`; else nothing is written."""
    before = rows.read_text()
    spec = of_1_37(tmp_path, **{"com.example.v1.Foo": {"type": "object"}})
    with pytest.raises(KubewrightError, match="--force pins them instead"):
        pin.pin("1.37", class_names, spec=spec)
    assert rows.read_text() == before
    assert pin.pin("1.37", class_names, spec=spec, force=True).changed
    changed = [
        (old, new)
        for old, new in zip(
            before.splitlines(), rows.read_text().splitlines(), strict=True
        )
        if old != new
    ]
    assert [new.split(" = ")[0] for _, new in changed] == ["digest", "definitions"]
    assert len(sources.load("1.37").definitions) == 863


def test_comments_and_order_stay(rows: Path) -> None:
    """A row that was edited by hand is put right, and all comments stay."""
    text = rows.read_text()
    edited = text.replace("models = 845", "models = 1  # counted by hand", 1)
    edited = edited.replace(
        '[releases."1.36"]', '# a note\n[releases."1.36"]  # here', 1
    )
    rows.write_text(edited)
    releases.pinned.cache_clear()
    assert pin.pin("1.37", class_names).changed
    assert rows.read_text() == edited.replace("models = 1 ", "models = 845 ")


def test_a_url_with_a_password_is_not_written(rows: Path) -> None:
    """The file is public, so its URLs are for everybody."""
    with pytest.raises(
        KubewrightError, match="a URL with a user or password"
    ) as caught:
        pin.pin("1.38", class_names, spec="https://me:hidden@host/swagger.json")
    assert "hidden" not in str(caught.value)


def test_what_is_no_whole_server_is_not_pinned(rows: Path, tmp_path: Path) -> None:
    """A few definitions are no release: the discovery definitions have no place there."""
    path = tmp_path / "few.json"
    path.write_text('{"definitions": {"com.example.v1.Foo": {}}}')
    with pytest.raises(KubewrightError, match=r"fixup discovery on release 1\.38"):
        pin.pin("1.38", class_names, spec=str(path))


def test_a_file_that_cannot_be_written(
    rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that refuses the file is one line, and the file stays."""
    monkeypatch.setattr("tempfile.mkstemp", _refuse)
    with pytest.raises(KubewrightError, match="found permission denied, expected"):
        pin.write(rows, releases.Release("1.38", "d", 1, 1, "u"))
    assert rows.read_bytes() == REAL.read_bytes()


def _refuse(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def test_a_release_without_bundle_is_pinned_from_upstream(
    rows: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --spec the bundle is asked, then the URL of the release."""
    asked: list[str] = []

    def url(place: str, _transfer: object) -> None:
        asked.append(place)
        raise KubewrightError

    monkeypatch.setattr(bundle, "file_of", lambda name: None)
    monkeypatch.setattr("kubewright.spec.fetch.url", url)
    with pytest.raises(KubewrightError):
        pin.pin("1.38", class_names)
    assert asked == [releases.UPSTREAM.format(release="1.38")]


@pytest.mark.parametrize(
    ("now", "before", "known", "aliases"),
    [
        ({"a": "X"}, {"a": "X"}, {}, {}),
        ({"a": "AX", "b": "BX"}, {"a": "X"}, {}, {"X": "AX"}),
        ({"a": "AX", "b": "X"}, {"a": "X"}, {}, {}),
        ({"b": "X"}, {"a": "X"}, {}, {}),
        ({"a": "AX"}, {"a": "AX"}, {"X": "AX"}, {"X": "AX"}),
        ({"a": "AAX"}, {"a": "AX"}, {"X": "AX"}, {"AX": "AAX", "X": "AAX"}),
        ({"a": "X"}, {"a": "AX"}, {"X": "AX"}, {"AX": "X"}),
        ({}, {"a": "AX"}, {"X": "AX"}, {}),
    ],
)
def test_aliases(
    now: dict[str, str],
    before: dict[str, str],
    known: dict[str, str],
    aliases: dict[str, str],
) -> None:
    """Old names lead to what their definition is called now; a class is no alias."""
    assert pin.aliases(now, before, known) == aliases
