"""Built parts pass validation, alone and as models."""

import importlib
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from kubewright.objects import wire
from kubewright.quantity import Quantity
from kubewright.validation import (
    advertise,
    device_status,
    node_allocatable,
    ready_condition,
    validate,
    withdraw,
)
from kubewright.validation.build import pointer_token
from validation.bases import SLICE, STATUS, edited

RESULT = STATUS["status"]["allocation"]["devices"]["results"][0]
NOON = datetime(2026, 6, 1, 12, tzinfo=timezone.utc)


def test_a_device_status_joins_its_allocation_result() -> None:
    """Driver, pool, device and shareID come from the result, and the server accepts it."""
    entry = device_status(
        RESULT,
        conditions=[ready_condition(at=NOON, observed_generation=2)],
        data={"firmware": "1"},
        interface_name="eth1",
        ips=["10.0.0.1/24"],
    )
    assert entry["shareID"] == RESULT["shareID"]
    assert entry["networkData"] == {"interfaceName": "eth1", "ips": ["10.0.0.1/24"]}
    claim = edited(STATUS, {"status.devices": [entry]})
    assert validate(claim, operation="status") == []


def test_a_device_status_has_only_what_was_given() -> None:
    """No empty members."""
    plain = {key: RESULT[key] for key in ("driver", "pool", "device")}
    assert device_status(plain) == plain
    with pytest.raises(ValueError, match="found no pool"):
        device_status({"driver": "a", "device": "b"})


@pytest.mark.parametrize(
    ("ready", "reason", "status"),
    [(True, "Ready", "True"), (False, "NotReady", "False")],
)
def test_a_ready_condition_is_complete(ready: bool, reason: str, status: str) -> None:
    """Type, status, reason, message and time are there; the time is now unless given."""
    condition = ready_condition(ready, message="ok")
    assert (condition["status"], condition["reason"]) == (status, reason)
    assert condition["lastTransitionTime"].endswith("Z")
    assert ready_condition(at=NOON)["lastTransitionTime"] == "2026-06-01T12:00:00Z"


@pytest.mark.parametrize(
    ("resource", "parts", "expected"),
    [
        ("cpu", {"device_multiplier": 8}, {"mapping": {"deviceMultiplier": "8"}}),
        (
            "cpu",
            {"capacity_key": "example.com/cores"},
            {
                "mapping": {
                    "capacityKey": "example.com/cores",
                    "capacityMultiplier": "1",
                }
            },
        ),
        (
            "memory",
            {
                "capacity_key": "ram",
                "capacity_multiplier": Decimal("1.5"),
                "per_pod": Quantity("1024Mi"),
                "per_container": "0",
            },
            {
                "mapping": {"capacityKey": "ram", "capacityMultiplier": "1500m"},
                "overhead": {"perPod": "1Gi", "perContainer": "0"},
            },
        ),
    ],
)
def test_a_node_allocatable_entry_is_what_the_server_wants(
    resource: str, parts: dict[str, Any], expected: dict[str, Any]
) -> None:
    """One entry by resource name, amounts in canonical text."""
    built = node_allocatable(resource, **parts)
    assert built == {resource: expected}
    device = {"spec.devices[0].nodeAllocatableResources": built}
    assert validate(edited(SLICE, device)) == []


@pytest.mark.parametrize(
    ("resource", "parts", "message"),
    [
        ("cpu", {}, "at least one of mapping, overhead"),
        ("cpu", {"device_multiplier": 1, "capacity_key": "a"}, "exactly one of"),
        ("cpu", {"device_multiplier": 0}, "must be positive"),
        ("cpu", {"capacity_key": ""}, "must not be an empty string"),
        ("cpu", {"capacity_multiplier": 2}, "required when capacityMultiplier is set"),
        ("cpu", {"per_pod": -1}, "must be non-negative"),
        ("ephemeral-storage", {"per_pod": 1}, "node allocatable resource name"),
    ],
)
def test_a_wrong_entry_is_refused_when_it_is_built(
    resource: str, parts: dict[str, Any], message: str
) -> None:
    """The ValueError holds the server's complaint."""
    with pytest.raises(ValueError, match=message):
        node_allocatable(resource, **parts)


def test_advertising_escapes_the_name() -> None:
    """A slash becomes ~1 in the pointer; amounts are text."""
    patch = advertise("example.com/dongle", 4)
    path = "/status/capacity/example.com~1dongle"
    assert patch == [{"op": "add", "path": path, "value": "4"}]
    both = advertise("example.com/dongle", "4", allocatable=True)
    assert [step["path"] for step in both] == [
        path,
        path.replace("capacity", "allocatable"),
    ]
    assert withdraw("example.com/dongle") == [{"op": "remove", "path": path}]
    assert pointer_token("a~b/c~1") == "a~0b~1c~01"


@pytest.mark.parametrize(
    ("resource", "amount", "message"),
    [
        ("dongle", 1, "expected an extended resource name"),
        ("kubernetes.io/x", 1, "expected an extended resource name"),
        ("Example.com/x", 1, "expected an extended resource name"),
        ("example.com/x", "1500m", "expected a whole number"),
        ("example.com/x", -1, "expected a whole number"),
        ("example.com/x", "many", "quantity 'many'"),
    ],
)
def test_what_no_pod_could_request_is_not_advertised(
    resource: str, amount: Any, message: str
) -> None:
    """The server checks no names here, so the helper does."""
    with pytest.raises(ValueError, match=message):
        advertise(resource, amount)


@pytest.mark.parametrize("family", ["client", "aio.client"])
def test_parts_can_be_models(family: str, tree_137: Path) -> None:
    """Given a models package, the parts are its classes and hold the same data."""
    models = importlib.import_module(f"k8s_under_test.{family}.models")
    condition = ready_condition(at=NOON, models=models)
    assert type(condition).__name__ == "V1Condition"
    status = device_status(
        RESULT, conditions=[condition], models=models, version="v1beta1"
    )
    assert type(status).__name__ == "V1beta1AllocatedDeviceStatus"
    assert wire(status) == device_status(RESULT, conditions=[ready_condition(at=NOON)])
    entry = node_allocatable("cpu", device_multiplier=8, models=models)["cpu"]
    assert wire(entry) == {"mapping": {"deviceMultiplier": "8"}}
