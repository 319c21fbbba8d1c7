"""A cluster's document, by URL and token or by what a kubeconfig says."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path
from typing import Any

import pytest
import trustme
import yaml

from kubewright.errors import KubewrightError
from kubewright.spec import cluster, kubeconfig
from kubewright.spec.cluster import Cluster
from kubewright.spec.transfer import Transfer
from misbehaving import DEFINITIONS, TOKEN, Server


def config(
    folder: Path, server: str, user: dict[str, Any], **of_cluster: object
) -> Path:
    """A kubeconfig file with one context of that cluster and user."""
    content = {
        "current-context": "here",
        "contexts": [{"name": "here", "context": {"cluster": "c", "user": "u"}}],
        "clusters": [{"name": "c", "cluster": {"server": server, **of_cluster}}],
        "users": [{"name": "u", "user": user}],
    }
    path = folder / "config"
    path.write_text(yaml.safe_dump(content))
    return path


def base64_text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def test_a_cluster_by_url_and_token(
    server: Server, transfer: Transfer, tmp_path: Path
) -> None:
    """The document lies at /openapi/v2; the token's blanks do not matter."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    asked = Cluster(server.url("/"), token_file=tmp_path / "token")
    found = cluster.load(asked, transfer)
    assert found.document.definitions == DEFINITIONS
    assert found.document.origin == server.url("/openapi/v2")
    assert server.headers[0]["accept"] == "application/json"


def test_without_credentials(server: Server, transfer: Transfer) -> None:
    """A refusal says what the server wants."""
    with pytest.raises(KubewrightError) as caught:
        cluster.load(Cluster(server.url("")), transfer)
    assert str(caught.value) == (
        f"{server.url('/openapi/v2')}: found status 401 (Unauthorized), "
        "expected status 200; the server wants credentials"
    )


def test_a_cluster_over_tls(
    tls_server: Server, ca_file: Path, transfer: Transfer, tmp_path: Path
) -> None:
    """`--ca` is what the cluster is trusted by."""
    (tmp_path / "token").write_text(TOKEN)
    asked = Cluster(tls_server.url(""), tmp_path / "token", ca_file)
    assert cluster.load(asked, transfer).document.definitions == DEFINITIONS


@pytest.mark.parametrize("inline", [True, False])
def test_a_client_certificate(
    strict_server: Server,
    authority: trustme.CA,
    ca_file: Path,
    transfer: Transfer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    inline: bool,
) -> None:
    """CA, client certificate and key come as data or as paths beside the kubeconfig."""
    issued = authority.issue_cert("me")
    (tmp_path / "me.crt").write_bytes(issued.cert_chain_pems[0].bytes())
    (tmp_path / "me.key").write_bytes(issued.private_key_pem.bytes())
    user: dict[str, Any] = {"client-certificate": "me.crt", "client-key": "me.key"}
    trust = {"certificate-authority": ca_file.name}
    if inline:
        user, trust = data_of(user, tmp_path), data_of(trust, tmp_path)
    path = config(tmp_path, strict_server.url(""), {**user, "token": TOKEN}, **trust)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    found = cluster.load(Cluster(kubeconfig=path), transfer)
    assert found.document.definitions == DEFINITIONS
    assert not list((tmp_path / "temporary").iterdir())


def data_of(entry: dict[str, Any], folder: Path) -> dict[str, Any]:
    return {
        f"{name}-data": base64_text((folder / path).read_bytes())
        for name, path in entry.items()
    }


def test_the_parts_given_win(
    server: Server, transfer: Transfer, tmp_path: Path
) -> None:
    """`--cluster` and `--token-file` replace what the context says."""
    (tmp_path / "token").write_text(TOKEN)
    path = config(tmp_path, "https://127.0.0.1:1", {"token": "other"})
    asked = Cluster(server.url(""), tmp_path / "token", kubeconfig=path)
    assert cluster.load(asked, transfer).document.definitions == DEFINITIONS


def test_a_context_of_choice(tmp_path: Path) -> None:
    """`--context` names another than the current context."""
    path = config(tmp_path, "https://one", {"token": "t1"})
    content = yaml.safe_load(path.read_text())
    content["contexts"].append({"name": "there", "context": {"cluster": "d"}})
    content["clusters"].append({"name": "d", "cluster": {"server": "https://two"}})
    path.write_text(yaml.safe_dump(content))
    assert kubeconfig.load(path, "there") == kubeconfig.Credentials("https://two")
    assert kubeconfig.load(path).server == "https://one"


