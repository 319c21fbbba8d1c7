"""A GPU needs host memory: 1Gi for the pod that uses it and 500Mi for each container.

As `overhead` it is charged to every pod that holds the claim, so that pods may share the GPU.
"""

from __future__ import annotations

from typing import Any

from kubewright.accounting import Cluster
from kubewright.accounting.explain import folded, pod_terms

OVERHEAD = {"memory": {"overhead": {"perPod": "1Gi", "perContainer": "500Mi"}}}
GPU = {"name": "gpu0", "nodeAllocatableResources": OVERHEAD}
NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "gpu-node"},
    "status": {"allocatable": {"cpu": "16", "memory": "8Gi", "pods": "110"}},
}
SLICE = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceSlice",
    "metadata": {"name": "gpus"},
    "spec": {
        "driver": "gpu.example.com",
        "pool": {"name": "gpu-node", "generation": 1, "resourceSliceCount": 1},
        "nodeName": "gpu-node",
        "devices": [GPU],
    },
}
CLAIM = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "shared-gpu", "namespace": "default"},
    "spec": {
        "devices": {"requests": [{"name": "r", "exactly": {"deviceClassName": "gpu"}}]}
    },
    "status": {
        "allocation": {
            "devices": {
                "results": [
                    {
                        "request": "r",
                        "driver": "gpu.example.com",
                        "pool": "gpu-node",
                        "device": "gpu0",
                    }
                ]
            }
        }
    },
}


def pod(name: str, containers: int) -> dict[str, Any]:
    """A pod whose containers all use the GPU, with 1Gi of their own."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default"},
        "spec": {
            "resourceClaims": [{"name": "gpu", "resourceClaimName": "shared-gpu"}],
            "containers": [
                {
                    "name": f"c{index}",
                    "resources": {
                        "requests": {"memory": "1Gi"},
                        "limits": {"memory": "1Gi"},
                        "claims": [{"name": "gpu"}],
                    },
                }
                for index in range(containers)
            ],
        },
    }


cluster = Cluster.load([NODE, SLICE, CLAIM, pod("train", 2), pod("infer", 1)])
for key, demand in cluster.pods.items():
    terms = pod_terms(demand)["memory"]
    assert folded(terms) == demand.requests["memory"]
    print(f"{key} requests memory {demand.requests['memory']}:")
    for term in terms:
        print(f"  {term.sign} {term.amount} {term.source}")
    limits = {name: str(it["memory"]) for name, it in demand.limits_in_force.items()}
    print(f"  each container may use {limits}")
    print(f"  fits: {cluster.fit(key, node='gpu-node').fits}")
