"""One side of benchmarks/models.py: measures a package in the process that runs it.

python models_side.py PACKAGE KIND COLLECTOR, with KIND one of those at the end of this file
and COLLECTOR `on` or `off`; prints a JSON object of task and figure. Standard library,
pydantic and the official client only: it runs in the official client's environment.
"""

from __future__ import annotations

import copy
import gc
import importlib
import json
import operator
import sys
import time
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

STAMP = "2026-07-24T10:00:00Z"


def probe(path: str) -> dict[str, Any]:
    """A probe as servers return it, with all defaults."""
    return {
        "httpGet": {"path": path, "port": 8080, "scheme": "HTTP"},
        "initialDelaySeconds": 5,
        "timeoutSeconds": 1,
        "periodSeconds": 10,
        "successThreshold": 1,
        "failureThreshold": 3,
    }


def container(name: str) -> dict[str, Any]:
    """A container with ports, environment, resources, probes and mounts."""
    amounts = {"cpu": "500m", "memory": "256Mi"}
    reference = {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.podIP"}}
    return {
        "name": name,
        "image": f"registry.example/team/{name}:1.2.3",
        "imagePullPolicy": "IfNotPresent",
        "args": ["--listen=:8080", "--log-level=info"],
        "env": [{"name": "A", "value": "1"}, {"name": "IP", "valueFrom": reference}],
        "ports": [{"name": "http", "containerPort": 8080, "protocol": "TCP"}],
        "resources": {"limits": amounts, "requests": amounts},
        "livenessProbe": probe("/healthz"),
        "readinessProbe": probe("/ready"),
        "lifecycle": {"preStop": {"exec": {"command": ["sleep", "5"]}}},
        "volumeMounts": [
            {"name": "config", "mountPath": "/etc/config"},
            {"name": "token", "mountPath": "/var/run/secrets", "readOnly": True},
        ],
        "securityContext": {"runAsNonRoot": True, "capabilities": {"drop": ["ALL"]}},
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
    }


def managed(manager: str) -> dict[str, Any]:
    """One entry of managed fields."""
    fields = {
        "f:metadata": {"f:labels": {".": {}, "f:app": {}, "f:pod-template-hash": {}}},
        "f:spec": {
            "f:containers": {
                'k:{"name":"app"}': {
                    ".": {},
                    "f:image": {},
                    "f:name": {},
                    "f:resources": {},
                }
            },
            "f:dnsPolicy": {},
            "f:restartPolicy": {},
        },
    }
    return {
        "apiVersion": "v1",
        "fieldsType": "FieldsV1",
        "fieldsV1": fields,
        "manager": manager,
        "operation": "Update",
        "time": STAMP,
    }


def status(name: str) -> dict[str, Any]:
    """State of a container."""
    return {
        "name": name,
        "containerID": f"containerd://{'a' * 64}",
        "image": f"registry.example/team/{name}:1.2.3",
        "imageID": f"sha256:{'0' * 64}",
        "ready": True,
        "started": True,
        "restartCount": 0,
        "state": {"running": {"startedAt": STAMP}},
        "lastState": {},
    }


def pod(index: int) -> dict[str, Any]:
    """A pod of a ReplicaSet as a server returns it: some 270 values."""
    names, owner = ("app", "sidecar"), {"apiVersion": "apps/v1", "kind": "ReplicaSet"}
    terms = [
        {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}]}
    ]
    required = {
        "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": terms}
    }
    token = {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}}
    return {
        "metadata": {
            "name": f"web-7d9c6b8f4-{index}",
            "generateName": "web-7d9c6b8f4-",
            "namespace": "default",
            "uid": f"00000000-0000-4000-9000-{index:012}",
            "resourceVersion": str(100_000 + index),
            "creationTimestamp": STAMP,
            "labels": {"app": "web", "pod-template-hash": "7d9c6b8f4"},
            "annotations": {"example.com/checksum": f"{index:064x}"},
            "ownerReferences": [
                {**owner, "name": "web", "uid": "u", "controller": True}
            ],
            "managedFields": [managed("kube-controller-manager"), managed("kubelet")],
        },
        "spec": {
            "containers": [container(name) for name in names],
            "volumes": [
                {"name": "config", "configMap": {"name": "web", "defaultMode": 420}},
                {
                    "name": "token",
                    "projected": {"defaultMode": 420, "sources": [token]},
                },
            ],
            "affinity": {"nodeAffinity": required},
            "nodeName": f"node-{index % 50}",
            "restartPolicy": "Always",
            "dnsPolicy": "ClusterFirst",
            "schedulerName": "default-scheduler",
            "serviceAccountName": "default",
            "terminationGracePeriodSeconds": 30,
            "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoExecute"}],
        },
        "status": {
            "phase": "Running",
            "qosClass": "Burstable",
            "hostIP": "10.0.0.1",
            "podIP": "10.1.0.1",
            "podIPs": [{"ip": "10.1.0.1"}],
            "startTime": STAMP,
            "conditions": [
                {"type": kind, "status": "True", "lastTransitionTime": STAMP}
                for kind in ("PodScheduled", "Initialized", "ContainersReady", "Ready")
            ],
            "containerStatuses": [status(name) for name in names],
        },
    }


