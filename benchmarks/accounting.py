"""Accounting of large clusters against the time json.load needs, and the cost of an event.

python benchmarks/accounting.py [--nodes 5000] [--pods 150000] [--check]; with --check exit 1
above the stated limits: account in at most twice json.load's time and 1.3 times its memory,
an event in at most 60 microseconds.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import page
from kubewright.accounting import Cluster, Ledger

TIME_LIMIT, MEMORY_LIMIT, EVENT_LIMIT = 2.0, 1.3, 60.0
EVENTS = 20_000
COLUMNS = {
    "dump_mib": "dump, MiB",
    "json_load_s": "json.load, s",
    "account_s": "accounting, s",
    "time_ratio": "time : json.load",
    "s_per_10k_pods": "s for 10,000 pods",
    "memory_ratio": "memory : parsed dump",
    "event_us": "event, us",
}
CPUS = ("10m", "50m", "100m", "250m", "500m", "1", "2")
MEMORIES = ("32Mi", "64Mi", "128Mi", "256Mi", "512Mi", "1Gi", "2Gi", "4Gi")
STAMP = "2026-07-24T10:00:00Z"


def node(index: int) -> dict[str, Any]:
    """A node as a managed cluster shows it, with labels, addresses, conditions and images."""
    amounts = {
        "cpu": "31850m",
        "ephemeral-storage": "95551679124",
        "hugepages-2Mi": "0",
    }
    amounts |= {"memory": "126574088Ki", "pods": "110", "example.com/dongle": "8"}
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {
            "name": f"node-{index}",
            "uid": f"00000000-0000-4000-8000-{index:012}",
            "resourceVersion": str(1000 + index),
            "labels": {
                "kubernetes.io/hostname": f"node-{index}",
                "topology.kubernetes.io/zone": f"zone-{index % 3}",
                "node.kubernetes.io/instance-type": "m7.8xlarge",
            },
            "annotations": {
                "volumes.kubernetes.io/controller-managed-attach-detach": "true"
            },
        },
        "spec": {"podCIDR": f"10.{index // 256}.{index % 256}.0/24"},
        "status": {
            "capacity": amounts,
            "allocatable": amounts,
            "conditions": [
                {
                    "type": kind,
                    "status": "False",
                    "lastHeartbeatTime": STAMP,
                    "reason": kind,
                }
                for kind in ("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
            ],
            "images": [
                {
                    "names": [f"registry.example/team/app-{i}@sha256:{i:064x}"],
                    "sizeBytes": i,
                }
                for i in range(40)
            ],
        },
    }


def pod(index: int, nodes: int, chance: random.Random) -> dict[str, Any]:
    """A pod of a Deployment: one to three containers with probes, mounts and statuses."""
    names = [f"c{i}" for i in range(chance.choice((1, 1, 2, 3)))]
    amounts = {
        name: {"cpu": chance.choice(CPUS), "memory": chance.choice(MEMORIES)}
        for name in names
    }
    if chance.random() < 0.02:
        amounts["c0"]["example.com/dongle"] = "1"
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {
            "name": f"app-{index % 500}-7d9c6b8f4-{index}",
            "generateName": f"app-{index % 500}-7d9c6b8f4-",
            "namespace": f"team-{index % 50}",
            "uid": f"00000000-0000-4000-9000-{index:012}",
            "resourceVersion": str(100_000 + index),
            "creationTimestamp": STAMP,
            "labels": {"app": f"app-{index % 500}", "pod-template-hash": "7d9c6b8f4"},
            "ownerReferences": [{"kind": "ReplicaSet", "name": f"app-{index % 500}"}],
        },
        "spec": {
            "nodeName": f"node-{index % nodes}",
            "serviceAccountName": "default",
            "schedulerName": "default-scheduler",
            "tolerations": [
                {
                    "key": key,
                    "operator": "Exists",
                    "effect": "NoExecute",
                    "tolerationSeconds": 300,
                }
                for key in (
                    "node.kubernetes.io/not-ready",
                    "node.kubernetes.io/unreachable",
                )
            ],
            "volumes": [
                {"name": "token", "projected": {"defaultMode": 420, "sources": []}}
            ],
            "containers": [_container(name, amounts[name]) for name in names],
        },
        "status": {
            "phase": chance.choice(("Running",) * 19 + ("Succeeded",)),
            "podIP": f"10.0.{index % 256}.{index % 199}",
            "startTime": STAMP,
            "qosClass": "Burstable",
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": STAMP}
                for kind in ("PodScheduled", "Initialized", "ContainersReady", "Ready")
            ],
            "containerStatuses": [_status(name, amounts[name]) for name in names],
        },
    }


def _container(name: str, amounts: dict[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "image": f"registry.example/team/{name}:1.2.3",
        "args": ["--listen=:8080", "--log-level=info"],
        "env": [{"name": f"SETTING_{i}", "value": f"value-{i}"} for i in range(8)],
        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
        "livenessProbe": {
            "httpGet": {"path": "/healthz", "port": "http"},
            "periodSeconds": 10,
        },
        "resources": {"requests": amounts, "limits": {"memory": amounts["memory"]}},
        "volumeMounts": [
            {"name": "token", "mountPath": "/var/run/secrets", "readOnly": True}
        ],
        "securityContext": {"runAsNonRoot": True, "allowPrivilegeEscalation": False},
    }


def _status(name: str, amounts: dict[str, str]) -> dict[str, Any]:
    return {
        "name": name,
        "image": f"registry.example/team/{name}:1.2.3",
        "imageID": f"registry.example/team/{name}@sha256:{'ab' * 32}",
        "containerID": f"containerd://{'cd' * 32}",
        "ready": True,
        "restartCount": 0,
        "state": {"running": {"startedAt": STAMP}},
        "allocatedResources": amounts,
        "resources": {"requests": amounts, "limits": {"memory": amounts["memory"]}},
    }


def objects(nodes: int, pods: int) -> Iterator[dict[str, Any]]:
    """A cluster that is the same in every run."""
    chance = random.Random(5)
    yield from map(node, range(nodes))
    for index in range(pods):
        yield pod(index, nodes, chance)


def write_dump(path: Path, nodes: int, pods: int) -> None:
    """The form of `kubectl get nodes,pods -A -o json`."""
    with path.open("w") as file:
        file.write('{"apiVersion": "v1", "kind": "List", "items": [')
        for index, item in enumerate(objects(nodes, pods)):
            file.write(",\n" * bool(index))
            json.dump(item, file)
        file.write("]}")


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor: other work on the machine is not ours to measure."""
    start = time.process_time()
    result = action()
    return time.process_time() - start, result


