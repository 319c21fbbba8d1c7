"""A CPU driver hands out core complexes: each device stands for 8 cpus of the node.

With a `mapping` the scheduler takes the cpus of the devices from the node's own, and only one
pod may hold the claim. Kubelet raises the pod's cgroup by what the claim gives.
"""

from __future__ import annotations

from typing import Any

from kubewright.accounting import Cluster, pod_demand
from kubewright.accounting.cluster import with_entries


def ccx(index: int) -> dict[str, Any]:
    """One core complex as a device."""
    return {
        "name": f"ccx{index}",
        "attributes": {"l3": {"int": index}},
        "nodeAllocatableResources": {"cpu": {"mapping": {"deviceMultiplier": "8"}}},
    }


NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "epyc"},
    "status": {"allocatable": {"cpu": "64", "memory": "256Gi", "pods": "110"}},
}
SLICE = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceSlice",
    "metadata": {"name": "epyc-ccx"},
    "spec": {
        "driver": "cpu.example.com",
        "pool": {"name": "epyc", "generation": 1, "resourceSliceCount": 1},
        "nodeName": "epyc",
        "devices": [ccx(index) for index in range(8)],
    },
}
CLAIM = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "two-ccx", "namespace": "default"},
    "spec": {
        "devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "ccx"}}]}
    },
    "status": {
        "allocation": {
            "devices": {
                "results": [
                    {
                        "request": "r",
                        "driver": "cpu.example.com",
                        "pool": "epyc",
                        "device": it,
                    }
                    for it in ("ccx2", "ccx3")
                ]
            }
        }
    },
}
POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "solver", "namespace": "default"},
    "spec": {
        "resourceClaims": [{"name": "cores", "resourceClaimName": "two-ccx"}],
        "containers": [
            {
                "name": "solver",
                "resources": {
                    "requests": {"cpu": "500m", "memory": "4Gi"},
                    "limits": {"cpu": "1", "memory": "4Gi"},
                    "claims": [{"name": "cores"}],
                },
            }
        ],
    },
}

cluster = Cluster.load([NODE, SLICE, CLAIM])
entries = cluster.status_entries(POD, node="epyc") or []
demand = pod_demand(with_entries(POD, entries))
print(f"status: {entries}")
print(f"the scheduler charges cpu {demand.requests['cpu']}")
print(f"fits: {cluster.fit(POD, node='epyc').fits}")
cgroup = demand.cgroup
print(f"pod: cpu weight {cgroup.cpu_weight}, quota {cgroup.cpu_quota} us")
own = cgroup.containers["solver"]
print(f"container: cpu weight {own.cpu_weight}, quota {own.cpu_quota} us")