def definition(index: int, depth: int = 40) -> dict[str, Any]:
    """A custom resource definition with a schema of 40 levels, four properties each."""
    schema: dict[str, Any] = {"type": "string"}
    for level in range(depth):
        leaf = {"type": "string", "description": f"level {level}", "maxLength": 63}
        properties = {f"p{number}": leaf for number in range(3)}
        schema = {"type": "object", "properties": {**properties, "deep": schema}}
    version = {"name": "v1", "served": True, "storage": True}
    return {
        "metadata": {"name": f"things{index}.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": "Thing", "plural": "things"},
            "scope": "Namespaced",
            "versions": [{**version, "schema": {"openAPIV3Schema": schema}}],
        },
    }


def seconds(call: Callable[[], Any]) -> float:
    """Processor time of the better of two calls: the first one's memory is new.

    The result lives until the clock has stopped.
    """
    spent = []
    for _ in range(2):
        gc.collect()
        start = time.process_time()
        result = call()
        spent.append(time.process_time() - start)
        del result
    return min(spent)


def measure(package: str) -> dict[str, float]:
    """Seconds per task for the models of a package, in this process."""
    from kubernetes.client import ApiClient

    models, client = importlib.import_module(f"{package}.models"), ApiClient()
    text = json.dumps({"items": [pod(index) for index in range(1000)]})
    return {
        **measure_decoding(models.V1PodList, client, text),
        **measure_lists(models.V1PodList, client, text),
        **measure_small(models),
        **measure_schemas(models),
    }


def measure_decoding(cls: Any, client: Any, text: str) -> dict[str, float]:
    """Reading a list of pods; the dict stays alive while it is read."""
    from pydantic_core import from_json

    cls.from_json(json.dumps({"items": [pod(0)]}))  # builds what is built once
    data = json.loads(text)
    return {
        "JSON text to dicts, by pydantic-core": seconds(lambda: from_json(text)),
        "from_json, 1,000 pods": seconds(lambda: cls.from_json(text)),
        "from_dict, 1,000 pods": seconds(lambda: cls.from_dict(data)),
        "ApiClient deserialize": seconds(
            lambda: client.deserialize(text, cls, "application/json")
        ),
    }


