"""Following a live cluster: list, watch, and all that goes wrong, in threads and asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounting.api_server import Api, serving
from accounting.builders import container, node, pod
from accounting.sources import AsyncHttpSource, HttpSource
from kubewright.accounting import Ledger
from kubewright.accounting.follow import (
    AsyncWatcher,
    Follower,
    Refused,
    Watcher,
    read_once,
)

PATIENCE = 10.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for a condition, for a while."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)


def one(name: str, cpu: str = "1", where: str = "n1") -> Any:
    return pod(container(requests={"cpu": cpu}), name=name, nodeName=where)


def requested(ledger: Ledger) -> str:
    return str(ledger.node("n1").requested["cpu"])


@pytest.fixture
def api() -> Api:
    made = Api()
    made.put(node())
    for name in ("a", "b", "c"):
        made.put(one(name))
    return made


class Sync:
    """A watcher in threads, and the server it follows."""

    def __init__(self, api: Api, url: str) -> None:
        self.api, self.ledger = api, Ledger()
        self.watcher = Watcher(self.ledger, HttpSource(url))
        self.watcher.start()

    def follower(self, kind: str) -> Follower:
        return next(it for it in self.watcher.followers if it.kind == kind)

    def shows(self, cpu: str) -> None:
        def same() -> bool:
            with self.watcher.lock:
                return requested(self.ledger) == cpu

        until(same)


@pytest.fixture
def sync(api: Api) -> Iterator[Sync]:
    with serving(api) as url:
        made = Sync(api, url)
        until(lambda: made.watcher.synced)
        yield made
        api.closed = True
        made.watcher.stop()


def test_lists_in_pages_then_watches(sync: Sync) -> None:
    """Three pods in pages of two; then events as they come."""
    sync.shows("3")
    assert any("continue=2" in path for path in sync.api.requests)
    sync.api.put(one("d", "2"))
    sync.shows("5")
    sync.api.put(one("d", "500m"))
    sync.shows("3500m")
    sync.api.delete(one("a"))
    sync.shows("2500m")
    assert sync.ledger.faults == ()


def test_a_change_wakes_who_waits(sync: Sync) -> None:
    """`changed` is set by an event, not by a bookmark."""
    until(lambda: any("watch=true" in path for path in sync.api.requests))
    sync.watcher.changed.clear()
    sync.api.bookmark("Pod")
    until(lambda: sync.ledger.versions["Pod"] == str(sync.api.version))
    assert not sync.watcher.changed.is_set()
    sync.api.put(one("d"))
    assert sync.watcher.changed.wait(PATIENCE)


@pytest.mark.parametrize(
    "fault", ["gone", "gone-list", "refuse", "drop", "garbage", "slow"]
)
def test_what_a_watch_survives(api: Api, fault: str) -> None:
    """410 in the stream or for the request, 500, a broken line, no JSON, a slow answer."""
    with serving(api) as url:
        # The first two requests are the pages of the list.
        api.faults["Pod"] = ["", "", fault]
        made = Sync(api, url)
        until(lambda: made.watcher.synced)
        api.put(one("d", "2"))
        made.shows("5")
        api.put(one("e", "1"))
        made.shows("6")
        api.closed = True
        made.watcher.stop()


@pytest.mark.parametrize("fault", ["refuse", "drop", "gone-list"])
def test_what_a_list_survives(api: Api, fault: str) -> None:
    """A page that fails: the list begins again, and nothing of it counts twice."""
    with serving(api) as url:
        api.faults["Pod"] = ["", fault]
        made = Sync(api, url)
        made.shows("3")
        api.closed = True
        made.watcher.stop()


def test_a_relist_forgets_what_is_gone(api: Api) -> None:
    """A pod that went while the watch was down leaves no charge behind."""
    with serving(api) as url:
        api.faults["Pod"] = ["", "", "gone"]
        api.forget(one("b"))
        made = Sync(api, url)
        made.shows("2")
        api.closed = True
        made.watcher.stop()


def test_a_dropped_watch_goes_on_from_the_last_event(api: Api) -> None:
    """No second list: the next watch asks from where the last one stood."""
    with serving(api) as url:
        api.faults["Pod"] = ["", "", "drop"]
        made = Sync(api, url)
        until(lambda: made.watcher.synced)
        api.put(one("d", "2"))
        made.shows("5")
        lists = [it for it in api.requests if "/pods?" in it and "watch" not in it]
        assert len(lists) == 2
        assert made.follower("Pod").failures == 0
        api.closed = True
        made.watcher.stop()


def test_older_versions_of_an_api(api: Api) -> None:
    """A server with v1beta1 alone is asked for v1 and v1beta2 first."""
    for path, kind in list(api.served.items()):
        if "resource.k8s.io" in path:
            del api.served[path]
            api.served[path.replace("/v1/", "/v1beta1/")] = kind
    with serving(api) as url:
        made = Sync(api, url)
        until(lambda: made.watcher.synced)
        assert made.follower("ResourceClaim").served
        asked = [path for path in api.requests if "resourceclaims" in path]
        versions = [path.split("/")[3] for path in asked[:3]]
        assert versions == ["v1", "v1beta2", "v1beta1"]
        api.closed = True
        made.watcher.stop()


def test_a_server_without_dynamic_resource_allocation(api: Api) -> None:
    """Nodes and pods are enough: kinds that are not served are not waited for."""
    api.served = {
        path: kind for path, kind in api.served.items() if "resource" not in path
    }
    with serving(api) as url:
        ledger = Ledger()
        assert read_once(ledger, HttpSource(url)) == []
        assert requested(ledger) == "3"


def test_read_once_says_what_it_could_not_read(api: Api) -> None:
    """After some tries, with the last error."""
    with serving(api) as url:
        api.faults["Node"] = ["refuse"] * 9
        (failed,) = read_once(Ledger(), HttpSource(url), tries=2)
        assert (failed.kind, failed.error) == ("Node", "HTTP 500 Internal Server Error")


def test_nobody_is_there() -> None:
    """A refused connection is an error like another."""
    failed = read_once(Ledger(), HttpSource("http://127.0.0.1:9"), tries=1)
    assert len(failed) == 5


@pytest.mark.parametrize("fault", ["", "gone", "drop", "refuse"])
def test_asyncio_follows_as_threads_do(api: Api, fault: str) -> None:
    """Tasks of one loop, over the same protocol and ledger."""

    async def run(url: str) -> None:
        ledger = Ledger()
        watcher = AsyncWatcher(ledger, AsyncHttpSource(url))
        task = asyncio.create_task(watcher.run())
        await shows(ledger, "3")
        api.put(one("d", "2"))
        await shows(ledger, "5")
        assert watcher.synced
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    async def shows(ledger: Ledger, cpu: str) -> None:
        end = time.monotonic() + PATIENCE
        while requested(ledger) != cpu:
            assert time.monotonic() < end, "it did not come"
            await asyncio.sleep(0.01)

    with serving(api) as url:
        api.faults["Pod"] = ["", "", fault]
        asyncio.run(run(url))


def test_delays_grow_and_end_with_success() -> None:
    """0.25, 0.5, 1 ... 30 seconds; one good answer starts again."""
    follower = Follower(Ledger(), "Pod")
    delays = []
    for _ in range(9):
        follower.request()
        follower.refused(Refused(500))
        delays.append(follower.delay)
    assert delays[:3] == [0.25, 0.5, 1.0]
    assert delays[-1] == 30.0
    follower.request()
    follower.take(b'{"metadata": {"resourceVersion": "7"}, "items": []}')
    assert follower.end()
    assert (follower.delay, follower.failures, follower.error) == (0.0, 0, "")


def test_a_line_may_come_in_pieces() -> None:
    """Of any size, several lines in one."""
    ledger = Ledger()
    follower = Follower(ledger, "Node")
    follower.request()
    follower.take(b'{"metadata": {"resourceVersion": "7"}}')
    follower.end()
    request = follower.request()
    assert request is not None
    assert request.watches
    assert request.query["resourceVersion"] == "7"
    line = b'{"type": "ADDED", "object": {"metadata": {"name": "%s"}}}\n'
    assert not follower.take((line % b"n1")[:20])
    assert follower.take((line % b"n1")[20:] + line % b"n2")
    assert sorted(ledger.nodes) == ["n1", "n2"]


def test_a_watch_without_events_is_not_asked_again_at_once() -> None:
    """A server that ends every watch would be asked without a pause."""
    follower = Follower(Ledger(), "Node")
    follower.request()
    follower.take(b'{"metadata": {"resourceVersion": "7"}}')
    follower.end()
    follower.request()
    assert not follower.end()
    assert follower.delay == 1.0
    follower.request()
    follower.take(
        b'{"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "9"}}}\n'
    )
    follower.end()
    assert follower.delay == 0.0