def rss() -> int:
    """Bytes that the process holds now; the peak where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return pages * resource.getpagesize()


def measure(nodes: int, pods: int) -> dict[str, float]:
    """Seconds, ratios and microseconds for one size."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "dump.json"
        write_dump(path, nodes, pods)
        size, bare = path.stat().st_size, rss()
        with path.open() as file:
            load, dump = timed(lambda: json.load(file))
    parsed = rss() - bare
    account, cluster = timed(lambda: Cluster.load(dump))
    ask, _ = timed(lambda: [one.free for one in cluster.nodes.values()])
    held = rss() - bare
    assert not cluster.faults
    return {
        "dump_mib": size / 2**20,
        "json_load_s": load,
        "account_s": account + ask,
        "time_ratio": (account + ask) / load,
        "s_per_10k_pods": (account + ask) / pods * 10_000,
        "memory_ratio": held / parsed,
        "event_us": events(dump, nodes),
    }


def events(dump: dict[str, Any], nodes: int) -> float:
    """Microseconds a ledger event, each followed by a question to its node."""
    ledger = Ledger()
    for item in dump["items"]:
        ledger.apply("ADDED", item)
    chance = random.Random(6)
    changes = [pod(chance.randrange(10**6), nodes, chance) for _ in range(EVENTS)]
    gc.collect()
    seconds, _ = timed(lambda: [ledger.apply("MODIFIED", item) for item in changes])
    return seconds / EVENTS * 1e6


def _row(row: tuple[int, dict[str, float]]) -> tuple[str, ...]:
    pods, found = row
    return (f"{pods:,}", *(f"{found[name]:.2f}" for name in COLUMNS))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=5_000)
    parser.add_argument("--pods", type=int, default=150_000)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    sizes = [(options.nodes // part, options.pods // part) for part in (4, 2, 1)]
    rows = [(pods, measure(nodes, pods)) for nodes, pods in sizes]
    print("## Accounting\n")
    print(
        "Beside `json.load` of the dump, and its memory; an event of the ledger in us.\n"
    )
    print(page.table(("pods", *COLUMNS.values()), map(_row, rows)))
    found = rows[-1][1]
    slow = (
        found["time_ratio"] > TIME_LIMIT
        or found["memory_ratio"] > MEMORY_LIMIT
        or found["event_us"] > EVENT_LIMIT
    )
    return int(slow and options.check)


if __name__ == "__main__":
    sys.exit(main())
