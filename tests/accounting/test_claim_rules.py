"""Rules and traps of claims, one fact a test (DRA reference, sections 1, 2.1, 2.7, 2.8, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import (
    claim,
    claims_of,
    container,
    mapping,
    node,
    overhead,
    pod,
    resource_slice,
    result,
    texts,
)
from kubewright.accounting import ClaimTotals, Cluster, claim_totals

KEY = "dra.example.com/cores"
ONE = mapping("d", "cpu", deviceMultiplier="1")
ZONE = {"key": "zone", "operator": "In", "values": ["a"]}


def kinds(rows: Any) -> list[str]:
    return [row.kind for row in rows]


def totals(device: Any, **parts: Any) -> ClaimTotals:
    return claim_totals(claim(result("d", **parts)), [resource_slice(device)])


def by_key(**more: str) -> Any:
    return mapping("d", "cpu", capacityKey=KEY, **more)


def cpu(found: ClaimTotals) -> str | None:
    return texts(found.mapping).get("cpu")


def test_trap_t1_a_capacity_key_without_consumed_capacity() -> None:
    """Only shared devices have consumed capacity; on others such a mapping bars every pod."""
    found = totals(by_key(capacityMultiplier="1"))
    assert kinds(found.problems) == ["consumed-capacity-missing"]
    assert "deviceMultiplier" in found.problems[0].message
    assert found.problems[0].field == "gpu.example.com/p1/d"


def test_a_key_that_was_not_consumed_adds_nothing() -> None:
    """No entry, which is not an entry of 0; an empty map is no missing map."""
    for consumed in ({"other": "4"}, {}):
        found = totals(by_key(capacityMultiplier="1"), consumedCapacity=consumed)
        assert (found.mapping, found.problems) == ({}, ())


def test_keys_are_compared_letter_by_letter() -> None:
    """`cores` is not `dra.example.com/cores` in 1.37."""
    found = totals(by_key(), consumedCapacity={"cores": "4"})
    assert found.mapping == {}


def test_no_capacity_multiplier_counts_once() -> None:
    """A multiplier that is absent is 1."""
    assert cpu(totals(by_key(), consumedCapacity={KEY: "4"})) == "4"


def test_an_empty_capacity_key_is_none() -> None:
    """Then the device multiplier counts."""
    device = mapping("d", "cpu", capacityKey="", deviceMultiplier="3")
    assert cpu(totals(device)) == "3"


def test_a_product_keeps_the_format_of_the_consumed_amount() -> None:
    """BinarySI stays BinarySI."""
    found = totals(by_key(capacityMultiplier="2"), consumedCapacity={KEY: "1Gi"})
    assert texts(found.mapping) == {"cpu": "2Gi"}


def test_overhead_is_not_multiplied_here() -> None:
    """The status holds it once; readers multiply by the containers."""
    found = totals(overhead("d", "memory", perPod="1Gi", perContainer="500Mi"))
    assert texts(found.per_pod) == {"memory": "1Gi"}
    assert texts(found.per_container) == {"memory": "500Mi"}


def test_administrative_access_is_charged_like_any_other() -> None:
    """Upstream makes no exception."""
    assert cpu(totals(ONE, adminAccess=True)) == "1"


def test_only_the_chosen_subrequest_is_charged() -> None:
    """Of firstAvailable only what is in the results counts."""
    assert cpu(totals(ONE, request="r/second")) == "1"


def test_devices_of_several_pools_and_drivers_add_up() -> None:
    """The look-up goes by driver, pool and name; a name of another driver is another device."""
    other = resource_slice(
        mapping("d", "cpu", deviceMultiplier="9"), name="s2", driver="x.com"
    )
    pool = resource_slice(
        mapping("d", "cpu", deviceMultiplier="4"), name="s3", pool="p2"
    )
    held = claim(result("d"), result("d", pool="p2"))
    assert cpu(claim_totals(held, [other, pool, resource_slice(ONE)])) == "5"


def test_a_missing_device_beside_another_is_a_problem() -> None:
    """The totals go on without it."""
    held = claim(result("d"), result("gone"))
    found = claim_totals(held, [resource_slice(ONE)])
    assert (kinds(found.problems), cpu(found)) == (["device-not-found"], "1")


def test_a_missing_device_alone_is_a_notice() -> None:
    """The scheduler passes over the claim, at no cost."""
    found = claim_totals(claim(result("gone")), [resource_slice(ONE)])
    assert kinds(found.notices) == ["device-not-found"]
    assert not found
    assert not found.problems


def test_a_claim_without_allocation() -> None:
    """What it will cost is not known."""
    found = claim_totals({"metadata": {"name": "c"}, "status": {}}, [])
    assert kinds(found.problems) == ["claim-not-allocated"]


@pytest.mark.parametrize(
    ("where", "names"),
    [
        ({"nodeName": "n1"}, ["n1"]),
        ({"allNodes": True}, ["n1", "n2"]),
        (
            {"nodeSelector": {"nodeSelectorTerms": [{"matchExpressions": [ZONE]}]}},
            ["n2"],
        ),
        ({"nodeSelector": {"nodeSelectorTerms": [{}]}}, []),
    ],
)
def test_which_slices_a_node_sees(where: Any, names: list[str]) -> None:
    """By name, all nodes, or a selector; a term without requirements matches none."""
    slices = [resource_slice(ONE, **where)]
    for one in (node("n1"), node("n2", {"zone": "a"})):
        found = claim_totals(claim(result("d")), slices, node=one)
        assert bool(found) == (one["metadata"]["name"] in names)


def test_per_device_node_selection() -> None:
    """Then the device's own node has to match too."""
    here, there = {**ONE, "nodeName": "n1"}, {**ONE, "name": "e", "nodeName": "n2"}
    slices = [resource_slice(here, there, perDeviceNodeSelection=True)]
    assert claim_totals(claim(result("d")), slices, node="n1")
    assert not claim_totals(claim(result("e")), slices, node="n1")