def test_a_token_file_wins_over_a_token(tmp_path: Path) -> None:
    """As in kubectl; its path is relative to the kubeconfig."""
    (tmp_path / "token").write_text("from-file")
    path = config(tmp_path, "https://one", {"token": "inline", "tokenFile": "token"})
    assert kubeconfig.load(path).token == "from-file"


def test_a_token_needs_tls(transfer: Transfer, tmp_path: Path) -> None:
    """A token goes over plain http to this machine alone."""
    path = config(tmp_path, "http://example.invalid", {"token": TOKEN})
    with pytest.raises(KubewrightError, match="found a token for a server without TLS"):
        cluster.load(Cluster(kubeconfig=path), transfer)


@pytest.mark.parametrize(
    ("user", "of_cluster", "text"),
    [
        ({"exec": {"command": "aws"}}, {}, "a program that makes credentials (`exec`)"),
        ({"auth-provider": {"name": "gcp"}}, {}, "an auth provider (`auth-provider`)"),
        ({"username": "me", "password": "hidden"}, {}, "a user name and password"),
        ({"as": "admin"}, {}, "impersonation (`as`)"),
        ({}, {"insecure-skip-tls-verify": True}, "is not to be verified"),
        ({}, {"tls-server-name": "x"}, "another server name for TLS"),
        ({}, {"proxy-url": "http://p"}, "a proxy of its own"),
        ({"token": "hidden\x00"}, {}, "no bearer token, expected one line of ASCII"),
        ({"token": ["hidden"]}, {}, "no `token`, expected a text"),
        ({"client-key-data": "hidden!"}, {}, "`client-key-data` that is no base64"),
        ({"client-key": "nowhere"}, {}, "no such file or directory, expected"),
        ({"tokenFile": "nowhere"}, {}, "no such file or directory, expected"),
    ],
)
def test_what_a_kubeconfig_cannot_ask(
    tmp_path: Path, user: dict[str, Any], of_cluster: dict[str, Any], text: str
) -> None:
    """What would start a program or cannot be honoured is refused, without secrets."""
    path = config(tmp_path, "https://one", user, **of_cluster)
    with pytest.raises(KubewrightError) as caught:
        kubeconfig.load(path)
    assert text in str(caught.value)
    assert "hidden" not in str(caught.value)


# Texts that do not go with their tag, each refused by PyYAML in a way of its own.
TAGGED = ("int", "int x", "bool 1", "float", f"float {'9:' * 999}9", "timestamp x")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{", "no YAML at line 1"),
        ("token: hidden\n\t: [", "no YAML at line 2"),
        ("!!python/object/apply:os.system [ls]", "no YAML at line 1"),
        *((f"a: !!{tag}", "no YAML") for tag in TAGGED),
        ("- 1", "no mapping"),
        ("", "no mapping"),
        ("{}", "no current context"),
        ("current-context: x", "no context 'x'"),
        ("current-context: x\ncontexts: {}", "no context 'x'"),
        ("current-context: x\ncontexts: [{name: x, context: 3}]", "no mapping"),
        ("current-context: x\ncontexts: [{name: x}]", "no cluster 'None'"),
        (
            "current-context: x\ncontexts: [{name: x, context: {cluster: c}}]\n"
            "clusters: [{name: c, cluster: {}}]",
            "no `server`",
        ),
    ],
)
def test_what_is_no_kubeconfig(tmp_path: Path, text: str, found: str) -> None:
    """A file that is no kubeconfig is one line that does not quote it."""
    path = tmp_path / "config"
    path.write_text(text)
    with pytest.raises(KubewrightError) as caught:
        kubeconfig.load(path)
    assert f"found {found}, expected" in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_a_kubeconfig_that_is_not_there(tmp_path: Path) -> None:
    """A missing file is one line."""
    with pytest.raises(KubewrightError, match="no such file or directory"):
        kubeconfig.load(tmp_path / "nowhere")


def test_credentials_have_no_secrets_in_their_repr() -> None:
    """A token or key that is printed by accident does not appear."""
    secret = kubeconfig.Credentials("https://one", token="hidden", key=b"hidden")
    assert "hidden" not in repr(secret)
