"""Examples of the rules of claims, templates, classes and taint rules."""

from validation.bases import CHOICE, CLAIM, CLASS, DROP, RESULT, STATUS, TEMPLATE
from validation.example import ENTRY, EXACT, NET, REQ, RES, bad, from_new, requests

CLAIMS = [
    bad(
        "claim/immutable",
        CLAIM,
        {f"{EXACT}.count": 3},
        "spec",
        operation="update",
        old=CLAIM,
    ),
    bad(
        "claim/immutable",
        TEMPLATE,
        {"spec.spec.devices.requests": []},
        "spec",
        operation="update",
        old=TEMPLATE,
    ),
    bad("claim/requests-many", CLAIM, {"spec.devices.requests": requests(33)}),
    bad(
        "claim/request-duplicate",
        CLAIM,
        {"spec.devices.requests[1].name": "lane"},
        "spec.devices.requests[1]",
    ),
    bad("claim/request-kind-required", CLAIM, {EXACT: DROP}, REQ),
    bad(
        "claim/request-kind-required",
        CLAIM,
        {"spec.devices.requests[1].firstAvailable": []},
        "spec.devices.requests[1]",
    ),
    bad(
        "claim/request-kind",
        CLAIM,
        {f"{REQ}.firstAvailable": CHOICE["firstAvailable"]},
        REQ,
    ),
    bad(
        "claim/alternatives-many",
        CLAIM,
        {
            "spec.devices.requests[1].firstAvailable": [
                {"name": f"s{i}", "deviceClassName": "c"} for i in range(9)
            ]
        },
    ),
    bad(
        "claim/alternative-duplicate",
        CLAIM,
        {"spec.devices.requests[1].firstAvailable[1].name": "big"},
        "spec.devices.requests[1].firstAvailable[1]",
    ),
    bad("claim/mode", CLAIM, {f"{EXACT}.allocationMode": "Some"}),
    bad("claim/count", CLAIM, {f"{EXACT}.count": -1}),
    bad("claim/count", CLAIM, {f"{EXACT}.allocationMode": "All"}, f"{EXACT}.count"),
    bad("selectors/many", CLASS, {"spec.selectors": CLASS["spec"]["selectors"] * 33}),
    bad(
        "selectors/cel",
        CLAIM,
        {f"{EXACT}.selectors": [{}]},
        f"{EXACT}.selectors[0].cel",
    ),
    bad("cel/long", CLASS, {"spec.selectors[0].cel.expression": "1" * 10241}),
    bad("cel/expression", CLASS, {"spec.selectors[0].cel.expression": ""}),
    bad(
        "derived/name-required",
        CLAIM,
        {f"{EXACT}.derivedAttributes": [{"expression": "1"}]},
        f"{EXACT}.derivedAttributes[0].name",
    ),
    bad(
        "derived/expression-required",
        CLAIM,
        {f"{EXACT}.derivedAttributes": [{"name": "example.com/numa"}]},
        f"{EXACT}.derivedAttributes[0].expression",
    ),
    bad(
        "derived/duplicate",
        CLAIM,
        {
            f"{EXACT}.derivedAttributes": [
                {"name": "example.com/numa", "expression": "1"}
            ]
            * 2
        },
        f"{EXACT}.derivedAttributes[1]",
    ),
    bad(
        "derived/unused",
        CLAIM,
        {
            f"{EXACT}.derivedAttributes": [
                {"name": "example.com/other", "expression": "1"}
            ]
        },
        f"{EXACT}.derivedAttributes[0].name",
    ),
    bad(
        "claim/constraints-many",
        CLAIM,
        {"spec.devices.constraints": [{"matchAttribute": "a.b/c"}] * 33},
    ),
    bad(
        "claim/constraint-required",
        CLAIM,
        {"spec.devices.constraints[0].matchAttribute": DROP},
        "spec.devices.constraints[0]",
    ),
    bad(
        "claim/constraint-required",
        CLAIM,
        {"spec.devices.constraints[0].matchAttribute": DROP},
        gates=frozenset({"DRAConsumableCapacity=false"}),
    ),
    bad(
        "claim/config-many",
        CLAIM,
        {"spec.devices.config": CLASS["spec"]["config"] * 33},
    ),
    bad(
        "claim/config-many",
        STATUS,
        {
            "status.allocation.devices.config": [
                {"source": "FromClass", **CLASS["spec"]["config"][0]}
            ]
            * 65
        },
        **from_new(STATUS),
    ),
    bad(
        "claim/references-many",
        CLAIM,
        {"spec.devices.config[0].requests": ["lane"] * 33},
    ),
    bad(
        "claim/reference-duplicate",
        CLAIM,
        {"spec.devices.constraints[0].requests": ["lane", "lane"]},
        "spec.devices.constraints[0].requests[1]",
    ),
    bad("claim/reference", CLAIM, {"spec.devices.constraints[0].requests[0]": "other"}),
    bad("claim/reference", CLAIM, {"spec.devices.config[0].requests[0]": "any/tiny"}),
    bad("claim/reference", STATUS, {f"{RES}.request": "lane/a/b"}, **from_new(STATUS)),
    bad("config/opaque", CLASS, {"spec.config[0].opaque": DROP}),
    bad(
        "reserved/many",
        STATUS,
        {
            "status.reservedFor": [
                {"resource": "pods", "name": "p", "uid": str(i)} for i in range(257)
            ]
        },
    ),
    bad(
        "reserved/duplicate",
        STATUS,
        {"status.reservedFor": [{"resource": "pods", "name": "p", "uid": "u"}] * 2},
        "status.reservedFor[1]",
    ),
    bad("reserved/member", STATUS, {"status.reservedFor[0].uid": DROP}),
    bad("reserved/member", STATUS, {"status.reservedFor[0].resource": ""}),
    bad(
        "reserved/unallocated",
        STATUS,
        {"status.allocation": DROP},
        "status.reservedFor",
    ),
    bad(
        "reserved/deleted",
        STATUS,
        {"metadata.deletionTimestamp": "2026-06-01T10:20:30Z"},
        "status.reservedFor",
        **from_new(STATUS),
    ),
    bad(
        "allocation/immutable",
        STATUS,
        {f"{RES}.device": "port-9"},
        "status.allocation",
        old=STATUS,
    ),
    bad(
        "allocation/results-many",
        STATUS,
        {"status.allocation.devices.results": [RESULT] * 33},
        **from_new(STATUS),
    ),
    bad(
        "allocation/source-required",
        STATUS,
        {"status.allocation.devices.config[0].source": ""},
        **from_new(STATUS),
    ),
    bad(
        "allocation/source",
        STATUS,
        {"status.allocation.devices.config[0].source": "Claim"},
        **from_new(STATUS),
    ),
    bad(
        "device-status/duplicate",
        STATUS,
        {"status.devices": STATUS["status"]["devices"] * 2},
        "status.devices[1]",
    ),
    bad("device-status/unallocated", STATUS, {f"{ENTRY}.shareID": DROP}, ENTRY),
    bad("network/interface-long", STATUS, {f"{NET}.interfaceName": "é" * 129}),
    bad("network/hardware-long", STATUS, {f"{NET}.hardwareAddress": "0" * 129}),
    bad(
        "network/ips-many",
        STATUS,
        {f"{NET}.ips": [f"10.0.0.{i}/24" for i in range(17)]},
    ),
    bad(
        "network/ip-duplicate",
        STATUS,
        {f"{NET}.ips": ["10.0.0.1/24"] * 2},
        f"{NET}.ips[1]",
    ),
    bad("network/ip", STATUS, {f"{NET}.ips[0]": "10.9.8.7"}),
    bad("network/ip", STATUS, {f"{NET}.ips[0]": "10.9.8.7/33"}),
    bad("network/ip-canonical", STATUS, {f"{NET}.ips[0]": "010.9.8.7/24"}),
    bad("network/ip-canonical", STATUS, {f"{NET}.ips[1]": "2001:DB8:0::1/64"}),
    bad("network/ip-canonical", STATUS, {f"{NET}.ips[1]": "::ffff:10.9.8.7/120"}),
    bad("class/config-many", CLASS, {"spec.config": CLASS["spec"]["config"] * 33}),
    bad(
        "class/extended-name",
        CLASS,
        {"spec.extendedResourceName": "requests.example.com/x"},
    ),
    bad("class/extended-name", CLASS, {"spec.extendedResourceName": ""}),
]
