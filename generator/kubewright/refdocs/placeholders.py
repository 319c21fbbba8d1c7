"""Values for fields that nobody wrote an example for, by name first, then by type."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kubewright.codegen.ir import Scalar

TEXTS: Mapping[str, str] = {
    "action": "Binding",
    "address": "10.0.0.10",
    "addressType": "IPv4",
    "apiVersion": "v1",
    "architecture": "amd64",
    "attribute": "dra.example.com/model",
    "cidr": "10.244.0.0/16",
    "claimName": "data",
    "clientCIDR": "0.0.0.0/0",
    "container": "app",
    "containerName": "app",
    "device": "ccx-0",
    "deviceClassName": "ccx.example.com",
    "driver": "dra.example.com",
    "driverName": "csi.example.com",
    "effect": "NoSchedule",
    "expression": "object.spec.replicas <= 5",
    "fieldPath": "metadata.name",
    "group": "example.com",
    "groupVersion": "apps/v1",
    "host": "app.example.com",
    "hostIP": "192.0.2.10",
    "image": "registry.example.com/app:1.0",
    "ip": "10.0.0.10",
    "jsonPath": ".spec.replicas",
    "key": "example.com/zone",
    "kind": "Pod",
    "level": "s0:c123,c456",
    "medium": "Memory",
    "message": "everything is in place",
    "mode": "Exact",
    "mountPath": "/data",
    "name": "example",
    "namespace": "default",
    "nodeName": "node-1",
    "operator": "Exists",
    "path": "/healthz",
    "pathType": "Prefix",
    "pool": "node-1",
    "poolName": "node-1",
    "protocol": "TCP",
    "provisioner": "csi.example.com",
    "reason": "Completed",
    "request": "ccx",
    "resource": "pods",
    "resourceClaimName": "web-ccx",
    "schedule": "0 3 * * *",
    "scope": "Namespaced",
    "server": "nfs.example.com",
    "serverAddress": "192.0.2.10:6443",
    "signerName": "example.com/clients",
    "singularResource": "pod",
    "status": "True",
    "storageClassName": "fast",
    "strategy": "None",
    "subresource": "status",
    "topologyKey": "topology.kubernetes.io/zone",
    "type": "Ready",
    "uid": "7f3d9a52-5b0e-4c1f-9a1c-2f4d1c9be001",
    "url": "https://webhook.example.com/check",
    "value": "example",
    "verb": "get",
    "version": "v1",
    "volumeID": "vol-0123456789",
    "whenUnsatisfiable": "DoNotSchedule",
}
NUMBERS: Mapping[str, int] = {
    "containerPort": 8080,
    "generation": 1,
    "port": 8080,
    "replicas": 3,
    "weight": 100,
}
SCALARS: Mapping[Scalar, Any] = {
    Scalar.STRING: "example",
    Scalar.INTEGER: 1,
    Scalar.NUMBER: 1.5,
    Scalar.BOOLEAN: True,
    Scalar.TIME: "2026-08-26T09:00:00Z",
    Scalar.MICRO_TIME: "2026-08-26T09:00:00.000000Z",
    Scalar.BYTES: "ZXhhbXBsZQ==",
    Scalar.QUANTITY: "1",
    Scalar.INT_OR_STRING: 8080,
    Scalar.OBJECT: {"example": True},
    Scalar.RAW_EXTENSION: {"apiVersion": "v1", "kind": "ConfigMap"},
    Scalar.JSON: "example",
    Scalar.JSON_SCHEMA_OR_BOOL: False,
    Scalar.JSON_SCHEMA_OR_ARRAY: {"type": "string"},
    Scalar.JSON_SCHEMA_OR_STRING_ARRAY: ["example"],
}


def scalar(wire: str, kind: Scalar) -> Any:
    """A value of `kind` for the property `wire`."""
    if kind is Scalar.STRING:
        return TEXTS.get(wire, SCALARS[kind])
    if kind is Scalar.INTEGER:
        return NUMBERS.get(wire, SCALARS[kind])
    return SCALARS[kind]