@pytest.mark.parametrize(
    ("rule", "matches"),
    [
        ({"key": "zone", "operator": "NotIn", "values": ["b"]}, True),
        ({"key": "rack", "operator": "NotIn", "values": ["b"]}, True),
        ({"key": "zone", "operator": "Exists"}, True),
        ({"key": "rack", "operator": "DoesNotExist"}, True),
        ({"key": "size", "operator": "Gt", "values": ["3"]}, True),
        ({"key": "size", "operator": "Lt", "values": ["3"]}, False),
        ({"key": "zone", "operator": "Gt", "values": ["3"]}, False),
        ({"key": "size", "operator": "Gt", "values": ["3", "4"]}, False),
        ({"key": "zone", "operator": "Like", "values": ["a"]}, False),
    ],
)
def test_operators_of_selectors(rule: Any, matches: bool) -> None:
    """All six; an operator that is none matches nothing."""
    selector = {"nodeSelectorTerms": [{"matchExpressions": [rule]}]}
    slices = [resource_slice(ONE, nodeSelector=selector)]
    one = node("n2", {"zone": "a", "size": "5"})
    assert bool(claim_totals(claim(result("d")), slices, node=one)) is matches


def test_selectors_by_the_nodes_name() -> None:
    """matchFields knows metadata.name."""
    rule = {"key": "metadata.name", "operator": "In", "values": ["n1"]}
    selector = {"nodeSelectorTerms": [{"matchFields": [rule]}]}
    slices = [resource_slice(ONE, nodeSelector=selector)]
    assert claim_totals(claim(result("d")), slices, node="n1")
    assert not claim_totals(claim(result("d")), slices, node="n2")


def test_only_the_newest_generation_of_a_pool_counts() -> None:
    """Upstream has no rule for a stale slice; ours: it is as good as gone."""
    old = resource_slice(mapping("d", "cpu", deviceMultiplier="9"), generation=1)
    new = resource_slice(ONE, name="s2", generation=2)
    assert cpu(claim_totals(claim(result("d")), [old, new])) == "1"
    left = resource_slice({"name": "e"}, name="s2", generation=2)
    assert kinds(claim_totals(claim(result("d")), [old, left]).notices) == [
        "device-not-found"
    ]


def test_the_first_slice_wins() -> None:
    """Of two slices of one generation that hold a device."""
    second = resource_slice(mapping("d", "cpu", deviceMultiplier="9"), name="s2")
    assert cpu(claim_totals(claim(result("d")), [resource_slice(ONE), second])) == "1"


