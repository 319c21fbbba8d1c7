"""A live cluster through the official client, which the extra `cluster` installs."""

from __future__ import annotations

import importlib
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

from kubewright.accounting import Cluster, Ledger
from kubewright.accounting.follow import (
    WATCH_SECONDS,
    Follower,
    Refused,
    Request,
    Watcher,
    read_once,
)
from kubewright.errors import KubewrightError, Problem, printable

PIECE: Final = 65536  # bytes
CONNECT_SECONDS, QUIET_SECONDS = 10, WATCH_SECONDS + 30
REFRESH_SECONDS: Final = 1.0
PATIENCE: Final = 2  # failures in a row before a word about them
METHODS: Final[Mapping[str, str]] = {
    "Node": "list_node",
    "Pod": "list_pod_for_all_namespaces",
    "ResourceClaim": "list_resource_claim_for_all_namespaces",
    "ResourceSlice": "list_resource_slice",
    "DeviceClass": "list_device_class",
}
# The client's own names for the parts of a query.
QUERY: Final[Mapping[str, str]] = {
    "watch": "watch",
    "allowWatchBookmarks": "allow_watch_bookmarks",
    "resourceVersion": "resource_version",
    "timeoutSeconds": "timeout_seconds",
    "limit": "limit",
    "continue": "_continue",
}
OK: Final = 200
RAW: Final = "_without_preload_content"
NUMBERS: Final = ("limit", "timeoutSeconds")


class ClientSource:
    """Requests of the official client; `api_client` is a kubernetes.client.ApiClient."""

    def __init__(self, api_client: Any) -> None:
        self.client, self.module = api_client, importlib.import_module(
            "kubernetes.client"
        )

    @contextmanager
    def open(self, request: Request) -> Iterator[Iterator[bytes]]:
        """The body in pieces; see `follow.Source`."""
        with _translated(self.module):
            response = _method(self.module, self.client, request)(**_arguments(request))
            try:
                yield _pieces(response)
            finally:
                # Not given back to the pool: the rest of a watch is never read.
                response.close()


class AsyncClientSource:
    """The same for kubernetes.aio; `api_client` is a kubernetes.aio.client.ApiClient."""

    def __init__(self, api_client: Any) -> None:
        self.client = api_client
        self.module = importlib.import_module("kubernetes.aio.client")

    @asynccontextmanager
    async def open(self, request: Request) -> AsyncIterator[AsyncIterator[bytes]]:
        """The body in pieces; see `follow.AsyncSource`."""
        with _translated(self.module):
            response = await self._answer(request)
            try:
                if response.status != OK:
                    raise Refused(response.status, response.reason or "")
                yield response.content.iter_any()
            finally:
                response.close()

    async def _answer(self, request: Request) -> Any:
        """The raw answer; its own method gives it from release 37 on, an argument before."""
        arguments = _arguments(request) | {"_request_timeout": QUIET_SECONDS}
        method = _method(self.module, self.client, request)
        raw = getattr(method.__self__, f"{METHODS[request.kind]}{RAW}", None)
        if raw is None:
            return await method(**arguments)
        del arguments["_preload_content"]
        return await raw(**arguments)


def _pieces(response: Any) -> Iterator[bytes]:
    """As they come: a watch must not wait for a full piece."""
    while piece := (
        response.read1(PIECE) if hasattr(response, "read1") else response.read(PIECE)
    ):
        yield piece


def _method(module: Any, client: Any, request: Request) -> Any:
    group = "Core" if request.kind in ("Node", "Pod") else "Resource"
    version = "".join((request.version[0].upper(), request.version[1:]))
    api = getattr(module, f"{group}{version}Api", None)
    if api is None:
        raise Refused(404, f"the client has no {group}{version}Api")
    return getattr(api(client), METHODS[request.kind])


