"""How the current context of a kubeconfig file reaches its cluster.

Read as `kubectl` reads one file: paths are relative to it, data wins over a path, a token
file over a token. What would start a program or cannot be honoured is refused.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from kubewright.errors import KubewrightError, Problem, quoted, reading

# What PyYAML lets through of a tag that does not go with its text, such as `!!int x`.
CONSTRUCTING = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
INSTEAD = "give --cluster, --token-file and --ca instead"
REFUSED_USER = {
    "exec": "a program that makes credentials",
    "auth-provider": "an auth provider",
    "username": "a user name and password",
    "as": "impersonation",
}
REFUSED_CLUSTER = {
    "insecure-skip-tls-verify": "a cluster whose certificate is not to be verified",
    "tls-server-name": "another server name for TLS",
    "proxy-url": "a proxy of its own",
}


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a context gives: contents, not paths, so that nothing is read twice."""

    server: str
    ca: bytes | None = None
    token: str | None = field(default=None, repr=False)
    certificate: bytes | None = None
    key: bytes | None = field(default=None, repr=False)


def load(path: Path, context: str | None = None) -> Credentials:
    """The credentials of `context`, or of the current one, in the kubeconfig at `path`."""
    return _Reader(path).credentials(context)


def token(path: Path) -> str:
    """The bearer token in the file `path`."""
    with reading(str(path), "a readable file with a token"):
        return _token(path.read_text(encoding="utf-8", errors="replace"), str(path))


def content(path: Path, what: str) -> bytes:
    """The bytes in the file `path`, which is to hold `what`."""
    with reading(str(path), f"a readable file: {what}"):
        return path.read_bytes()


def _token(text: str, where: str) -> str:
    """`text` as a token; what does not fit in a header must not come up in an error either."""
    text = text.strip()
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise KubewrightError(
            Problem(where, "no bearer token", "one line of ASCII text")
        )
    return text


class _Reader:
    """One kubeconfig file, and how its parts are found."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = _mapping(_yaml(path), str(path))

    def credentials(self, wanted: str | None) -> Credentials:
        name = wanted or self.root.get("current-context")
        if not name:
            raise self.error("no current context", "one", "--context names one")
        context = self.entry("context", name)
        cluster = self.entry("cluster", context.get("cluster"))
        user = self.entry("user", context["user"]) if context.get("user") else {}
        self.refuse(user, REFUSED_USER)
        self.refuse(cluster, REFUSED_CLUSTER)
        return Credentials(
            server=self.text(cluster, "server"),
            ca=self.content(cluster, "certificate-authority"),
            token=self.token(user),
            certificate=self.content(user, "client-certificate"),
            key=self.content(user, "client-key"),
        )

    def entry(self, kind: str, name: object) -> Mapping[str, Any]:
        """The `kind` (`context`, `cluster`, `user`) called `name`."""
        rows = self.root.get(f"{kind}s")
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and row.get("name") == name:
                return _mapping(
                    row.get(kind) or {}, f"{self.path}: {kind} {quoted(str(name))}"
                )
        raise self.error(
            f"no {kind} {quoted(str(name))}", f"an entry of that name in `{kind}s`"
        )

    def refuse(self, entry: Mapping[str, Any], refused: Mapping[str, str]) -> None:
        for name, text in refused.items():
            if entry.get(name):
                expected = "a token, a token file or a client certificate"
                raise self.error(f"{text} (`{name}`)", expected, INSTEAD)

    def text(self, entry: Mapping[str, Any], name: str) -> str:
        value = entry.get(name)
        if not isinstance(value, str) or not value:
            raise self.error(f"no `{name}`", "a text")
        return value

    def token(self, user: Mapping[str, Any]) -> str | None:
        if user.get("tokenFile"):
            return token(self.path.parent / self.text(user, "tokenFile"))
        if user.get("token"):
            return _token(self.text(user, "token"), f"{self.path}: token")
        return None

    def content(self, entry: Mapping[str, Any], name: str) -> bytes | None:
        """What `name`-data holds in base64, or the file that `name` names."""
        if entry.get(f"{name}-data"):
            return self.decoded(entry, f"{name}-data")
        if not entry.get(name):
            return None
        return content(self.path.parent / self.text(entry, name), f"`{name}`")

    def decoded(self, entry: Mapping[str, Any], name: str) -> bytes:
        try:
            return base64.b64decode(self.text(entry, name), validate=True)
        except (binascii.Error, ValueError):
            raise self.error(f"`{name}` that is no base64", "base64") from None

    def error(self, found: str, expected: str, hint: str = "") -> KubewrightError:
        return KubewrightError(Problem(str(self.path), found, expected, hint))


def _yaml(path: Path) -> Any:
    with reading(str(path), "a readable kubeconfig"):
        text = path.read_text(encoding="utf-8", errors="replace")
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, *CONSTRUCTING) as error:
        # The message of the parser quotes the file, and with it secrets.
        mark = getattr(error, "problem_mark", None)
        line = f" at line {mark.line + 1}" if mark else ""
        raise KubewrightError(
            Problem(str(path), f"no YAML{line}", "a kubeconfig")
        ) from None


def _mapping(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise KubewrightError(
            Problem(where, "no mapping", "a mapping of names to values")
        )
    return value
