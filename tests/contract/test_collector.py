"""The cyclic collector rests while something large is decoded, and nothing else changes."""

from __future__ import annotations

import gc
import importlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from contract.helpers import projection, wire

PODS = {
    "items": [
        {"metadata": {"name": f"p{number}"}, "spec": {"containers": [{"name": "c"}]}}
        for number in range(2000)
    ]
}
TEXT = json.dumps(PODS)


@pytest.fixture
def pause(models: Any) -> Iterator[Any]:
    """The module that pauses, with its switch put back afterwards."""
    module = importlib.import_module(f"{models.__name__}._pause")
    yield module
    module.pause_gc(True)
    gc.enable()


@pytest.fixture
def seen(pause: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done to the collector."""
    calls: list[str] = []

    class Collector:
        isenabled = staticmethod(gc.isenabled)
        get_freeze_count = staticmethod(gc.get_freeze_count)

        @staticmethod
        def enable() -> None:
            calls.append("on")
            gc.enable()

        @staticmethod
        def disable() -> None:
            calls.append("off")
            gc.disable()

        @staticmethod
        def freeze() -> None:
            gc.freeze()

        @staticmethod
        def unfreeze() -> None:
            gc.unfreeze()

    monkeypatch.setattr(pause, "gc", Collector)
    return calls


def test_large_input_pauses_it(models: Any, seen: list[str]) -> None:
    """A list of many items and a text of 64 KB: off during the call, on after it."""
    for read in (
        lambda: models.V1PodList.from_dict(PODS),
        lambda: models.V1PodList.from_json(TEXT),
        lambda: models.V1PodList.from_json(TEXT.encode()),
    ):
        seen.clear()
        assert len(read().items) == 2000
        assert seen == ["off", "on"]
        assert gc.isenabled()


def test_large_lists_are_written_in_one_go(models: Any, seen: list[str]) -> None:
    """to_dict and request bodies of a long list pause it too; to_json makes no objects."""
    pods = models.V1PodList.from_dict(PODS)
    for write in (pods.to_dict, lambda: projection(pods)):
        seen.clear()
        assert len(write()["items"]) == 2000
        assert seen == ["off", "on"]
    seen.clear()
    pods.to_json()
    assert seen == []


def test_small_input_leaves_it_alone(models: Any, seen: list[str]) -> None:
    """One object is no reason."""
    models.V1Pod.from_dict(PODS["items"][0])
    models.V1Pod.from_json(json.dumps(PODS["items"][0])).to_dict()
    models.V1PodList.from_dict({"items": []})
    models.V1PodList.from_dict({"items": None})
    assert seen == []


def test_it_is_restored_after_an_error(models: Any, pause: Any) -> None:
    """A document that is refused leaves the collector on."""
    bad = {"items": [*PODS["items"], {"spec": 3}]}
    for read in (
        lambda: models.V1PodList.from_dict(bad),
        lambda: models.V1PodList.from_json(json.dumps(bad)),
    ):
        with pytest.raises(ValueError, match="model_type"):
            read()
        assert gc.isenabled()


def test_a_collector_that_is_off_stays_off(models: Any, pause: Any) -> None:
    """What the program decided holds."""
    gc.disable()
    models.V1PodList.from_json(TEXT)
    assert not gc.isenabled()


def test_frozen_objects_stay_frozen(models: Any, pause: Any) -> None:
    """A program that froze its objects keeps them so."""
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        models.V1PodList.from_json(TEXT)
        assert gc.get_freeze_count() >= frozen > 0
    finally:
        gc.unfreeze()


def test_the_switch(models: Any, pause: Any, seen: list[str]) -> None:
    """`pause_gc(False)` turns it off for the process."""
    pause.pause_gc(False)
    models.V1PodList.from_json(TEXT)
    assert seen == []


def test_builds_without_the_global_lock(
    models: Any, pause: Any, seen: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A free-threaded interpreter's collector is left alone."""
    monkeypatch.setattr(pause, "_HAS_LOCK", False)
    models.V1PodList.from_json(TEXT).to_dict()
    assert seen == []


def test_the_switch_in_the_environment(tree_137: Path) -> None:
    """KUBEWRIGHT_PAUSE_GC=0 turns it off from the start."""
    code = (
        "from k8s_under_test.client.models import _pause; print(_pause._State.allowed)"
    )
    for value, wanted in (("0", "False"), ("1", "True")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tree_137,
            env={**os.environ, "KUBEWRIGHT_PAUSE_GC": value},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == wanted


def run_all(count: int, work: Any) -> list[Any]:
    """Results of `work(number)` in `count` threads that start together."""
    ready, results = threading.Barrier(count), [None] * count

    def one(number: int) -> None:
        ready.wait()
        try:
            results[number] = work(number)
        except Exception as error:
            results[number] = error

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_threads_that_decode_at_once(models: Any, pause: Any) -> None:
    """Good and bad documents together: right results, the collector on at the end."""
    wanted = models.V1PodList.from_dict(PODS)
    bad = {"items": [*PODS["items"], {"spec": 3}]}

    def work(number: int) -> Any:
        if number % 4 == 3:
            return models.V1PodList.from_dict(bad)
        return models.V1PodList.from_json(TEXT) == wanted

    for _ in range(3):
        results = run_all(8, work)
        assert [r for i, r in enumerate(results) if i % 4 != 3] == [True] * 6
        assert all(isinstance(results[i], ValueError) for i in (3, 7))
        assert gc.isenabled()
        assert pause._State.depth == 0


def test_overlapping_pauses(pause: Any) -> None:
    """The last to leave wakes the collector, and only if the first found it awake."""
    with pause.paused_gc():
        with pause.paused_gc():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_fork_in_the_middle(pause: Any) -> None:
    """A child that was forked during a decode has its collector."""
    with pause.paused_gc():
        child = os.fork() if hasattr(os, "fork") else None
        if child == 0:
            os._exit(0 if gc.isenabled() and pause._State.depth == 0 else 1)
    if child:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_first_use_in_many_threads(tree_137: Path) -> None:
    """Eight threads at the first use of classes that nobody has used."""
    code = (
        "import sys, threading\n"
        "sys.setswitchinterval(1e-6)\n"
        "from k8s_under_test.client import models as m\n"
        "def work():\n"
        "    try:\n"
        "        ready.wait()\n"
        "        d = m.V1Deployment.from_dict({'spec': {'selector': {}, 'template': {}}})\n"
        "        assert d.to_dict()['spec']['selector'] == m.V1LabelSelector().to_dict()\n"
        '        assert d.to_json() == \'{"spec":{"selector":{},"template":{}}}\'\n'
        "        m.V1JSONSchemaProps(_not={}).to_json()\n"
        "    except BaseException as error:\n"
        "        failed.append(repr(error))\n"
        "failed, ready = [], threading.Barrier(8)\n"
        "threads = [threading.Thread(target=work) for _ in range(8)]\n"
        "[thread.start() for thread in threads]\n"
        "[thread.join() for thread in threads]\n"
        "print(failed)"
    )
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=tree_137,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout.strip() == "[]"


def test_pausing_changes_no_result(models: Any, pause: Any) -> None:
    """Large documents read with and without the pause are equal."""
    paused = models.V1PodList.from_json(TEXT)
    pause.pause_gc(False)
    assert paused == models.V1PodList.from_json(TEXT)
    assert wire(paused) == PODS
