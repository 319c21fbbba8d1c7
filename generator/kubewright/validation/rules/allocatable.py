"""Rules for node-allocatable resources of devices: the shapes of 1.37 and of 1.36."""

from kubewright.validation.findings import Rule

_VAL = "pkg/apis/resource/validation/validation.go"
_NODE = f"{_VAL} validateNodeAllocatableResources"
_MAPPING = f"{_VAL} validateNodeAllocatableMapping"
_OVERHEAD = f"{_VAL} validateNodeAllocatableOverheadMapping"
_RES = "*.nodeAllocatableResources[key]"
_RES36 = "*.nodeAllocatableResourceMappings[key]"
_VAL36 = f"{_VAL} validateNodeAllocatableResourceMappings (1.36)"

ROWS = (
    # Node-allocatable resources, 1.37.
    Rule(
        "node-allocatable/name",
        "Invalid",
        _RES,
        "must be a node allocatable resource name: cpu, memory or hugepages-<size>",
        _NODE,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/required",
        "Required",
        _RES,
        "at least one of mapping, overhead must be set",
        _NODE,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/one",
        "Invalid",
        f"{_RES}.mapping",
        "must specify exactly one of: capacityKey, deviceMultiplier",
        "api/resource/v1/types.go NodeAllocatableMapping (union)",
        since=(1, 37),
        declarative=True,
    ),
    Rule(
        "node-allocatable/key-empty",
        "Invalid",
        f"{_RES}.mapping.capacityKey",
        "must not be an empty string",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/key",
        "NotFound",
        f"{_RES}.mapping.capacityKey",
        "must be a key of the device's capacity, spelled the same",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/multiplier-required",
        "Required",
        f"{_RES}.mapping.capacityMultiplier",
        "required when capacityKey is set",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/multiplier",
        "Invalid",
        f"{_RES}.mapping.capacityMultiplier",
        "must be positive",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/key-required",
        "Required",
        f"{_RES}.mapping.capacityKey",
        "required when capacityMultiplier is set",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/device-multiplier",
        "Invalid",
        f"{_RES}.mapping.deviceMultiplier",
        "must be positive",
        _MAPPING,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/overhead",
        "Invalid",
        f"{_RES}.overhead",
        "at least one of perPod, perContainer must be set",
        _OVERHEAD,
        since=(1, 37),
    ),
    Rule(
        "node-allocatable/amount",
        "Invalid",
        f"{_RES}.overhead.perPod | {_RES}.overhead.perContainer",
        "must be non-negative",
        _OVERHEAD,
        since=(1, 37),
    ),
    # Node-allocatable resources, the shape of 1.36.
    Rule(
        "mappings-1.36/name",
        "Invalid",
        _RES36,
        "must be a native resource name, not an extended one",
        _VAL36,
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "mappings-1.36/required",
        "Invalid",
        _RES36,
        "capacityKey or allocationMultiplier must be set",
        _VAL36,
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "mappings-1.36/multiplier",
        "Invalid",
        f"{_RES36}.allocationMultiplier",
        "must be positive",
        _VAL36,
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "mappings-1.36/key-empty",
        "Invalid",
        f"{_RES36}.capacityKey",
        "must not be an empty string",
        _VAL36,
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "mappings-1.36/key",
        "NotFound",
        f"{_RES36}.capacityKey",
        "must be a key of the device's capacity, spelled the same",
        _VAL36,
        since=(1, 36),
        until=(1, 36),
    ),
)
