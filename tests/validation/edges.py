"""Objects at the edge of a rule that still pass: the edits of a valid object."""

from validation.bases import (
    CLAIM,
    DROP,
    NODE,
    POD,
    POD_STATUS,
    SLICE,
    STATUS,
    TAINT_RULE,
)
from validation.example import (
    ALLOC,
    COND,
    CTR,
    DEV,
    ENTRY,
    EXACT,
    NAS,
    NET,
    RANGE,
    RES,
    VALUES,
    conditions,
)

EDGES = [
    ("driver of 63 bytes", SLICE, {"spec.driver": "a" * 63}),
    ("driver with capitals", SLICE, {"spec.driver": "GPU.Example.COM"}),
    (
        "pool of 253 bytes",
        SLICE,
        {"spec.pool.name": "/".join(["a" * 62, "b" * 63, "c" * 63, "d" * 62])},
    ),
    ("device name of 63", SLICE, {f"{DEV}.name": "a" * 63}),
    ("attribute of 64 bytes", SLICE, {f"{DEV}.attributes[model].string": "é" * 32}),
    ("identifier of 32", SLICE, {f"{DEV}.attributes": {"a" * 32: {"int": 1}}}),
    ("list attribute", SLICE, {f"{DEV}.attributes": {"a": {"bools": [True, False]}}}),
    ("48 values", SLICE, {f"{DEV}.attributes": {"a": {"ints": [1] * 48}}}),
    ("32 keys", SLICE, {f"{DEV}.attributes": {f"a{i}": {"int": 1} for i in range(30)}}),
    ("128 devices", SLICE, {"spec.devices": [{"name": f"d{i}"} for i in range(128)]}),
    (
        "64 devices with taints",
        SLICE,
        {
            "spec.devices": [
                {"name": f"d{i}", "taints": [{"key": "a", "effect": "None"}]}
                for i in range(64)
            ]
        },
    ),
    ("negative capacity", SLICE, {f"{DEV}.capacity[other]": {"value": "-1"}}),
    ("ten values", SLICE, {VALUES: [str(i) for i in range(1, 11)]}),
    ("range without max and step", SLICE, {RANGE: {"min": "1"}}),
    ("one step fills the capacity", SLICE, {RANGE: {"min": "4Gi", "step": "76Gi"}}),
    (
        "huge pages of any size",
        SLICE,
        {f"{ALLOC}[hugepages-x]": {"overhead": {"perPod": "0"}}},
    ),
    ("a tiny multiplier", SLICE, {f"{ALLOC}[memory].mapping.deviceMultiplier": "1n"}),
    ("eight conditions", STATUS, {f"{ENTRY}.conditions": conditions(8)}),
    ("reason of 1024", STATUS, {f"{COND}.reason": "a" * 1024}),
    ("empty data", STATUS, {f"{ENTRY}.data": {}}),
    ("null data", STATUS, {f"{ENTRY}.data": None}),
    ("data of 10240 bytes", STATUS, {f"{ENTRY}.data": {"a": "x" * 10232}}),
    ("16 addresses", STATUS, {f"{NET}.ips": [f"10.0.0.{i}/24" for i in range(16)]}),
    (
        "prefix 0 and the unspecified address",
        STATUS,
        {f"{NET}.ips": ["::/0", "0.0.0.0/0"]},
    ),
    ("any hardware address", STATUS, {f"{NET}.hardwareAddress": "x" * 128}),
    ("cleared allocation", STATUS, {"status": {}}),
    (
        "consumed capacity is not checked",
        STATUS,
        {f"{RES}.consumedCapacity": {"a b": "-1"}},
    ),
    ("no requests", CLAIM, {"spec.devices": {}}),
    ("count 0 is defaulted", CLAIM, {f"{EXACT}.count": 0}),
    (
        "distinct attribute",
        CLAIM,
        {"spec.devices.constraints[0]": {"distinctAttribute": "a.b/c"}},
    ),
    (
        "toleration of everything",
        CLAIM,
        {f"{EXACT}.tolerations": [{"operator": "Exists"}]},
    ),
    (
        "toleration without operator",
        CLAIM,
        {f"{EXACT}.tolerations": [{"key": "a", "value": ""}]},
    ),
    ("generated name", CLAIM, {"metadata": {"generateName": "work-"}}),
    ("taint rule for all devices", TAINT_RULE, {"spec.deviceSelector": DROP}),
    (
        "implicit name: fraction, no limit",
        POD,
        {f"{CTR}.requests[deviceclass.resource.kubernetes.io/x]": "1500m"},
    ),
    ("equal by value", POD, {f"{CTR}.requests[example.com/dongle]": "2000m"}),
    (
        "limit alone",
        POD,
        {"spec.containers[1].resources.limits": {"example.com/y": "1"}},
    ),
    ("huge whole number", POD, {f"{CTR}.limits[example.com/dongle]": "1000E"}),
    ("cpu request above no limit", POD, {f"{CTR}.requests[cpu]": "1000"}),
    ("claims of no container", POD_STATUS, {f"{NAS}.containers": []}),
    ("claim of a template", POD_STATUS, {f"{NAS}.resourceClaimName": "job-nic-x7k2p"}),
    ("node name unknown to anyone", NODE, {"status.capacity[what is this]": "1500m"}),
]
