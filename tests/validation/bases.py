"""Valid objects of every kind, and edits of them by field path."""

import copy
import re
from typing import Any

Wire = dict[str, Any]
DROP = object()

NETWORK = {
    "interfaceName": "eth1",
    "hardwareAddress": "02:00:00:00:00:01",
    "ips": ["10.9.8.7/24", "2001:db8::1/64"],
}
CONDITION = {
    "type": "Ready",
    "status": "True",
    "reason": "Up",
    "message": "",
    "lastTransitionTime": "2026-06-01T10:20:30Z",
    "observedGeneration": 3,
}
SHARE = "ab1c0f52-93be-4d07-8f6e-0b2d5c9e1a34"
RESULT = {
    "request": "lane",
    "driver": "nic.example.com",
    "pool": "rack/3",
    "device": "port-0",
}
REQUEST = {"name": "lane", "exactly": {"deviceClassName": "fast-nic", "count": 2}}
CHOICE = {
    "name": "any",
    "firstAvailable": [
        {"name": "big", "deviceClassName": "big", "allocationMode": "All"},
        {"name": "small", "deviceClassName": "small"},
    ],
}
TOLERATION = {"key": "example.com/old", "operator": "Exists", "effect": "NoSchedule"}
SPEC = {
    "devices": {
        "requests": [REQUEST, CHOICE],
        "constraints": [
            {"requests": ["lane", "any/big"], "matchAttribute": "example.com/numa"}
        ],
        "config": [
            {
                "requests": ["lane"],
                "opaque": {"driver": "nic.example.com", "parameters": {"mtu": 9000}},
            }
        ],
    }
}
CLAIM = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaim",
    "metadata": {"name": "trunk", "namespace": "radio"},
    "spec": SPEC,
}
STATUS = {
    **CLAIM,
    "status": {
        "reservedFor": [{"resource": "pods", "name": "p", "uid": "u1"}],
        "allocation": {
            "devices": {
                "results": [
                    {**RESULT, "shareID": SHARE, "tolerations": [TOLERATION]},
                    {**RESULT, "request": "any/big", "device": "port-1"},
                ],
                "config": [
                    {
                        "source": "FromClaim",
                        "requests": ["lane"],
                        "opaque": {
                            "driver": "nic.example.com",
                            "parameters": {"mtu": 9000},
                        },
                    }
                ],
            },
            "nodeSelector": {
                "nodeSelectorTerms": [
                    {
                        "matchExpressions": [
                            {"key": "zone", "operator": "In", "values": ["a"]}
                        ],
                        "matchFields": [
                            {"key": "metadata.name", "operator": "In", "values": ["n1"]}
                        ],
                    }
                ]
            },
        },
        "devices": [
            {
                **{k: v for k, v in RESULT.items() if k != "request"},
                "shareID": SHARE,
                "conditions": [CONDITION],
                "data": {"firmware": "1.2"},
                "networkData": NETWORK,
            }
        ],
    },
}
TEMPLATE = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceClaimTemplate",
    "metadata": {"name": "trunk-template", "namespace": "radio"},
    "spec": {"spec": SPEC},
}
DEVICE = {
    "name": "gpu-0",
    "allowMultipleAllocations": True,
    "attributes": {
        "model": {"string": "X100"},
        "example.com/driverVersion": {"version": "1.2.3-rc.1+b7"},
        "numa": {"int": 1},
    },
    "capacity": {
        "ram": {
            "value": "80Gi",
            "requestPolicy": {
                "default": "4Gi",
                "validRange": {"min": "2Gi", "max": "64Gi", "step": "2Gi"},
            },
        },
        "example.com/cores": {
            "value": "64",
            "requestPolicy": {"default": "4", "validValues": ["2", "4", "8"]},
        },
    },
    "taints": [{"key": "example.com/old", "value": "yes", "effect": "NoSchedule"}],
    "bindingConditions": ["example.com/attached"],
    "bindingFailureConditions": ["example.com/broken"],
}
SLICE = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "ResourceSlice",
    "metadata": {"name": "node-1-gpus"},
    "spec": {
        "driver": "gpu.example.com",
        "pool": {"name": "node-1", "generation": 2, "resourceSliceCount": 1},
        "nodeName": "node-1",
        "devices": [
            {
                **DEVICE,
                "nodeAllocatableResources": {
                    "cpu": {
                        "mapping": {
                            "capacityKey": "example.com/cores",
                            "capacityMultiplier": "2",
                        }
                    },
                    "memory": {
                        "mapping": {"deviceMultiplier": "1Gi"},
                        "overhead": {"perPod": "1Gi", "perContainer": "0"},
                    },
                    "hugepages-2Mi": {"overhead": {"perPod": "100Mi"}},
                },
            },
            {"name": "gpu-1"},
        ],
    },
}
SLICE_136 = {
    **SLICE,
    "spec": {
        **SLICE["spec"],
        "devices": [
            {
                **DEVICE,
                "nodeAllocatableResourceMappings": {
                    "cpu": {
                        "capacityKey": "example.com/cores",
                        "allocationMultiplier": "2",
                    },
                    "ephemeral-storage": {"allocationMultiplier": "1Gi"},
                },
            }
        ],
    },
}
PARTITIONED = {
    **SLICE,
    "spec": {
        **{k: v for k, v in SLICE["spec"].items() if k not in ("devices", "nodeName")},
        "perDeviceNodeSelection": True,
        "partitionTypeAttribute": "gpu.example.com/profile",
        "skipNodeOperations": ["*"],
        "devices": [
            {
                "name": "part-0",
                "nodeName": "node-1",
                "attributes": {"profile": {"string": "half"}},
                "consumesCounters": [
                    {"counterSet": "chip", "counters": {"units": {"value": "4"}}}
                ],
            },
            {"name": "part-1", "allNodes": True},
        ],
    },
}
COUNTERS = {
    **SLICE,
    "spec": {
        **{k: v for k, v in SLICE["spec"].items() if k != "devices"},
        "sharedCounters": [{"name": "chip", "counters": {"units": {"value": "8"}}}],
    },
}
CLASS = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceClass",
    "metadata": {"name": "big-gpu"},
    "spec": {
        "selectors": [{"cel": {"expression": 'device.driver == "gpu.example.com"'}}],
        "config": [{"opaque": {"driver": "gpu.example.com", "parameters": {"a": 1}}}],
        "extendedResourceName": "example.com/gpu",
    },
}
TAINT_RULE = {
    "apiVersion": "resource.k8s.io/v1",
    "kind": "DeviceTaintRule",
    "metadata": {"name": "old-gpus"},
    "spec": {
        "deviceSelector": {
            "driver": "gpu.example.com",
            "pool": "node-1",
            "device": "gpu-0",
        },
        "taint": {"key": "example.com/old", "effect": "NoExecute"},
    },
    "status": {"conditions": [CONDITION]},
}
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "job", "namespace": "radio"},
    "spec": {
        "resourceClaims": [
            {"name": "gpu", "resourceClaimName": "work"},
            {"name": "nic", "resourceClaimTemplateName": "nic-template"},
        ],
        "initContainers": [
            {
                "name": "side",
                "restartPolicy": "Always",
                "resources": {"requests": {"cpu": "100m"}},
            }
        ],
        "containers": [
            {
                "name": "main",
                "resources": {
                    "claims": [
                        {"name": "gpu", "request": "a"},
                        {"name": "gpu", "request": "b"},
                    ],
                    "requests": {"cpu": "1", "memory": "1Gi"},
                    "limits": {
                        "memory": "1Gi",
                        "example.com/dongle": "2",
                        "hugepages-2Mi": "4Mi",
                    },
                },
            },
            {"name": "other", "resources": {"claims": [{"name": "nic"}]}},
        ],
        "overhead": {"cpu": "250m"},
    },
}
POD_LEVEL = {
    **POD,
    "spec": {
        **POD["spec"],
        "resources": {
            "requests": {"cpu": "2", "memory": "2Gi"},
            "limits": {"cpu": "4", "memory": "2Gi", "hugepages-2Mi": "4Mi"},
        },
    },
}
POD_STATUS = {
    **POD,
    "status": {
        "resourceClaimStatuses": [
            {"name": "nic", "resourceClaimName": "job-nic-x7k2p"}
        ],
        "nodeAllocatableResourceClaimStatuses": [
            {
                "resourceClaimName": "work",
                "containers": ["main"],
                "mapping": [
                    {"name": "cpu", "quantity": "2"},
                    {"name": "memory", "quantity": "0"},
                ],
                "overhead": [
                    {"name": "memory", "perPod": "1Gi", "perContainer": "1Mi"}
                ],
            }
        ],
        "extendedResourceClaimStatus": {
            "resourceClaimName": "job-extended-resources-abcde",
            "requestMappings": [
                {
                    "containerName": "main",
                    "resourceName": "example.com/dongle",
                    "requestName": "container-1-request-0",
                }
            ],
        },
    },
}
POD_STATUS_136 = {
    **POD,
    "status": {
        "nodeAllocatableResourceClaimStatuses": [
            {
                "resourceClaimName": "work",
                "containers": ["main"],
                "resources": {"cpu": "2"},
            }
        ]
    },
}
NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "node-1"},
    "status": {
        "capacity": {"cpu": "8", "example.com/dongle": "4"},
        "allocatable": {"cpu": "7500m", "example.com/dongle": "4"},
    },
}
LIMITS = {
    "apiVersion": "v1",
    "kind": "LimitRange",
    "metadata": {"name": "limits", "namespace": "radio"},
    "spec": {
        "limits": [
            {
                "type": "Container",
                "default": {"cpu": "2", "example.com/dongle": "1"},
                "defaultRequest": {"cpu": "1", "example.com/dongle": "1"},
            }
        ]
    },
}

_STEP = re.compile(r"\.?([^.\[\]]+)|\[([^\]]*)\]")


def edited(base: Wire, edits: dict[str, Any]) -> Wire:
    """A copy of a base with values set, or dropped, at field paths."""
    changed = copy.deepcopy(base)
    for path, value in edits.items():
        _put(changed, path, copy.deepcopy(value) if value is not DROP else DROP)
    return changed


def _put(target: Any, path: str, value: Any) -> None:
    steps = [name or key for name, key in _STEP.findall(path)]
    for step in steps[:-1]:
        below = (
            target[int(step)]
            if isinstance(target, list)
            else target.setdefault(step, {})
        )
        target = below
    last = steps[-1]
    if isinstance(target, list):
        target[int(last) : int(last) + 1] = [] if value is DROP else [value]
    elif value is DROP:
        target.pop(last, None)
    else:
        target[last] = value
