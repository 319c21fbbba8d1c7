"""Examples of the rules of slices and their devices."""

from validation.bases import COUNTERS, DROP, PARTITIONED, SLICE, SLICE_136
from validation.example import ALLOC, DEV, LATE, LONG, MAPS, RANGE, VALUES, bad

SLICES = [
    bad(
        "slice/immutable",
        SLICE,
        {"spec.pool.name": "other"},
        operation="update",
        old=SLICE,
    ),
    bad(
        "slice/immutable",
        SLICE,
        {"spec.driver": "other.example"},
        operation="update",
        old=SLICE,
    ),
    bad(
        "slice/immutable",
        SLICE,
        {"spec.nodeName": "node-2"},
        operation="update",
        old=SLICE,
    ),
    bad("slice/pool-count", SLICE, {"spec.pool.resourceSliceCount": 0}),
    bad("slice/pool-generation", SLICE, {"spec.pool.generation": -1}),
    bad("slice/where-required", SLICE, {"spec.nodeName": DROP}, "spec"),
    bad("slice/where", SLICE, {"spec.allNodes": True}, "spec"),
    bad("slice/node-name-empty", SLICE, {"spec.nodeName": ""}),
    bad("slice/node-name-empty", PARTITIONED, {f"{DEV}.nodeName": ""}),
    bad(
        "slice/one-term",
        SLICE,
        {"spec.nodeName": DROP, "spec.nodeSelector": {"nodeSelectorTerms": [{}, {}]}},
        "spec.nodeSelector.nodeSelectorTerms",
    ),
    bad("slice/false", SLICE, {"spec.allNodes": False}),
    bad("slice/false", SLICE, {"spec.perDeviceNodeSelection": False}),
    bad("slice/false", PARTITIONED, {"spec.devices[1].allNodes": False}),
    bad("slice/counters-or-devices", SLICE, {"spec.sharedCounters": []}, "spec"),
    bad(
        "slice/devices-many",
        SLICE,
        {"spec.devices": [{"name": f"d{i}"} for i in range(129)]},
    ),
    bad(
        "slice/devices-many",
        SLICE,
        {
            "spec.devices": [
                {"name": f"d{i}", "attributes": {"a": {"ints": [1]}}} for i in range(65)
            ]
        },
    ),
    bad(
        "slice/device-duplicate",
        SLICE,
        {"spec.devices[1].name": "gpu-0"},
        "spec.devices[1]",
    ),
    bad(
        "device/keys-many",
        SLICE,
        {f"{DEV}.attributes": {f"a{i}": {"int": 1} for i in range(31)}},
        DEV,
    ),
    bad(
        "device/values-many",
        SLICE,
        {f"{DEV}.attributes": {"a": {"ints": [1] * 49}}},
        DEV,
    ),
    bad("attribute/one", SLICE, {f"{DEV}.attributes[numa]": {}}),
    bad(
        "attribute/one",
        SLICE,
        {f"{DEV}.attributes[numa].string": "x"},
        f"{DEV}.attributes[numa]",
    ),
    bad(
        "attribute/empty-list",
        SLICE,
        {f"{DEV}.attributes[numa]": {"ints": []}},
        f"{DEV}.attributes[numa].ints",
    ),
    bad("attribute/long", SLICE, {f"{DEV}.attributes[model].string": "é" * 33}),
    bad(
        "attribute/long",
        SLICE,
        {f"{DEV}.attributes[model]": {"strings": ["a", LONG + "a"]}},
        f"{DEV}.attributes[model].strings[1]",
    ),
    bad(
        "attribute/version",
        SLICE,
        {f"{DEV}.attributes[model]": {"version": "1.2"}},
        f"{DEV}.attributes[model].version",
    ),
    bad(
        "attribute/version",
        SLICE,
        {f"{DEV}.attributes[model]": {"versions": ["1.2.3", "01.2.3"]}},
        f"{DEV}.attributes[model].versions[1]",
    ),
    bad(
        "policy/single",
        SLICE,
        {f"{DEV}.allowMultipleAllocations": DROP},
        f"{DEV}.capacity[ram].requestPolicy",
    ),
    bad(
        "policy/both",
        SLICE,
        {f"{DEV}.capacity[ram].requestPolicy.validValues": ["1"]},
        f"{DEV}.capacity[ram].requestPolicy",
    ),
    bad(
        "policy/default-required",
        SLICE,
        {f"{DEV}.capacity[ram].requestPolicy.default": DROP},
    ),
    bad("policy/values-many", SLICE, {VALUES: [str(i) for i in range(1, 12)]}),
    bad("policy/values-order", SLICE, {VALUES: ["2", "8", "4"]}, f"{VALUES}[2]"),
    bad("policy/value-duplicate", SLICE, {VALUES: ["2", "4", "4"]}, f"{VALUES}[2]"),
    bad("policy/value-duplicate", SLICE, {VALUES: ["3500m", "4"]}, f"{VALUES}[1]"),
    bad("policy/value-large", SLICE, {VALUES: ["4", "65"]}, f"{VALUES}[1]"),
    bad("policy/default-value", SLICE, {VALUES: ["2", "8"]}),
    bad("policy/default-value", SLICE, {VALUES: [str(i) for i in range(1, 12)]}),
    bad("policy/min-required", SLICE, {f"{RANGE}.min": DROP}),
    bad("policy/min", SLICE, {f"{RANGE}.min": "81Gi"}),
    bad("policy/max", SLICE, {f"{RANGE}.max": "82Gi"}),
    bad("policy/max", SLICE, {f"{RANGE}.max": "1Gi"}),
    bad(
        "policy/default-range",
        SLICE,
        {f"{DEV}.capacity[ram].requestPolicy.default": "66Gi"},
        f"{RANGE}.default",
    ),
    bad(
        "policy/default-range",
        SLICE,
        {f"{DEV}.capacity[ram].requestPolicy.default": "1Gi"},
        f"{RANGE}.default",
    ),
    bad(
        "policy/default-range-1.36",
        SLICE_136,
        {f"{DEV}.capacity[ram].requestPolicy.default": "66Gi"},
        f"{RANGE}.max",
        **LATE,
    ),
    bad("policy/step", SLICE, {f"{RANGE}.step": "0"}),
    bad("policy/step", SLICE, {f"{RANGE}.step": "79Gi"}),
    bad("policy/step-multiple", SLICE, {f"{RANGE}.max": "63Gi"}, f"{RANGE}.step"),
    bad("policy/bounds", SLICE, {f"{RANGE}.min": "-2"}),
    bad(
        "policy/bounds",
        SLICE,
        {f"{RANGE}.step": "500u"},
        gates=frozenset({"DRAFractionalCapacityRange"}),
    ),
    bad(
        "device/taints-many",
        SLICE,
        {f"{DEV}.taints": [{"key": f"k{i}", "effect": "None"} for i in range(17)]},
    ),
    bad(
        "counters/consumed-many",
        PARTITIONED,
        {
            f"{DEV}.consumesCounters": [
                {"counterSet": f"c{i}", "counters": {"u": {"value": "1"}}}
                for i in range(3)
            ]
        },
    ),
    bad(
        "counters/consumed-duplicate",
        PARTITIONED,
        {
            f"{DEV}.consumesCounters": [
                {"counterSet": "c", "counters": {"u": {"value": "1"}}}
            ]
            * 2
        },
        f"{DEV}.consumesCounters[1]",
    ),
    bad(
        "counters/set-required",
        PARTITIONED,
        {f"{DEV}.consumesCounters[0].counterSet": ""},
    ),
    bad("counters/set-required", COUNTERS, {"spec.sharedCounters[0].name": DROP}),
    bad("counters/name", COUNTERS, {"spec.sharedCounters[0].name": "Chip"}),
    bad(
        "counters/name",
        PARTITIONED,
        {f"{DEV}.consumesCounters[0].counters": {"A": {"value": "1"}}},
    ),
    bad("counters/required", COUNTERS, {"spec.sharedCounters[0].counters": {}}),
    bad(
        "counters/many",
        COUNTERS,
        {
            "spec.sharedCounters[0].counters": {
                f"u{i}": {"value": "1"} for i in range(33)
            }
        },
    ),
    bad(
        "counters/sets-many",
        COUNTERS,
        {
            "spec.sharedCounters": [
                {"name": f"c{i}", "counters": {"u": {"value": "1"}}} for i in range(9)
            ]
        },
    ),
    bad(
        "counters/set-duplicate",
        COUNTERS,
        {"spec.sharedCounters": COUNTERS["spec"]["sharedCounters"] * 2},
        "spec.sharedCounters[1]",
    ),
    bad(
        "device/where-required",
        PARTITIONED,
        {"spec.devices[1].allNodes": DROP},
        "spec.devices[1]",
    ),
    bad(
        "device/where",
        PARTITIONED,
        {"spec.devices[1].nodeName": "n"},
        "spec.devices[1]",
    ),
    bad("device/where", SLICE, {"spec.devices[1].allNodes": True}, "spec.devices[1]"),
    bad(
        "partition/gate",
        PARTITIONED,
        {"spec.pool.generation": 3},
        "spec.partitionTypeAttribute",
        gates=frozenset({"DRAPartitionableDevicesType=false"}),
    ),
    bad(
        "partition/counters",
        PARTITIONED,
        {f"{DEV}.consumesCounters": DROP},
        "spec.partitionTypeAttribute",
    ),
    bad(
        "partition/attribute-required",
        PARTITIONED,
        {f"{DEV}.attributes": DROP},
        f"{DEV}.attributes[gpu.example.com/profile]",
    ),
    bad(
        "partition/attribute",
        PARTITIONED,
        {f"{DEV}.attributes[profile]": {"int": 1}},
        f"{DEV}.attributes[gpu.example.com/profile]",
    ),
]


