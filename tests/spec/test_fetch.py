"""What a fetch leaves behind: a good file in the cache, or nothing new."""

from __future__ import annotations

import json
import logging
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from kubewright.errors import KubewrightError
from kubewright.spec import bundle, cache, document, fetch, releases, sources
from kubewright.spec.releases import Release
from kubewright.spec.transfer import Transfer
from misbehaving import BODY, DEFINITIONS, Server

DIGEST = document.digest(DEFINITIONS)


def pinned(url: str, digest: str = DIGEST) -> Release:
    return Release("1.99", digest, len(DEFINITIONS), 1, url)


@pytest.fixture
def only_pin(server: Server, monkeypatch: pytest.MonkeyPatch) -> Release:
    """The one release that is pinned: what the server has at /good."""
    pin = pinned(server.url())
    monkeypatch.setattr(releases, "pinned", lambda: {pin.name: pin})
    return pin


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the room warned of; urllib3 logs for itself."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.name.startswith("kubewright") and record.levelno == logging.WARNING
    ]


def test_a_release_lies_in_the_cache(
    server: Server, folder: Path, transfer: Transfer
) -> None:
    """The body is kept as it came, readable by the user alone, and nothing else stays."""
    found = fetch.release(pinned(server.url()), transfer)
    assert found.path == folder / "1.99.json"
    assert found.path.read_bytes() == BODY
    assert stat.S_IMODE(found.path.stat().st_mode) == 0o600
    assert found.document.release == "1.99"
    assert files(folder) == ["1.99.json"]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/short", "a body that ends 7 bytes early"),
        ("/long", "no JSON ("),
        ("/html-as-text", "an HTML or XML page, expected an OpenAPI document"),
        ("/array", "a JSON array, expected a JSON object"),
        ("/bomb", "a body larger than"),
        ("/missing", "status 404"),
    ],
)
def test_a_failure_leaves_nothing(
    server: Server, folder: Path, transfer: Transfer, path: str, text: str
) -> None:
    """After a failed fetch the cache is as it was, without a temporary file."""
    with pytest.raises(KubewrightError) as caught:
        fetch.release(pinned(server.url(path)), transfer)
    assert text in str(caught.value)
    assert str(caught.value).startswith(server.url(path))
    assert files(folder) == []


def test_other_definitions_than_the_pinned_ones(
    server: Server, folder: Path, transfer: Transfer
) -> None:
    """A wrong digest is refused, and the good copy that was there stays."""
    fetch.release(pinned(server.url()), transfer)
    with pytest.raises(KubewrightError) as caught:
        fetch.release(pinned(server.url("/zipped"), "0" * 64), transfer)
    assert f"found definitions with digest {DIGEST[:16]}" in str(caught.value)
    assert f"expected the pinned {'0' * 16}" in str(caught.value)
    assert (folder / "1.99.json").read_bytes() == BODY


@pytest.mark.parametrize("path", ["/busy", "/silent", "/short", "/reset"])
def test_the_copy_in_the_cache_stands_in_for_the_network(
    server: Server,
    transfer: Transfer,
    caplog: pytest.LogCaptureFixture,
    path: str,
) -> None:
    """When the network fails, the copy is used, with a warning that says why."""
    fetch.release(pinned(server.url()), transfer)
    found = fetch.release(pinned(server.url(path)), transfer)
    assert found.document.definitions == DEFINITIONS
    (warning,) = warnings(caplog)
    assert warning.endswith("; the copy in the cache is used")


@pytest.mark.parametrize("path", ["/missing", "/html", "/abroad", "/bomb"])
def test_no_copy_stands_in_for_a_wrong_answer(
    server: Server, transfer: Transfer, path: str
) -> None:
    """An answer that says no is an error, whatever the cache holds."""
    server.elsewhere = "http://127.0.0.1:1/"
    fetch.release(pinned(server.url()), transfer)
    with pytest.raises(KubewrightError):
        fetch.release(pinned(server.url(path)), transfer)


def test_a_damaged_copy_does_not_stand_in(
    server: Server, folder: Path, transfer: Transfer
) -> None:
    """The copy is checked against the pin like any other source."""
    folder.mkdir()
    (folder / "1.99.json").write_bytes(b'{"definitions": {"a.b": {}}}')
    with pytest.raises(KubewrightError, match="expected the pinned"):
        fetch.release(pinned(server.url("/busy")), transfer)