def test_slices_need_no_names_here() -> None:
    """Those given to `claim_totals` are told apart by their place."""
    first, second = resource_slice(ONE), resource_slice({**ONE, "name": "e"}, pool="p2")
    for item in (first, second):
        del item["metadata"]["name"]
    held = claim(result("d"), result("e", pool="p2"))
    assert cpu(claim_totals(held, [first, second])) == "2"


def test_1_36_looks_devices_up_by_pool_and_name_alone() -> None:
    """A slice of another driver will do."""
    body = {"cpu": {"allocationMultiplier": "7"}}
    device = {"name": "d", "nodeAllocatableResourceMappings": body}
    slices = [resource_slice(device, driver="other.example.com", nodeName="elsewhere")]
    found = claim_totals(claim(result("d")), slices, node="n1", release="1.36")
    assert cpu(found) == "7"


def test_1_37_reads_the_shape_of_1_36_where_it_finds_it() -> None:
    """A dump of a 1.36 server has mappings; they convert one to one."""
    body = {"cpu": {"capacityKey": KEY, "allocationMultiplier": "2"}}
    device = {"name": "d", "nodeAllocatableResourceMappings": body}
    assert cpu(totals(device, consumedCapacity={KEY: "4"})) == "8"


def test_v1beta1_keeps_a_device_under_basic() -> None:
    """A device without a body has no node-allocatable resources."""
    body = {key: value for key, value in ONE.items() if key != "name"}
    slices = resource_slice({"name": "d", "basic": body}, {"name": "e", "basic": None})
    slices["apiVersion"] = "resource.k8s.io/v1beta1"
    assert cpu(claim_totals(claim(result("d"), result("e")), [slices])) == "1"


def test_a_factor_that_cannot_be_read_makes_the_product_0() -> None:
    """Not the other factor alone: that would be a wrong number."""
    found = totals(by_key(capacityMultiplier="2x"), consumedCapacity={KEY: "4"})
    assert cpu(found) is None or cpu(found) == "0"


def pod_with(
    *containers: Any, cluster_objects: Any = (), **spec: Any
) -> tuple[Cluster, Any]:
    one = pod(*containers, **spec)
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier="2"))
    return Cluster.load([node(), slices, claim(result("d")), *cluster_objects]), one


def test_trap_t2_a_container_that_names_a_claim_twice() -> None:
    """It counts once, with one notice: the scheduler lists it twice, the API server refuses."""
    own = container()
    own["resources"]["claims"] = [
        {"name": "c1", "request": "a"},
        {"name": "c1", "request": "b"},
        {"name": "c1", "request": "c"},
    ]
    cluster, one = pod_with(own, resourceClaims=claims_of("c1"))
    entries = cluster.status_entries(one, node="n1")
    assert entries
    assert entries[0]["containers"] == ["app"]
    assert kinds(cluster.fit(one, node="n1").notices) == ["duplicate-reference"]


def test_two_names_for_one_claim() -> None:
    """The claim counts once, and so does the container that uses both names."""
    named = [
        {"name": "a", "resourceClaimName": "c1"},
        {"name": "b", "resourceClaimName": "c1"},
    ]
    cluster, one = pod_with(container(claims=("a", "b")), resourceClaims=named)
    entries = cluster.status_entries(one, node="n1")
    quantity = [{"name": "cpu", "quantity": "2"}]
    assert entries == [
        {"resourceClaimName": "c1", "containers": ["app"], "mapping": quantity}
    ]


def test_containers_stand_in_the_order_of_the_spec() -> None:
    """Init containers of both kinds first."""
    own = [container(name, claims=("c1",)) for name in ("b", "a")]
    init = tuple(container(name, claims=("c1",)) for name in ("z", "i"))
    cluster, one = pod_with(*own, init=init, resourceClaims=claims_of("c1"))
    entries = cluster.status_entries(one, node="n1")
    assert entries
    assert entries[0]["containers"] == ["z", "i", "b", "a"]


def test_naming_one_request_names_the_whole_claim() -> None:
    """`claims[].request` makes no difference to what is charged."""
    own = container()
    own["resources"]["claims"] = [{"name": "c1", "request": "no-such"}]
    cluster, one = pod_with(own, resourceClaims=claims_of("c1"))
    assert cluster.fit(one, node="n1").demand == {"cpu": 2000}