ALLOCATABLE = [
    bad(
        "node-allocatable/name",
        SLICE,
        {f"{ALLOC}[ephemeral-storage]": {"overhead": {"perPod": "1"}}},
    ),
    bad(
        "node-allocatable/name",
        SLICE,
        {f"{ALLOC}[example.com/x]": {"overhead": {"perPod": "1"}}},
    ),
    bad(
        "node-allocatable/name",
        SLICE,
        {f"{ALLOC}[kubernetes.io/cpu]": {"overhead": {"perPod": "1"}}},
    ),
    bad("node-allocatable/required", SLICE, {f"{ALLOC}[memory]": {}}),
    bad("node-allocatable/one", SLICE, {f"{ALLOC}[memory].mapping": {}}),
    bad(
        "node-allocatable/one",
        SLICE,
        {f"{ALLOC}[cpu].mapping.deviceMultiplier": "1"},
        f"{ALLOC}[cpu].mapping",
    ),
    bad("node-allocatable/key-empty", SLICE, {f"{ALLOC}[cpu].mapping.capacityKey": ""}),
    bad("node-allocatable/key", SLICE, {f"{ALLOC}[cpu].mapping.capacityKey": "cores"}),
    bad(
        "node-allocatable/multiplier-required",
        SLICE,
        {f"{ALLOC}[cpu].mapping.capacityMultiplier": DROP},
    ),
    bad(
        "node-allocatable/multiplier",
        SLICE,
        {f"{ALLOC}[cpu].mapping.capacityMultiplier": "0"},
    ),
    bad(
        "node-allocatable/key-required",
        SLICE,
        {f"{ALLOC}[cpu].mapping.capacityKey": DROP},
    ),
    bad(
        "node-allocatable/device-multiplier",
        SLICE,
        {f"{ALLOC}[memory].mapping.deviceMultiplier": "-1Gi"},
    ),
    bad("node-allocatable/overhead", SLICE, {f"{ALLOC}[memory].overhead": {}}),
    bad("node-allocatable/amount", SLICE, {f"{ALLOC}[memory].overhead.perPod": "-1"}),
    bad(
        "node-allocatable/amount",
        SLICE,
        {f"{ALLOC}[memory].overhead.perContainer": "-1m"},
    ),
    bad(
        "mappings-1.36/name",
        SLICE_136,
        {f"{MAPS}[example.com/x]": {"allocationMultiplier": "1"}},
        **LATE,
    ),
    bad("mappings-1.36/required", SLICE_136, {f"{MAPS}[memory]": {}}, **LATE),
    bad(
        "mappings-1.36/multiplier",
        SLICE_136,
        {f"{MAPS}[cpu].allocationMultiplier": "0"},
        **LATE,
    ),
    bad("mappings-1.36/key-empty", SLICE_136, {f"{MAPS}[cpu].capacityKey": ""}, **LATE),
    bad("mappings-1.36/key", SLICE_136, {f"{MAPS}[cpu].capacityKey": "cores"}, **LATE),
]
