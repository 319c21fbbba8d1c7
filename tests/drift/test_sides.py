"""What OLD and NEW may be: releases in any spelling, files, URLs, clusters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from drift import support
from kubewright.drift import cache, sides
from kubewright.errors import KubewrightError
from kubewright.spec import cluster, sources
from kubewright.spec.cluster import Cluster
from kubewright.spec.document import Document

DEFINITIONS = support.bakery(Dough=support.model(flour={"type": "string"}))


@pytest.mark.parametrize(
    "spelling", ["1.37", "v1.37", "1.37.0", "release-1.37", " 1.37 "]
)
def test_spellings_of_a_release(spelling: str) -> None:
    """Each spelling is the same release under its own name."""
    found = sides.read(spelling)
    assert (found.name, found.release) == ("1.37", "1.37")
    assert found.digest == support.release("1.37").digest


def test_second_reading_comes_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A release whose shapes are kept is not read again."""
    first = sides.read("1.36")
    monkeypatch.delattr(sources, "load")
    assert sides.read("1.36") == first


def test_files_are_kept_by_their_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that changes is read again; the same bytes under another name are not."""
    path, other = tmp_path / "a.json", tmp_path / "b.json"
    for each in (path, other):
        each.write_text(json.dumps({"definitions": DEFINITIONS}))
    assert sides.read(str(path)).name == str(path)
    monkeypatch.delattr(sources, "checked")
    assert sides.read(str(other)).name == str(other)
    other.write_text("{}")
    with pytest.raises(AttributeError):
        sides.read(str(other))


def test_file_of_a_pinned_release_is_that_release(tmp_path: Path) -> None:
    """Definitions that are pinned are known by their digest, wherever they lie."""
    path = tmp_path / "swagger.json"
    path.write_text(json.dumps({"definitions": sources.load("1.37").definitions}))
    assert sides.read(str(path)).release == "1.37"


def test_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """A URL is loaded by the spec room."""
    made = Document(DEFINITIONS, "https://example.com/swagger.json")
    monkeypatch.setattr(sources, "load_spec", lambda place: made)
    found = sides.read("https://example.com/swagger.json")
    assert (found.name, found.release) == ("https://example.com/swagger.json", None)


@pytest.mark.parametrize(
    ("place", "context"), [("cluster", None), ("cluster:staging", "staging")]
)
def test_cluster(
    place: str, context: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`cluster[:CONTEXT]` asks the cluster of the kubeconfig."""
    asked: list[Cluster] = []

    class Fetched:
        document = Document(DEFINITIONS, "https://localhost/openapi/v2")

    def load(wanted: Cluster) -> Fetched:
        asked.append(wanted)
        return Fetched()

    monkeypatch.setattr(cluster, "load", load)
    monkeypatch.setenv("KUBECONFIG", f"{tmp_path / 'config'}:other")
    assert sides.read(place).name == place
    assert asked == [Cluster(kubeconfig=tmp_path / "config", context=context)]


@pytest.mark.parametrize("place", ["1.99", "nothing.json", "", "cluster:x"])
def test_what_cannot_be_read(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unknown release, a missing file and a missing kubeconfig are errors."""
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "gone"))
    with pytest.raises(KubewrightError):
        sides.read(place)


def test_faulty_file_is_not_kept(tmp_path: Path) -> None:
    """What is refused once is refused again."""
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"definitions": {"a b": {"type": "object"}}}))
    for _ in range(2):
        with pytest.raises(KubewrightError, match="no dotted name"):
            sides.read(str(path))
    assert not list(cache.file_of("0" * 64).parent.glob("bad*"))
