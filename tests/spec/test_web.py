"""A download against a server that misbehaves: what comes, and the one line of an error."""

from __future__ import annotations

import io
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from kubewright.errors import KubewrightError
from kubewright.spec import web
from kubewright.spec.transfer import Access, Transfer
from kubewright.spec.web_errors import NetworkError, shown
from misbehaving import BODY, SLOW_PATHS, TOKEN, Server, serving


def download(url: str, transfer: Transfer) -> bytes:
    file = io.BytesIO()
    web.download(url, file, transfer)
    return file.getvalue()


@pytest.mark.parametrize(
    ("path", "requests"),
    [
        ("/good", 1),
        ("/good-at-third", 3),
        ("/whole-at-second", 2),
        ("/zipped", 1),
        ("/moved", 1),
        ("/moved-without-end", 1),
    ],
)
def test_the_whole_unpacked_body_comes(
    server: Server, transfer: Transfer, path: str, requests: int
) -> None:
    """Status 500, a cut body, gzip and redirects within the host end well."""
    assert download(server.url(path), transfer) == BODY
    assert server.asked[path] == requests


FAILURES = [
    ("/busy", "status 503 (Service Unavailable), expected status 200", True, 3),
    ("/too-many", "status 429 (Too Many Requests), expected status 200", True, 3),
    ("/missing", "status 404 (Not Found), expected status 200", False, 1),
    ("/guarded", "status 401 (Unauthorized), expected status 200", False, 1),
    ("/silent", "silence for 0.2 s, expected an answer", True, 3),
    ("/stuck", "silence for 0.2 s, expected an answer", True, 3),
    ("/drop-by-drop", "a download that lasts longer than 0.9 s, expected", True, 1),
    ("/short", "a body that ends 7 bytes early, expected an answer", True, 3),
    ("/half-chunked", "a connection that was cut, expected an answer", True, 3),
    ("/reset", "a connection that was cut, expected an answer", True, 3),
    ("/html", "an HTML page, expected an OpenAPI document in JSON", False, 1),
    ("/round-and-round", "a redirect loop, expected an answer", False, 6),
    ("/to-a-file", "no usable URL, expected an http(s) URL", False, 1),
    ("/to-no-host", "a redirect to no URL, expected an http(s) URL", False, 1),
    ("/to-no-text", "a redirect to no URL, expected an http(s) URL", False, 1),
    ("/bomb", "a body larger than 1,048,576 bytes, expected definitions", False, 1),
    ("/huge", "a body larger than 1,048,576 bytes, expected definitions", False, 1),
    ("/announced-huge", "a body larger than 1,048,576 bytes, expected", False, 1),
    ("/not-zipped", "a body that cannot be unpacked, expected an answer", False, 1),
]


@pytest.mark.parametrize(("path", "text", "passing", "requests"), FAILURES)
def test_what_fails_is_one_line_and_the_patience_has_an_end(
    server: Server,
    transfer: Transfer,
    path: str,
    text: str,
    passing: bool,
    requests: int,
) -> None:
    """Each failure says what was found; what may pass is asked for again, twice at most."""
    with pytest.raises(KubewrightError) as caught:
        download(server.url(path), transfer)
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, NetworkError) == passing
    # On a busy machine a header may come too late as well, which has repeats of its own.
    assert server.asked[path] == requests or path in SLOW_PATHS


def test_a_bomb_is_stopped_before_it_fills_the_disk(
    server: Server, transfer: Transfer
) -> None:
    """16 MiB packed into 16 kB are given up a chunk after the limit."""
    file = io.BytesIO()
    with pytest.raises(KubewrightError, match="larger"):
        web.download(server.url("/bomb"), file, transfer)
    assert len(file.getvalue()) <= transfer.limits.size + web.CHUNK


def test_a_server_that_is_not_there(transfer: Transfer) -> None:
    """A refused connection is a failure of the network."""
    with serving() as server:
        url = server.url()
    with pytest.raises(NetworkError, match="found a refused connection, expected"):
        download(url, transfer)


