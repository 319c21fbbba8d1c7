"""Run by the Python of the official client: its models, its ApiClient, sync and asyncio.

python official_checks.py [models | sync | asyncio] prints nothing and exits 0 if all is well.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from accounting.api_server import Api, serving
from accounting.builders import container, node, pod, texts, vectors
from kubewright.accounting import Cluster, Ledger, PodOptions, pod_demand
from kubewright.accounting.follow import AsyncWatcher
from kubewright.accounting.report import totals_row
from kubewright.cli.live import AsyncClientSource, read

VERSIONS = {"v1beta1": "V1beta1", "v1beta2": "V1beta2", "v1": "V1"}


class Answer:
    """What `ApiClient.deserialize` of older clients reads."""

    def __init__(self, obj: Any) -> None:
        self.data = json.dumps(obj)


def class_name(obj: Any) -> str:
    prefix = VERSIONS[obj["apiVersion"].rpartition("/")[2]]
    if (prefix, obj["kind"]) == ("V1", "ResourceClaim"):
        return "ResourceV1ResourceClaim"
    return prefix + obj["kind"]


def as_models(package: str) -> Any:
    """A function from wire objects to the models of a package."""
    models = importlib.import_module(f"{package}.models")
    return lambda obj: getattr(models, class_name(obj)).from_dict(obj)


def check_models() -> None:
    for package in ("kubernetes.client", "kubernetes.aio.client"):
        convert = as_models(package)
        check_pods(convert)
        check_scenarios(convert)
        check_nodes(convert)


def check_pods(convert: Any) -> None:
    for case in vectors("pods")["vectors"]:
        if case["kind"] == "weird":
            continue
        given = {k: v for k, v in case["options"].items() if k != "profile"}
        demand = pod_demand(convert(case["pod"]), PodOptions(**given))
        assert texts(demand.requests) == case["requests"], case["name"]
        assert texts(demand.limits) == case["limits"], case["name"]


def check_scenarios(convert: Any) -> None:
    for case in vectors("dra-scenarios")["scenarios"]:
        if case["release"] == "1.36":
            continue
        cluster, expected = Cluster.load(map(convert, case["objects"])), case["expect"]
        found = cluster.pod_claims(case["pod"], node=expected["node"]).totals
        rows = {name: totals_row(it, "1.37") for name, it in found.items() if it}
        assert rows == expected["claim_totals"], case["name"]
        for name, row in expected["fit"].items():
            fit = cluster.fit(case["pod"], node=name)
            assert (fit.fits, list(fit.reasons)) == (row["fits"], row["reasons"])


def check_nodes(convert: Any) -> None:
    for case in vectors("node-ledger")["clusters"]:
        cluster = Cluster.load(map(convert, case["objects"]))
        wire = Cluster.load(case["objects"])
        for name in cluster.nodes:
            assert cluster.node(name).free == wire.node(name).free


def filled() -> Api:
    api = Api()
    api.put(node())
    for name in ("a", "b", "c"):
        api.put(pod(container(requests={"cpu": "1"}), name=name, nodeName="n1"))
    return api


def check_sync() -> None:
    """`live.read` through a kubeconfig, in pages."""
    with serving(filled()) as url, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "config"
        path.write_text(json.dumps(kubeconfig(url)))
        cluster = read(path, None, "1.37")
        assert str(cluster.node("n1").requested["cpu"]) == "3"
        assert cluster.faults == ()


def kubeconfig(url: str) -> Any:
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "here",
        "contexts": [{"name": "here", "context": {"cluster": "here", "user": "me"}}],
        "clusters": [{"name": "here", "cluster": {"server": url}}],
        "users": [{"name": "me", "user": {"token": "t"}}],
    }


async def follow(url: str, api: Api) -> None:
    client = importlib.import_module("kubernetes.aio.client")
    configuration = client.Configuration(host=url)
    async with client.ApiClient(configuration) as api_client:
        ledger = Ledger()
        watcher = AsyncWatcher(ledger, AsyncClientSource(api_client))
        task = asyncio.create_task(watcher.run())
        await shows(ledger, "3")
        api.put(pod(container(requests={"cpu": "2"}), name="d", nodeName="n1"))
        await shows(ledger, "5")
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def shows(ledger: Ledger, cpu: str) -> None:
    for _ in range(1000):
        if str(ledger.node("n1").requested["cpu"]) == cpu:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"no {cpu} cpus")


def check_asyncio() -> None:
    api = filled()
    with serving(api) as url:
        asyncio.run(follow(url, api))


CHECKS = {"models": check_models, "sync": check_sync, "asyncio": check_asyncio}

if __name__ == "__main__":
    CHECKS[sys.argv[1]]()