TEMPLATE = [{"name": "x", "resourceClaimTemplateName": "t"}]


def test_a_template_claim_that_is_not_made_yet() -> None:
    """No entry in resourceClaimStatuses: not created, which no preemption cures."""
    cluster, one = pod_with(container(claims=("x",)), resourceClaims=TEMPLATE)
    found = cluster.fit(one, node="n1")
    assert (kinds(found.problems), found.unresolvable) == (["claim-not-created"], True)
    assert cluster.status_entries(one, node="n1") is None


def test_a_template_claim_that_is_not_needed() -> None:
    """An entry without a claim's name: there is none, and nothing is missing."""
    status = {"resourceClaimStatuses": [{"name": "x"}]}
    cluster, one = pod_with(
        container(claims=("x",)), resourceClaims=TEMPLATE, status=status
    )
    assert cluster.fit(one, node="n1").fits
    assert cluster.status_entries(one, node="n1") == []


def test_a_template_claim_goes_by_the_name_of_its_object() -> None:
    """The entry names the object, not the claim in the pod."""
    status = {"resourceClaimStatuses": [{"name": "x", "resourceClaimName": "c1"}]}
    cluster, one = pod_with(
        container(claims=("x",)), resourceClaims=TEMPLATE, status=status
    )
    entries = cluster.status_entries(one, node="n1")
    assert entries
    assert entries[0]["resourceClaimName"] == "c1"


def test_a_claim_that_is_not_there() -> None:
    """claim-not-found."""
    cluster, one = pod_with(container(), resourceClaims=claims_of("other"))
    assert kinds(cluster.fit(one, node="n1").problems) == ["claim-not-found"]


def test_a_claim_that_is_not_allocated() -> None:
    """claim-not-allocated: the layer does not allocate, so the cost is open."""
    waiting = claim(name="c2")
    waiting["status"] = {}
    cluster, one = pod_with(
        container(), resourceClaims=claims_of("c2"), cluster_objects=[waiting]
    )
    assert kinds(cluster.fit(one, node="n1").problems) == ["claim-not-allocated"]


def test_a_claim_that_is_being_deleted() -> None:
    """The scheduler refuses the pod."""
    going = claim(result("d"), name="c2")
    going["metadata"]["deletionTimestamp"] = "2026-07-24T10:00:00Z"
    cluster, one = pod_with(
        container(), resourceClaims=claims_of("c2"), cluster_objects=[going]
    )
    assert kinds(cluster.fit(one, node="n1").problems) == ["claim-being-deleted"]


def test_the_claim_of_extended_resources_has_no_containers() -> None:
    """It has no name in the pod, so none can name it; mapping and per-pod overhead count."""
    status = {
        "extendedResourceClaimStatus": {
            "resourceClaimName": "c1",
            "requestMappings": [],
        }
    }
    cluster, one = pod_with(container(), status=status)
    quantity = [{"name": "cpu", "quantity": "2"}]
    expected = [{"resourceClaimName": "c1", "mapping": quantity}]
    assert cluster.status_entries(one, node="n1") == expected


def test_1_36_refuses_a_claim_that_no_container_names() -> None:
    """claim-unreferenced; 1.37 takes it."""
    body = {"cpu": {"allocationMultiplier": "7"}}
    slices = resource_slice({"name": "d", "nodeAllocatableResourceMappings": body})
    one = pod(container(), resourceClaims=claims_of("c1"))
    for release, expected in (("1.36", ["claim-unreferenced"]), ("1.37", [])):
        cluster = Cluster.load([node(), slices, claim(result("d"))], release)
        assert kinds(cluster.fit(one, node="n1").problems) == expected


def test_a_pod_from_a_file_is_known_by_its_name() -> None:
    """It has no uid yet; reservedFor names it all the same."""
    held = claim(
        result("d"),
        name="c2",
        reservedFor=[{"resource": "pods", "name": "pod", "uid": "u"}],
    )
    cluster, one = pod_with(
        container(), resourceClaims=claims_of("c2"), cluster_objects=[held]
    )
    del one["metadata"]["uid"]
    assert cluster.fit(one, node="n1").fits
