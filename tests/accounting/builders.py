"""Builders of small wire objects, and the vectors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"
Wire = dict[str, Any]


def vectors(name: str) -> Any:
    """A file of vectors."""
    return json.loads((VECTORS / f"{name}.json").read_text())


def texts(resources: Mapping[str, Any]) -> dict[str, str]:
    """A resource list as canonical text."""
    return {name: str(amount) for name, amount in resources.items()}


def pod(
    *containers: Wire, init: tuple[Wire, ...] = (), name: str = "pod", **parts: Any
) -> Wire:
    """A pod; `parts` are `status`, or fields of its spec."""
    status = parts.pop("status", {})
    spec: Wire = {"containers": list(containers), **parts}
    if init:
        spec["initContainers"] = list(init)
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default", "uid": f"uid-{name}"},
        "spec": spec,
        "status": status,
    }


def container(
    name: str = "app",
    requests: Wire | None = None,
    limits: Wire | None = None,
    claims: tuple[str, ...] = (),
    **parts: Any,
) -> Wire:
    """A container with the resources given."""
    resources: Wire = {}
    if requests is not None:
        resources["requests"] = requests
    if limits is not None:
        resources["limits"] = limits
    if claims:
        resources["claims"] = [{"name": claim} for claim in claims]
    return {
        "name": name,
        "image": "registry.example/img:1",
        "resources": resources,
        **parts,
    }


def sidecar(name: str, requests: Wire | None = None, **parts: Any) -> Wire:
    """A restartable init container."""
    return container(name, requests, restartPolicy="Always", **parts)


def entry(
    claim: str, containers: list[str], *, mapping: Wire | None = None, **overhead: Wire
) -> Wire:
    """A status entry: `mapping` by resource; overheads as cpu={"perPod": ...}."""
    rows = [{"name": k, "quantity": v} for k, v in (mapping or {}).items()]
    over = [{"name": k.replace("_", "-"), **v} for k, v in overhead.items()]
    made: Wire = {"resourceClaimName": claim, "containers": containers}
    return (
        made
        | ({"mapping": rows} if rows else {})
        | ({"overhead": over} if over else {})
    )


def claimed(*entries: Wire) -> Wire:
    """A pod status with claim entries."""
    return {"nodeAllocatableResourceClaimStatuses": list(entries)}


def node(name: str = "n1", labels: Wire | None = None, **allocatable: str) -> Wire:
    """A node; underscores of names stand for "-", unless they are given in `more`."""
    amounts = {key.replace("_", "-"): value for key, value in allocatable.items()}
    amounts = {"cpu": "64", "memory": "256Gi", "pods": "110"} | amounts
    return {
        "apiVersion": "v1",
        "kind": "Node",
        "metadata": {"name": name, "labels": labels or {}},
        "status": {"capacity": amounts, "allocatable": amounts},
    }


def resource_slice(
    *devices: Wire, name: str = "s1", pool: str = "p1", **spec: Any
) -> Wire:
    """A v1 slice of gpu.example.com for all nodes, unless `spec` says otherwise."""
    reach = ("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection")
    where = {} if set(reach) & set(spec) else {"allNodes": True}
    generation = spec.pop("generation", 1)
    made = {
        "driver": "gpu.example.com",
        "pool": {"name": pool, "generation": generation, "resourceSliceCount": 1},
        "devices": list(devices),
    }
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceSlice",
        "metadata": {"name": name},
        "spec": made | where | spec,
    }


def claim(*results: Wire, name: str = "c1", **status: Any) -> Wire:
    """An allocated v1 claim; `status` adds reservedFor or devices."""
    made = {"allocation": {"devices": {"results": list(results)}}, **status}
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "ResourceClaim",
        "metadata": {"name": name, "namespace": "default", "uid": f"uid-{name}"},
        "spec": {
            "devices": {
                "requests": [{"name": "r", "exactly": {"deviceClassName": "c"}}]
            }
        },
        "status": made,
    }


def result(device: str, pool: str = "p1", **parts: Any) -> Wire:
    """One allocated device of gpu.example.com."""
    own = {"request": "r", "driver": "gpu.example.com", "pool": pool, "device": device}
    return own | parts


def mapping(name: str, resource: str, **fields: str) -> Wire:
    """A device with a mapping."""
    return {"name": name, "nodeAllocatableResources": {resource: {"mapping": fields}}}


def overhead(name: str, resource: str, **fields: str) -> Wire:
    """A device with an overhead."""
    return {"name": name, "nodeAllocatableResources": {resource: {"overhead": fields}}}


def claims_of(*names: str) -> list[Wire]:
    """spec.resourceClaims: each object by its own name."""
    return [{"name": name, "resourceClaimName": name} for name in names]
