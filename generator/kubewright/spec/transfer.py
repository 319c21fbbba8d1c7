"""What a download may do: its bounds, its credentials, whom it tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kubewright.spec.document import SIZE_LIMIT

# Told how many bytes came over the wire, and how many will come where that is known.
Progress = Callable[[int, "int | None"], None]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a download: seconds, bytes after unpacking, repeats, redirects.

    `read` is the longest silence, `wait` the longest pause before a repeat. `total` is
    looked at whenever bytes come, so a download may outlast it by one silence.
    """

    connect: float = 10.0
    read: float = 30.0
    total: float = 300.0
    size: int = SIZE_LIMIT
    repeats: int = 3
    backoff: float = 0.5
    wait: int = 20
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Access:
    """A server's token, a file of trusted certificates, a client certificate with its key."""

    token: str | None = field(default=None, repr=False)
    ca: str | None = None
    certificate: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Transfer:
    """How a download is made. `foreign` lets redirects lead to other hosts.

    With `must_keep` a cache that cannot be written is an error, else a warning.
    """

    access: Access = Access()
    limits: Limits = Limits()
    progress: Progress | None = None
    foreign: bool = False
    must_keep: bool = False


PLAIN = Transfer()
