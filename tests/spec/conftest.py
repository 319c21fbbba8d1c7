"""Servers that misbehave, a cache of its own for each test, and short patience."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import trustme

from kubewright.spec import cache
from kubewright.spec.transfer import Limits, Transfer
from misbehaving import SLOW_PATHS, Server, serving

LIMITS = Limits(
    connect=5, read=5, total=20, size=2**20, repeats=2, backoff=0.001, wait=0
)
# For answers that come late or never; a busy machine may need longer for those that come.
HASTY = replace(LIMITS, read=0.2, total=0.9)
PROXIES = (
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of the test, in an environment without proxies and netrc."""
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("NETRC", str(tmp_path / "no-netrc"))
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


@pytest.fixture
def transfer(request: pytest.FixtureRequest) -> Transfer:
    """Patience for a good answer; little of it for the paths that give none."""
    params = getattr(request.node, "callspec", None)
    slow = params is not None and params.params.get("path") in SLOW_PATHS
    return Transfer(limits=HASTY if slow else LIMITS)


@pytest.fixture(scope="session")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def tls_server(authority: trustme.CA) -> Iterator[Server]:
    """A server whose certificate `authority` has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    with serving(context) as running:
        yield running


@pytest.fixture
def strict_server(authority: trustme.CA) -> Iterator[Server]:
    """A server that wants a client certificate of `authority` as well."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    authority.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED
    with serving(context) as running:
        yield running


@pytest.fixture
def ca_file(authority: trustme.CA, tmp_path: Path) -> Path:
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(str(path))
    return path
