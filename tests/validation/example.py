"""How an example is written: a valid object, edits that break a rule, where it is reported."""

from dataclasses import dataclass, field
from typing import Any

from validation.bases import (
    CONDITION,
    POD_STATUS,
    POD_STATUS_136,
    REQUEST,
    STATUS,
    Wire,
    edited,
)


@dataclass(frozen=True)
class Example:
    """A rule, an object that passes, edits that break the rule, and the field reported."""

    rule: str
    base: Wire
    edits: dict[str, Any]
    at: str
    operation: str = "create"
    options: dict[str, Any] = field(default_factory=dict)

    def broken(self) -> Wire:
        """The object with the edits that break the rule."""
        return edited(self.base, self.edits)


def bad(
    rule: str, base: Wire, edits: dict[str, Any], at: str = "", **options: Any
) -> Example:
    operation = options.pop("operation", OPERATION_OF.get(id(base), "create"))
    return Example(rule, base, edits, at or next(iter(edits)), operation, options)


OPERATION_OF = {
    id(STATUS): "status",
    id(POD_STATUS): "status",
    id(POD_STATUS_136): "status",
}
LATE = {"release": "1.36"}
ENTRY = "status.devices[0]"
COND = f"{ENTRY}.conditions[0]"
NET = f"{ENTRY}.networkData"
RES = "status.allocation.devices.results[0]"
REQ = "spec.devices.requests[0]"
EXACT = f"{REQ}.exactly"
DEV = "spec.devices[0]"
ALLOC = f"{DEV}.nodeAllocatableResources"
MAPS = f"{DEV}.nodeAllocatableResourceMappings"
RANGE = f"{DEV}.capacity[ram].requestPolicy.validRange"
VALUES = f"{DEV}.capacity[example.com/cores].requestPolicy.validValues"
CTR = "spec.containers[0].resources"
NAS = "status.nodeAllocatableResourceClaimStatuses[0]"
ERS = "status.extendedResourceClaimStatus"
ERM = f"{ERS}.requestMappings[0]"
SEL = "status.allocation.nodeSelector.nodeSelectorTerms"
LONG = "a" * 64
BIG = {"blob": "x" * 10240}


def conditions(count: int) -> list[Wire]:
    return [{**CONDITION, "type": f"C{i}"} for i in range(count)]


def requests(count: int) -> list[Wire]:
    return [{**REQUEST, "name": f"r{i}"} for i in range(count)]


def from_new(base: Wire) -> dict[str, Any]:
    return {"old": {**base, "status": {}}}