def test_a_host_name_that_is_unknown(
    transfer: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that does not resolve is a failure of the network."""

    def unknown(*_: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    with pytest.raises(NetworkError, match="found an unknown host name, expected"):
        download("http://host.invalid/x", transfer)


def test_another_host_is_visited_on_request_only(
    server: Server, transfer: Transfer
) -> None:
    """A redirect to another server names it, and is followed with `foreign` alone."""
    with serving() as other:
        server.elsewhere = other.url()
        with pytest.raises(KubewrightError) as caught:
            download(server.url("/abroad"), transfer)
        assert f"found a redirect to {other.url()}" in str(caught.value)
        assert "--allow-redirect" in str(caught.value)
        assert not other.asked
        assert download(server.url("/abroad"), replace(transfer, foreign=True)) == BODY


def test_a_token_stays_with_its_host(server: Server, transfer: Transfer) -> None:
    """A foreign redirect that is allowed is followed without the token."""
    carrying = replace(transfer, access=Access(token=TOKEN), foreign=True)
    with serving() as other:
        server.elsewhere = other.url()
        download(server.url("/abroad"), carrying)
        assert server.headers[0]["authorization"] == f"Bearer {TOKEN}"
        assert "authorization" not in other.headers[0]


def test_a_token_is_preferred_to_netrc(
    server: Server, transfer: Transfer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry for the host in ~/.netrc does not replace the token that was given."""
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password other\n")
    monkeypatch.setenv("NETRC", str(netrc))
    carrying = replace(transfer, access=Access(token=TOKEN))
    assert download(server.url("/guarded"), carrying) == BODY


def test_https_is_not_left(
    tls_server: Server, ca_file: Path, transfer: Transfer
) -> None:
    """A redirect from https to http is refused, foreign redirects allowed or not."""
    trusting = replace(transfer, access=Access(ca=str(ca_file)), foreign=True)
    with serving() as other:
        tls_server.elsewhere = other.url()
        with pytest.raises(
            KubewrightError, match="found a redirect from https to http://"
        ):
            download(tls_server.url("/abroad"), trusting)
        assert not other.asked


def test_an_unknown_certificate_is_refused(
    tls_server: Server, transfer: Transfer
) -> None:
    """TLS is verified; a certificate that does not verify is no failure of the network."""
    with pytest.raises(
        KubewrightError, match="a certificate that does not verify"
    ) as caught:
        download(tls_server.url(), transfer)
    assert not isinstance(caught.value, NetworkError)


def test_requests_ca_bundle_is_honoured(
    tls_server: Server,
    ca_file: Path,
    transfer: Transfer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`REQUESTS_CA_BUNDLE` names the certificates to trust."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(ca_file))
    assert download(tls_server.url(), transfer) == BODY


def test_a_ca_bundle_that_is_not_there(
    tls_server: Server, transfer: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong `REQUESTS_CA_BUNDLE` is one line, not a traceback."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", "/nowhere/ca.pem")
    with pytest.raises(KubewrightError, match="found no usable CA bundle"):
        download(tls_server.url(), transfer)


def test_a_proxy_is_asked(
    server: Server, transfer: Transfer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`HTTP_PROXY` is honoured: the proxy sees the whole URL."""
    monkeypatch.setenv("HTTP_PROXY", server.url(""))
    monkeypatch.setenv("NO_PROXY", "")
    assert download("http://host.invalid/good", transfer) == BODY
    assert server.asked["http://host.invalid/good"] == 1


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://me:pw@host/a/b?token=x#y", "https://host/a/b?..."),
        ("http://host:8080/a", "http://host:8080/a"),
    ],
)
def test_a_url_is_shown_without_secrets(url: str, text: str) -> None:
    """Neither user and password nor query come up in a message."""
    assert shown(url) == text


@pytest.mark.parametrize("path", [row[0] for row in FAILURES])
def test_no_error_shows_credentials(
    server: Server, transfer: Transfer, path: str
) -> None:
    """Whatever fails, password, query and token stay out of the error."""
    url = server.url(f"{path}?key=hidden").replace("//", "//me:hidden@", 1)
    with pytest.raises(KubewrightError) as caught:
        download(url, replace(transfer, access=Access(token="hidden")))
    assert "hidden" not in f"{caught.value}{caught.value.__cause__}"


def test_progress_is_told(server: Server, transfer: Transfer) -> None:
    """The callback hears of the bytes that came and of those to come."""
    told: list[tuple[int, int | None]] = []
    telling = replace(transfer, progress=lambda done, total: told.append((done, total)))
    download(server.url(), telling)
    assert told[-1] == (len(BODY), len(BODY))
