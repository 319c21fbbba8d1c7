"""Keep a ledger up to date from a live cluster: list, then watch, for each kind.

`Follower` holds the protocol and does no input or output, so threads and asyncio share it. A
`Source` (threads) or `AsyncSource` (asyncio) makes the requests. Source of the protocol:
Kubernetes API concepts, "Efficient detection of changes" (resourceVersion, bookmarks, 410).
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from kubewright.accounting.ledger import Ledger
from kubewright.accounting.loading import GROUPS, KINDS

PAGE: Final = 500  # objects of one answer to a list
WATCH_SECONDS: Final = 300
LONGEST_DELAY: Final = 30.0  # seconds
IDLE_DELAY: Final = 1.0
VERSIONS: Final = ("v1", "v1beta2", "v1beta1")  # of resource.k8s.io, the newest first
PLURALS: Final[Mapping[str, str]] = {
    "Pod": "pods",
    "Node": "nodes",
    "ResourceClaim": "resourceclaims",
    "ResourceSlice": "resourceslices",
    "DeviceClass": "deviceclasses",
}
GONE, NOT_FOUND = 410, 404


class Refused(Exception):
    """An answer of the server that is not 200; `status` is its code."""

    def __init__(self, status: int, reason: str = "") -> None:
        super().__init__(status, reason)
        self.status, self.reason = status, reason


@dataclass(frozen=True, slots=True)
class Request:
    """A GET: of which kind, in which version of its API, with which query."""

    kind: str
    version: str
    query: Mapping[str, str]

    @property
    def path(self) -> str:
        """The path on the server, without the query."""
        group = GROUPS[self.kind]
        root = f"/apis/{group}/{self.version}" if group else f"/api/{self.version}"
        return f"{root}/{PLURALS[self.kind]}"

    @property
    def watches(self) -> bool:
        """Whether the answer is a stream of events, one a line."""
        return "watch" in self.query


class Source(Protocol):
    """Makes requests. Raises Refused for an answer but 200, OSError for a lost connection."""

    def open(self, request: Request) -> AbstractContextManager[Iterator[bytes]]:
        """The body in pieces of any size."""


class AsyncSource(Protocol):
    """The same for asyncio."""

    def open(
        self, request: Request
    ) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """The body in pieces of any size."""


@dataclass(slots=True)
class Follower:
    """Where the following of one kind stands, and what to ask next.

    `synced` once the whole list has been taken, `served` unless no version is. `delay` is how
    many seconds to wait before the next request, `failures` how many went wrong in a row and
    `error` what the last said.
    """

    ledger: Ledger
    kind: str
    synced: bool = False
    delay: float = 0.0
    failures: int = 0
    error: str = ""
    _versions: list[str] = field(default_factory=list)
    _version: str = ""
    _continue: str = ""
    _listed: list[Any] = field(default_factory=list)
    _buffer: bytearray = field(default_factory=bytearray)
    _watching: bool = False
    _events: int = 0  # of the present watch

    def __post_init__(self) -> None:
        self._versions = list(VERSIONS) if GROUPS[self.kind] else ["v1"]

    @property
    def served(self) -> bool:
        """Whether the server may have the kind."""
        return bool(self._versions)

    def request(self) -> Request | None:
        """The next request; None where the server does not have the kind."""
        self._buffer.clear()
        if not self._versions:
            return None
        return Request(self.kind, self._versions[0], self._query())

    def _query(self) -> dict[str, str]:
        self._watching, self._events = bool(self._version), 0
        if not self._watching:
            query = {"limit": str(PAGE)}
            return query | {"continue": self._continue} if self._continue else query
        return {
            "watch": "true",
            "allowWatchBookmarks": "true",
            "resourceVersion": self._version,
            "timeoutSeconds": str(WATCH_SECONDS),
        }

    def take(self, piece: bytes) -> bool:
        """Take a piece of the body; whether the ledger changed."""
        self._buffer += piece
        if not self._watching:
            return False
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = bytearray(rest)
        changes = [self._event(json.loads(line)) for line in lines if line.strip()]
        return True in changes

    def end(self) -> bool:
        """The body is whole; whether the ledger changed. A watch may end at any time."""
        if self._watching:
            # A server that ends every watch at once is not asked without a pause.
            self.delay = 0.0 if self._events else IDLE_DELAY
            return False
        answer = json.loads(self._buffer)
        metadata = answer.get("metadata") or {}
        self._listed += answer.get("items") or ()
        self._continue = metadata.get("continue") or ""
        if self._continue:
            return False
        self._version = metadata.get("resourceVersion") or "0"
        self.ledger.relist(self.kind, self._listed, self._version)
        self._listed, self.synced = [], True
        self._well()
        return True

    def _event(self, event: Mapping[str, Any]) -> bool:
        obj = event.get("object") or {}
        if event.get("type") == "ERROR":
            raise Refused(int(obj.get("code") or 500), str(obj.get("message") or ""))
        self._events += 1
        version = (obj.get("metadata") or {}).get("resourceVersion")
        self._version = version or self._version
        if not obj.get("kind"):
            obj = {**obj, "kind": self.kind}
        self.ledger.apply(str(event.get("type")), obj)
        self._well()
        return event.get("type") != "BOOKMARK"

    def _well(self) -> None:
        self.delay, self.failures, self.error = 0.0, 0, ""

    def refused(self, answer: Refused) -> None:
        """The server said no: list again from the start after 410, try an older API after 404."""
        self._restart()
        if answer.status == NOT_FOUND and GROUPS[self.kind]:
            del self._versions[:1]
        elif answer.status != GONE:
            self._wait(f"HTTP {answer.status} {answer.reason}".strip())

    def lost(self, error: Exception) -> None:
        """The connection broke, or what came was no JSON: go on from the last event."""
        if not self._watching:
            self._restart()
        self._wait(str(error) or type(error).__name__)

    def _restart(self) -> None:
        self._version, self._continue, self._listed = "", "", []

    def _wait(self, error: str) -> None:
        self.error = error
        self.delay = min(0.25 * 2**self.failures, LONGEST_DELAY)
        self.failures += 1


# What a source may raise when an answer breaks off, or is none of the API's.
LOST = (OSError, ValueError, EOFError)


class Watcher:
    """Follows every kind, each in a thread of its own.

    Hold `lock` while asking the ledger. `changed` is set by every change.
    """

    def __init__(self, ledger: Ledger, source: Source) -> None:
        self.ledger, self.source = ledger, source
        self.lock, self.changed = threading.Lock(), threading.Event()
        self.followers = [Follower(ledger, kind) for kind in KINDS]
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._run, args=(it,), daemon=True)
            for it in self.followers
        ]

    def start(self) -> None:
        """Begin to follow."""
        for thread in self._threads:
            thread.start()

    def stop(self, timeout: float = 1.0) -> None:
        """End; a thread that waits for the server ends with its answer."""
        self._stopped.set()
        for thread in self._threads:
            thread.join(timeout)

    @property
    def synced(self) -> bool:
        """Whether every kind that the server has was listed."""
        return all(it.synced or not it.served for it in self.followers)

    def _run(self, follower: Follower) -> None:
        while not self._stopped.is_set():
            request = follower.request()
            if request is None:
                self.changed.set()
                return
            self._step(follower, request)
            self._stopped.wait(follower.delay)

    def _step(self, follower: Follower, request: Request) -> None:
        try:
            with self.source.open(request) as pieces:
                for piece in pieces:
                    self._take(follower, piece)
                    if self._stopped.is_set():
                        return
            self._take(follower, None)
        except Refused as answer:
            follower.refused(answer)
        except LOST as error:
            follower.lost(error)

    def _take(self, follower: Follower, piece: bytes | None) -> None:
        with self.lock:
            changed = follower.end() if piece is None else follower.take(piece)
        if changed:
            self.changed.set()


def read_once(ledger: Ledger, source: Source, tries: int = 3) -> list[Follower]:
    """List every kind once; the followers whose list could not be had after some tries."""
    followers = [Follower(ledger, kind) for kind in KINDS]
    waiting = threading.Event()
    for follower in followers:
        while not follower.synced and follower.failures < tries:
            request = follower.request()
            if request is None:
                break
            _read_step(follower, source, request)
            waiting.wait(follower.delay)
    return [it for it in followers if it.served and not it.synced]


def _read_step(follower: Follower, source: Source, request: Request) -> None:
    try:
        with source.open(request) as pieces:
            for piece in pieces:
                follower.take(piece)
        follower.end()
    except Refused as answer:
        follower.refused(answer)
    except LOST as error:
        follower.lost(error)


class AsyncWatcher:
    """Follows every kind in tasks of one event loop, so asking the ledger needs no lock."""

    def __init__(self, ledger: Ledger, source: AsyncSource) -> None:
        self.ledger, self.source = ledger, source
        self.changed = asyncio.Event()
        self.followers = [Follower(ledger, kind) for kind in KINDS]

    async def run(self) -> None:
        """Follow until cancelled."""
        await asyncio.gather(*map(self._run, self.followers))

    @property
    def synced(self) -> bool:
        """Whether every kind that the server has was listed."""
        return all(it.synced or not it.served for it in self.followers)

    async def _run(self, follower: Follower) -> None:
        while (request := follower.request()) is not None:
            await self._step(follower, request)
            await asyncio.sleep(follower.delay)
        self.changed.set()

    async def _step(self, follower: Follower, request: Request) -> None:
        try:
            async with self.source.open(request) as pieces:
                async for piece in pieces:
                    if follower.take(piece):
                        self.changed.set()
            if follower.end():
                self.changed.set()
        except Refused as answer:
            follower.refused(answer)
        except LOST as error:
            follower.lost(error)