def test_a_url_is_kept_by_its_digest(
    server: Server, folder: Path, transfer: Transfer, caplog: pytest.LogCaptureFixture
) -> None:
    """A URL's copy has a name without the URL's secrets, and stands in for that URL."""
    url = server.url("/good?key=hidden")
    found = fetch.url(url, transfer)
    assert found.document.origin == server.url("/good?...")
    assert "hidden" not in str(found.path)
    server.shutdown()
    server.server_close()
    assert fetch.url(url, transfer).document.definitions == DEFINITIONS
    assert "hidden" not in "".join(warnings(caplog))
    with pytest.raises(KubewrightError):
        fetch.url(server.url("/good?key=other"), transfer)


def test_a_file_of_a_pinned_release_is_kept(
    only_pin: Release, tmp_path: Path, folder: Path
) -> None:
    """A file from elsewhere that is a pinned release serves as that release from then on."""
    path = tmp_path / "swagger.json"
    path.write_bytes(BODY)
    assert fetch.file(path).path == folder / "1.99.json"
    assert sources.load("1.99").definitions == DEFINITIONS


def test_a_file_of_no_release_stays_where_it_is(
    only_pin: Release, tmp_path: Path
) -> None:
    """Other definitions are checked, not kept."""
    path = tmp_path / "swagger.json"
    path.write_text(json.dumps({"definitions": {"com.example.v1.Foo": {}}}))
    assert fetch.file(path).path == path


def test_a_release_without_bundle_comes_from_the_network_once(
    only_pin: Release, server: Server, transfer: Transfer
) -> None:
    """The cache saves the second way to the network."""
    for _ in range(2):
        assert sources.load("1.99", transfer).definitions == DEFINITIONS
    assert server.asked["/good"] == 1


def test_a_damaged_copy_is_passed_over(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A copy in the cache that is not the pinned one gives way to the bundle."""
    folder.mkdir()
    (folder / "1.36.json").write_bytes(b"{")
    assert len(sources.load("1.36").definitions) == 771
    assert warnings(caplog)[0].startswith("the copy in the cache is passed over: ")


def test_a_spec_may_be_a_url(server: Server, transfer: Transfer) -> None:
    """`load_spec` takes a URL, in any case of its scheme, or a path."""
    place = server.url().replace("http", "HTTP", 1)
    assert sources.load_spec(place, transfer).definitions == DEFINITIONS


def test_a_cache_folder_that_cannot_be_made(
    server: Server,
    tmp_path: Path,
    transfer: Transfer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A file in its place ends a call that must keep, and is a warning to any other."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file"))
    pin = pinned(server.url())
    with pytest.raises(KubewrightError, match=r"another folder in \$KUBEWRIGHT_CACHE"):
        fetch.release(pin, replace(transfer, must_keep=True))
    assert fetch.release(pin, transfer).document.definitions == DEFINITIONS
    (warning,) = warnings(caplog)
    assert warning.startswith("nothing is kept in the cache: ")


def test_an_interrupted_fetch_leaves_nothing(
    server: Server, folder: Path, transfer: Transfer
) -> None:
    """Ctrl-C in the middle of a body removes the temporary file."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch.url(server.url(), replace(transfer, progress=interrupt))
    assert files(folder) == []


def test_the_upstream_form_is_fetched(
    server: Server,
    transfer: Transfer,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The network's form of 1.37, with paths, has the digest that the bundle's has."""
    definitions = sources.load("1.37").definitions
    whole = {"swagger": "2.0", "paths": {}, "definitions": definitions}
    server.body = json.dumps(whole).encode()
    big = replace(transfer, limits=replace(transfer.limits, size=2**26))
    pin = replace(releases.find("1.37"), url=server.url())
    assert fetch.release(pin, big).path == folder / "1.37.json"
    monkeypatch.setattr(bundle, "file_of", lambda release: None)
    assert sources.origin("1.37") == "cache"
    assert sources.load("1.37").definitions == definitions


@pytest.mark.parametrize(
    "url",
    ["http://", "http://[::1", "http://h:x/", "http://a b/", "x", "http://\udcff/"],
)
def test_what_is_no_url(url: str, folder: Path, transfer: Transfer) -> None:
    """A text that is no URL is refused before anything is made, and not repeated."""
    with pytest.raises(KubewrightError) as caught:
        fetch.url(url, transfer)
    line = "URL: found no usable URL, expected an http(s) URL with a host name"
    assert str(caught.value) == line
    assert not folder.exists()
