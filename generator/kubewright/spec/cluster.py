"""The definitions that a running cluster serves."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kubewright.errors import KubewrightError, Problem
from kubewright.spec import fetch, kubeconfig, locks
from kubewright.spec.kubeconfig import Credentials
from kubewright.spec.transfer import PLAIN, Access, Transfer
from kubewright.spec.web_errors import shown, split

PATH = "/openapi/v2"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PREFIX = "kubewright-cluster-"


@dataclass(frozen=True, slots=True)
class Cluster:
    """Which cluster is asked; each part given wins over what the kubeconfig says."""

    server: str | None = None
    token_file: Path | None = None
    ca: Path | None = None
    kubeconfig: Path | None = None
    context: str | None = None


def load(cluster: Cluster, transfer: Transfer = PLAIN) -> fetch.Fetched:
    """The definitions of `cluster`, its custom resources among them."""
    found = credentials(cluster)
    place = found.server.rstrip("/") + PATH
    parts = split(place)
    if found.token and parts.scheme == "http" and parts.hostname not in LOOPBACK:
        problem = Problem(
            shown(place), "a token for a server without TLS", "an https URL"
        )
        raise KubewrightError(problem)
    with _access(found) as access:
        return fetch.url(place, replace(transfer, access=access))


def credentials(cluster: Cluster) -> Credentials:
    """What the kubeconfig gives, with the parts that `cluster` gives itself."""
    found = Credentials(cluster.server or "")
    if cluster.kubeconfig:
        found = kubeconfig.load(cluster.kubeconfig, cluster.context)
    if cluster.server:
        found = replace(found, server=cluster.server)
    if cluster.token_file:
        found = replace(found, token=kubeconfig.token(cluster.token_file))
    if cluster.ca:
        found = replace(
            found, ca=kubeconfig.content(cluster.ca, "trusted certificates")
        )
    return found


@contextmanager
def _access(found: Credentials) -> Iterator[Access]:
    """`found` as requests wants it: certificates in files, readable by the user alone."""
    room = Path(tempfile.gettempdir())
    # A killed run leaves a key behind; the next one removes it.
    locks.clean(room, PREFIX)
    with locks.leased(room, PREFIX) as folder:
        paths = [_written(folder, part, value) for part, value in _files(found)]
        ca, certificate, key = paths
        pair = (certificate, key) if certificate and key else None
        yield Access(found.token, ca, pair)


def _files(found: Credentials) -> tuple[tuple[str, bytes | None], ...]:
    return ("ca", found.ca), ("certificate", found.certificate), ("key", found.key)


def _written(folder: Path, name: str, content: bytes | None) -> str | None:
    if content is None:
        return None
    path = folder / f"{name}.pem"
    path.write_bytes(content)
    return str(path)