def measure_lists(cls: Any, client: Any, text: str) -> dict[str, float]:
    """Writing, comparing and copying a list of pods."""
    pods, body = cls.from_json(text), cls.to_dict._openapi_generator_to_dict
    first = cls.from_json(json.dumps({"items": [pod(0)]}))
    for write in (first.to_dict, first.to_json, lambda: body(first)):
        write()
    first.to_dict(serialize=True)
    return {
        "to_dict": seconds(pods.to_dict),
        "to_dict(serialize=True)": seconds(lambda: pods.to_dict(serialize=True)),
        "to_json": seconds(pods.to_json),
        "projection alone": seconds(lambda: body(pods)),
        "ApiClient sanitize": seconds(lambda: client.sanitize_for_serialization(pods)),
        "deepcopy": seconds(lambda: copy.deepcopy(pods)),
        "==": seconds(partial(operator.eq, pods, cls.from_json(text))),
    }


def measure_small(models: Any) -> dict[str, float]:
    """Ten thousand small objects, one call each, all kept."""
    ports = [{"containerPort": number, "name": "http"} for number in range(10_000)]
    texts = [json.dumps(port) for port in ports]
    cls = models.V1ContainerPort
    cls.from_json(texts[0]).to_json()
    made = [cls.from_dict(port) for port in ports]
    return {
        "10,000 small: from_dict": seconds(
            lambda: [cls.from_dict(port) for port in ports]
        ),
        "10,000 small: from_json": seconds(
            lambda: [cls.from_json(text) for text in texts]
        ),
        "10,000 small: constructor": seconds(
            lambda: [cls(container_port=number) for number in range(10_000)]
        ),
        "10,000 small: to_json": seconds(lambda: [port.to_json() for port in made]),
    }


def measure_schemas(models: Any) -> dict[str, float]:
    """Fifty definitions with deep schemas."""
    cls = models.V1CustomResourceDefinitionList
    data = {"items": [definition(index) for index in range(50)]}
    text = json.dumps(data)
    made = cls.from_dict(data)
    made.to_json()
    return {
        "50 CRDs: from_json": seconds(lambda: cls.from_json(text)),
        "50 CRDs: from_dict": seconds(lambda: cls.from_dict(data)),
        "50 CRDs: to_json": seconds(made.to_json),
        "50 CRDs: to_dict": seconds(made.to_dict),
    }


def measure_memory(package: str) -> dict[str, float]:
    """What a thousand pods hold, by Python's own count of its allocations."""
    cls = importlib.import_module(f"{package}.models").V1PodList
    text = json.dumps({"items": [pod(index) for index in range(1000)]})
    cls.from_json(json.dumps({"items": [pod(0)]}))
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    pods = cls.from_json(text)
    gc.collect()
    used = tracemalloc.get_traced_memory()[0] - before
    del pods
    return {"memory of 1,000 pods, MB": used / 2**20}


def measure_import(package: str) -> dict[str, float]:
    """The Pod alone, and with its first use, in a process that has pydantic."""
    import pydantic.main  # noqa: F401

    start = time.process_time()
    cls = importlib.import_module(package).V1Pod
    loaded = time.process_time() - start
    cls.from_dict({"spec": {"containers": []}})
    used = time.process_time() - start
    return {
        "import V1Pod, ms": loaded * 1e3,
        "import V1Pod and first use, ms": used * 1e3,
    }


def measure_import_all(package: str) -> dict[str, float]:
    """Every model, in a process that has pydantic."""
    import pydantic.main  # noqa: F401

    start = time.process_time()
    models = importlib.import_module(f"{package}.models")
    for name in models.__all__:
        getattr(models, name)
    return {"import every model, ms": (time.process_time() - start) * 1e3}


def measure_source(package: str) -> dict[str, float]:
    """Source text of the models folder."""
    folder = Path(importlib.import_module(f"{package}.models").__file__ or "").parent
    size = sum(path.stat().st_size for path in folder.glob("*.py"))
    return {"source of the models, MB": size / 2**20}


KINDS = {
    "calls": measure,
    "memory": measure_memory,
    "import": measure_import,
    "import_all": measure_import_all,
    "source": measure_source,
}


if __name__ == "__main__":
    if sys.argv[3] == "off":
        gc.disable()
    print(json.dumps(KINDS[sys.argv[2]](sys.argv[1])))
