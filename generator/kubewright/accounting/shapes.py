"""The parts of objects that accounting reads, and what is wrong with an object's own.

Accounting reads wire data as it stands. Where that fails, `clean` makes a copy of these parts
in which every value has its type, and names each value it had to leave out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from kubewright.accounting.amounts import nanos
from kubewright.objects import Wire, child, describe
from kubewright.quantity import QuantityError

Report = Callable[[str, str, str], None]  # field, found, expected


class _Leaf:
    """A value of one type; `expected` names it in messages, `instead` stands in for it."""

    def __init__(self, expected: str, *types: type, instead: Any = None) -> None:
        self.expected, self.types, self.instead = expected, types, instead


class _Map:
    """A mapping with keys of any name and values of one shape."""

    def __init__(self, shape: Any) -> None:
        self.shape = shape


TEXT: Final = _Leaf("text", str)
FLAG: Final = _Leaf("true or false", bool)
NUMBER: Final = _Leaf("a number", int, float)
AMOUNT: Final = _Leaf("a quantity")
# A factor that cannot be read makes its product 0, not the other factor.
FACTOR: Final = _Leaf("a quantity", instead="0")
ANY: Final = _Leaf("anything", object)

AMOUNTS = _Map(AMOUNT)
RESOURCES = {
    "requests": AMOUNTS,
    "limits": AMOUNTS,
    "claims": [{"name": TEXT, "request": TEXT}],
}
CONTAINER = {"name": TEXT, "restartPolicy": TEXT, "resources": RESOURCES}
CONTAINER_STATUS = {
    "name": TEXT,
    "allocatedResources": AMOUNTS,
    "resources": RESOURCES,
}
METADATA = {
    "name": TEXT,
    "namespace": TEXT,
    "uid": TEXT,
    "labels": _Map(TEXT),
    "annotations": _Map(TEXT),
    "creationTimestamp": TEXT,
    "deletionTimestamp": TEXT,
    "resourceVersion": TEXT,
}
CLAIM_ENTRY = {
    "resourceClaimName": TEXT,
    "containers": [TEXT],
    "mapping": [{"name": TEXT, "quantity": AMOUNT}],
    "overhead": [{"name": TEXT, "perPod": AMOUNT, "perContainer": AMOUNT}],
    "resources": AMOUNTS,
}
POD = {
    "metadata": METADATA,
    "spec": {
        "nodeName": TEXT,
        "priorityClassName": TEXT,
        "containers": [CONTAINER],
        "initContainers": [CONTAINER],
        "overhead": AMOUNTS,
        "resources": RESOURCES,
        "resourceClaims": [
            {"name": TEXT, "resourceClaimName": TEXT, "resourceClaimTemplateName": TEXT}
        ],
    },
    "status": {
        "phase": TEXT,
        "conditions": [{"type": TEXT, "reason": TEXT, "status": TEXT}],
        "resources": RESOURCES,
        "allocatedResources": AMOUNTS,
        "containerStatuses": [CONTAINER_STATUS],
        "initContainerStatuses": [CONTAINER_STATUS],
        "resourceClaimStatuses": [{"name": TEXT, "resourceClaimName": TEXT}],
        "extendedResourceClaimStatus": {
            "resourceClaimName": TEXT,
            "requestMappings": [
                {"containerName": TEXT, "resourceName": TEXT, "requestName": TEXT}
            ],
        },
        "nodeAllocatableResourceClaimStatuses": [CLAIM_ENTRY],
    },
}
NODE = {
    "metadata": METADATA,
    "status": {"allocatable": AMOUNTS, "capacity": AMOUNTS},
}
EXPRESSIONS = [{"key": TEXT, "operator": TEXT, "values": [TEXT]}]
SELECTOR = {
    "nodeSelectorTerms": [{"matchExpressions": EXPRESSIONS, "matchFields": EXPRESSIONS}]
}
CLAIM = {
    "metadata": METADATA,
    "spec": {"devices": ANY},
    "status": {
        "allocation": {
            "nodeSelector": SELECTOR,
            "devices": {
                "results": [
                    {
                        "request": TEXT,
                        "driver": TEXT,
                        "pool": TEXT,
                        "device": TEXT,
                        "shareID": TEXT,
                        "adminAccess": FLAG,
                        "consumedCapacity": AMOUNTS,
                    }
                ]
            },
        },
        "reservedFor": [
            {"apiGroup": TEXT, "resource": TEXT, "name": TEXT, "uid": TEXT}
        ],
        "devices": [
            {
                "driver": TEXT,
                "pool": TEXT,
                "device": TEXT,
                "shareID": TEXT,
                "conditions": [
                    {"type": TEXT, "status": TEXT, "reason": TEXT, "message": TEXT}
                ],
                "data": ANY,
                "networkData": {
                    "interfaceName": TEXT,
                    "hardwareAddress": TEXT,
                    "ips": [TEXT],
                },
            }
        ],
    },
}
DEVICE_BODY = {
    "attributes": _Map(ANY),
    "capacity": _Map(ANY),
    "allowMultipleAllocations": FLAG,
    "nodeName": TEXT,
    "nodeSelector": SELECTOR,
    "allNodes": FLAG,
    "nodeAllocatableResources": _Map(
        {
            "mapping": {
                "capacityKey": TEXT,
                "capacityMultiplier": FACTOR,
                "deviceMultiplier": AMOUNT,
            },
            "overhead": {"perPod": AMOUNT, "perContainer": AMOUNT},
        }
    ),
    "nodeAllocatableResourceMappings": _Map(
        {"capacityKey": TEXT, "allocationMultiplier": FACTOR}
    ),
}
SLICE = {
    "metadata": METADATA,
    "spec": {
        "driver": TEXT,
        "pool": {"name": TEXT, "generation": NUMBER, "resourceSliceCount": NUMBER},
        "nodeName": TEXT,
        "nodeSelector": SELECTOR,
        "allNodes": FLAG,
        "perDeviceNodeSelection": FLAG,
        "devices": [{"name": TEXT, "basic": DEVICE_BODY, **DEVICE_BODY}],
    },
}
CLASS = {
    "metadata": METADATA,
    "spec": {
        "extendedResourceName": TEXT,
        "selectors": [{"cel": {"expression": TEXT}}],
    },
}
SHAPES: Final[Mapping[str, Any]] = {
    "Pod": POD,
    "Node": NODE,
    "ResourceClaim": CLAIM,
    "ResourceSlice": SLICE,
    "DeviceClass": CLASS,
}


def clean(value: Any, shape: Any, path: str, report: Report) -> Any:
    """The part of `value` that has the shape; None where nothing has. Each loss is reported."""
    if value is None:
        return None
    if isinstance(shape, _Leaf):
        return _leaf(value, shape, path, report)
    if isinstance(shape, list):
        return _list(value, shape[0], path, report)
    return _mapping(value, shape, path, report)


def _leaf(value: Any, shape: _Leaf, path: str, report: Report) -> Any:
    if shape in (AMOUNT, FACTOR):
        return _amount(value, shape.instead, path, report)
    if isinstance(value, shape.types) and (bool in shape.types or value is not True):
        return value
    report(path, describe(value), shape.expected)
    return None


def _amount(value: Any, instead: Any, path: str, report: Report) -> Any:
    try:
        nanos(value)
    except QuantityError as error:
        report(path, describe(value), f"a quantity ({error.problem})")
        return instead
    return value


def _list(value: Any, shape: Any, path: str, report: Report) -> Any:
    if not isinstance(value, list):
        report(path, describe(value), "a list")
        return None
    return [item for item in _items(value, shape, path, report) if item is not None]


def _items(value: list[Any], shape: Any, path: str, report: Report) -> Iterator[Any]:
    for index, item in enumerate(value):
        where = f"{path}[{index}]"
        if item is None:
            report(where, "null", "a value")
        yield clean(item, shape, where, report)


def _mapping(value: Any, shape: Any, path: str, report: Report) -> Any:
    if not isinstance(value, dict):
        report(path, describe(value), "a mapping")
        return None
    if isinstance(shape, _Map):
        keys = dict.fromkeys(value, shape.shape)
    else:
        keys = {key: inner for key, inner in shape.items() if key in value}
    copied: Wire = {}
    for key, inner in keys.items():
        where = f"{path}[{key}]" if isinstance(shape, _Map) else child(path, key)
        found = clean(value[key], inner, where, report)
        if found is not None or value[key] is None:
            copied[key] = found
    if isinstance(shape, dict) and "name" in shape and shape is not METADATA:
        _name(copied, path, report)
    return copied


def _name(copied: Wire, path: str, report: Report) -> None:
    """A row without a name keeps its amounts, under the empty name."""
    if not copied.get("name"):
        report(child(path, "name"), "nothing", "a name")
        copied["name"] = ""