def _arguments(request: Request) -> dict[str, Any]:
    made: dict[str, Any] = {
        QUERY[name]: int(value) if name in NUMBERS else value
        for name, value in request.query.items()
    }
    for flag in ("watch", "allow_watch_bookmarks"):
        if flag in made:
            made[flag] = True
    timeout = (CONNECT_SECONDS, QUIET_SECONDS)
    return made | {"_preload_content": False, "_request_timeout": timeout}


@contextmanager
def _translated(module: Any) -> Iterator[None]:
    """The client's errors as those that `follow` knows."""
    try:
        yield
    except module.ApiException as error:
        if not error.status:
            raise ConnectionError(str(error.reason)) from error
        raise Refused(error.status, error.reason or "") from error
    except (OSError, ValueError, Refused, KubewrightError):
        raise
    except Exception as error:
        # urllib3 and aiohttp have trees of their own for a connection that fails.
        if type(error).__module__.partition(".")[0] not in ("urllib3", "aiohttp"):
            raise
        raise ConnectionError(str(error)) from error


def source(kubeconfig: Path | None, context: str | None) -> ClientSource:
    """A source for a kubeconfig, KUBECONFIG or the default one, or the pod this runs in.

    Raises KubewrightError where there is no client or no configuration.
    """
    try:
        client = importlib.import_module("kubernetes.client")
        config = importlib.import_module("kubernetes.config")
    except ImportError as error:
        hint = "pip install 'kubewright[cluster]'"
        problem = Problem(
            "--cluster", "no official client", "the extra `cluster`", hint
        )
        raise KubewrightError(problem) from error
    return ClientSource(
        client.ApiClient(_configured(client, config, kubeconfig, context))
    )


def _configured(
    client: Any, config: Any, kubeconfig: Path | None, context: str | None
) -> Any:
    made = client.Configuration()
    where = None if kubeconfig is None else str(kubeconfig)
    try:
        config.load_kube_config(where, context, client_configuration=made)
    except config.ConfigException as error:
        if where is None and context is None:
            return _in_cluster(client, config, error)
        expected = "a kubeconfig with that context"
        raise KubewrightError(
            Problem(where or "kubeconfig", str(error), expected)
        ) from error
    return made


def _in_cluster(client: Any, config: Any, error: Exception) -> Any:
    made = client.Configuration()
    try:
        config.load_incluster_config(client_configuration=made)
    except config.ConfigException:
        expected = "a kubeconfig, or a service account of a pod"
        raise KubewrightError(Problem("--cluster", str(error), expected)) from error
    return made


def read(kubeconfig: Path | None, context: str | None, release: str) -> Cluster:
    """List a live cluster once; raises KubewrightError where a list cannot be had."""
    ledger = Ledger(release)
    missing = read_once(ledger, source(kubeconfig, context))
    if missing:
        raise KubewrightError(*map(_unreadable, missing))
    return ledger


def _unreadable(follower: Follower) -> Problem:
    expected = f"the list of every {follower.kind} (verbs list and watch)"
    return Problem("the cluster", follower.error, expected)


def watch(
    kubeconfig: Path | None,
    context: str | None,
    release: str,
    show: Callable[[Cluster], None],
    tell: Callable[[str], None],
) -> None:
    """Show a live cluster again after each change, until interrupted; tell what hinders that."""
    watcher = Watcher(Ledger(release), source(kubeconfig, context))
    watcher.start()
    told: set[str] = set()
    try:
        while True:
            if watcher.changed.wait(REFRESH_SECONDS) and watcher.synced:
                watcher.changed.clear()
                with watcher.lock:
                    show(watcher.ledger)
                time.sleep(REFRESH_SECONDS)
            for text in _hindrances(watcher):
                if text not in told:
                    told.add(text)
                    tell(text)
    except KeyboardInterrupt:
        watcher.stop()


def _hindrances(watcher: Watcher) -> Iterator[str]:
    for follower in watcher.followers:
        if follower.failures >= PATIENCE:
            yield printable(f"waiting for {follower.kind}: {follower.error}")
