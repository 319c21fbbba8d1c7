"""Claim views, explanations, fit and node answers, and the form of the API."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import kubewright.accounting as accounting
from accounting.builders import (
    claim,
    claimed,
    claims_of,
    container,
    entry,
    mapping,
    node,
    overhead,
    pod,
    resource_slice,
    result,
    texts,
)
from kubewright.accounting import (
    ClaimView,
    Cluster,
    Finding,
    Ledger,
    PodOptions,
    Quantity,
    claim_totals,
    consumed_capacity,
)
from kubewright.accounting.explain import claim_terms, folded, node_terms

SHARE = "ab1c0f52-93be-4d07-8f6e-0b2d5c9e1a34"


def report(device: str, ready: str | None = None, **parts: Any) -> Any:
    own = {"driver": "gpu.example.com", "pool": "p1", "device": device, **parts}
    if ready:
        row = {"type": "Ready", "status": ready, "reason": "Because"}
        own["conditions"] = [{"type": "Other", "status": "False"}, row]
    return own


def view(*results: Any, **status: Any) -> ClaimView:
    user = pod(container(), name="web", resourceClaims=claims_of("c1"))
    cluster = Cluster.load([user, claim(*results, **status)])
    return cluster.claims["default/c1"]


def test_reports_join_results_by_the_four_tuple() -> None:
    """The share ID tells two shares of one device apart; null and absent are the same."""
    shared, whole = result("d", shareID=SHARE), result("d", shareID=None)
    found = view(
        shared,
        whole,
        devices=[report("d", "False", shareID=SHARE), report("d", "True")],
    )
    assert [(it.id.share, it.ready) for it in found.devices] == [
        (SHARE, False),
        ("", True),
    ]
    assert found.orphans == ()
    assert found.ready is False
    assert found.devices[0].reason == "Because"


def test_a_report_without_a_device_is_an_orphan() -> None:
    """Of another pool, another share, or of a claim without allocation."""
    reports = [report("d", pool="p2"), report("d", shareID=SHARE)]
    found = view(result("d"), devices=reports)
    assert [(it.id.device.pool, it.id.share) for it in found.orphans] == [
        ("p2", ""),
        ("p1", SHARE),
    ]
    assert (found.devices[0].reported, found.ready) == (False, None)


@pytest.mark.parametrize(
    ("status", "ready"), [("True", True), ("False", False), ("Unknown", None)]
)
def test_readiness_is_the_ready_condition(status: str, ready: bool | None) -> None:
    """Unknown is no answer, and so is a driver that says nothing."""
    assert view(result("d"), devices=[report("d", status)]).ready is ready
    assert view(result("d")).ready is None
    assert view().ready is None


def test_network_data_of_a_device() -> None:
    """Interface and addresses, as the driver reports them."""
    network = {"interfaceName": "eth1", "ips": ["10.9.8.7/24"]}
    (found,) = view(result("d"), devices=[report("d", networkData=network)]).devices
    assert (found.interface, found.addresses) == ("eth1", ("10.9.8.7/24",))


def test_who_holds_a_claim() -> None:
    """reservedFor, and whether the pod of that uid is there."""
    rows = [
        {"resource": "pods", "name": "web", "uid": "uid-web"},
        {"resource": "pods", "name": "web", "uid": "uid-older"},
        {"apiGroup": "x", "resource": "podgroups", "name": "g", "uid": "u"},
    ]
    holders = view(result("d"), reservedFor=rows).holders
    assert [it.present for it in holders] == [True, False, False]
    assert [it.resource for it in holders] == ["pods", "pods", "podgroups"]


def test_a_claim_that_waits_and_one_that_goes() -> None:
    """Not allocated; being deleted."""
    waiting = claim()
    waiting["status"] = {}
    waiting["metadata"]["deletionTimestamp"] = "2026-07-24T10:00:00Z"
    found = Cluster.load([waiting]).claims["default/c1"]
    assert (found.allocated, found.deleting, found.devices) == (False, True, ())


def busy_cluster() -> Cluster:
    pods = [
        pod(
            container(requests={"cpu": amount, "memory": "1Gi"}),
            name=name,
            nodeName="n1",
        )
        for name, amount in (("a", "0.0005"), ("b", "1500m"))
    ]
    return Cluster.load([node(cpu="4"), *pods])


def test_the_terms_of_a_node_come_to_what_is_free() -> None:
    """Allocatable less each pod, for every resource and for the slots."""
    cluster = busy_cluster()
    found = {name: folded(terms) for name, terms in node_terms(cluster, "n1").items()}
    assert found == cluster.node("n1").free
    sources = [it.source for it in node_terms(cluster, "n1")["cpu"]]
    assert sources == ["allocatable", "pod default/a", "pod default/b"]


def test_each_pod_is_rounded_up_before_the_schedulers_sum() -> None:
    """The exact sum may be less: 1500500u against 1501m."""
    found = busy_cluster().node("n1")
    assert str(found.requested["cpu"]) == "1500500u"
    assert found.requested_units("cpu") == 1501


def test_the_terms_of_a_claim_come_to_its_totals() -> None:
    """A term for each device, with the product it came from."""
    key = "dra.example.com/cores"
    devices = [
        mapping("a", "cpu", capacityKey=key, capacityMultiplier="2"),
        overhead("b", "memory", perPod="1Gi", perContainer="1Mi"),
        mapping("c", "cpu", deviceMultiplier="3"),
    ]
    held = claim(result("a", consumedCapacity={key: "4"}), result("b"), result("c"))
    cluster = Cluster.load([resource_slice(*devices), held])
    terms, totals = claim_terms(cluster, "default/c1"), cluster.claim_totals(
        "default/c1"
    )
    assert {k: folded(v) for k, v in terms["mapping"].items()} == totals.mapping
    assert {k: folded(v) for k, v in terms["perPod"].items()} == totals.per_pod
    assert {
        k: folded(v) for k, v in terms["perContainer"].items()
    } == totals.per_container
    assert terms["mapping"]["cpu"][0].source.endswith(f": 4 {key} x 2")


def test_a_pod_is_not_in_its_own_way() -> None:
    """The fit of a pod that is on the node is asked as if it were not there."""
    cluster = Cluster.load(
        [node(cpu="2"), pod(container(requests={"cpu": "2"}), nodeName="n1")]
    )
    assert cluster.fit("default/pod", node="n1").fits
    assert not cluster.fit(
        pod(container(requests={"cpu": "1"}), name="x"), node="n1"
    ).fits


def test_reasons_stand_in_the_schedulers_order() -> None:
    """Too many pods first, then by name."""
    asks = {
        "memory": "1Ti",
        "cpu": "99",
        "ephemeral-storage": "1Gi",
        "example.com/x": "1",
    }
    found = Cluster.load([node(pods="0")]).fit(pod(container(requests=asks)), node="n1")
    names = ("cpu", "ephemeral-storage", "example.com/x", "memory")
    assert found.reasons == ("Too many pods", *(f"Insufficient {it}" for it in names))


def test_names_that_the_scheduler_does_not_know_are_no_reason() -> None:
    """A bare word is ignored by the accounting."""
    asks = pod(container(requests={"dongle": "5"}))
    assert Cluster.load([node()]).fit(asks, node="n1").fits


def test_huge_pages_of_an_overcommitted_node_refuse_even_zero() -> None:
    """With claims the dynamic-resources filter compares them without asking for more than 0."""
    name = "hugepages-2Mi"
    over = pod(container(requests={name: "4Mi"}), name="over", nodeName="n1")
    slices = resource_slice(overhead("d", name, perPod="0"))
    asks = pod(container(claims=("c1",)), resourceClaims=claims_of("c1"))
    cluster = Cluster.load([node(**{name: "2Mi"}), over, slices, claim(result("d"))])
    assert cluster.fit(asks, node="n1").reasons == (f"Insufficient {name}",)
    plain = pod(container(requests={name: "0"}), name="plain")
    assert cluster.fit(plain, node="n1").fits


def test_a_pod_level_limit_below_a_container_with_its_claims() -> None:
    """Regular containers one by one; init containers are not looked at."""
    own = {"memory": "3Gi"}
    level = {"requests": {"memory": "8Gi"}, "limits": {"memory": "4Gi"}}
    slices = resource_slice(mapping("d", "memory", deviceMultiplier="2Gi"))
    cluster = Cluster.load([node(), slices, claim(result("d"))])
    user = container(requests=own, limits=own, claims=("c1",))
    asks = pod(user, resources=level, resourceClaims=claims_of("c1"))
    kinds = [it.kind for it in cluster.fit(asks, node="n1").problems]
    assert kinds == ["pod-level-limit-too-small"]
    init = pod(
        container("b"), init=(user,), resources=level, resourceClaims=claims_of("c1")
    )
    assert cluster.fit(init, node="n1").fits


def test_without_claims_pod_level_values_are_not_looked_at_here() -> None:
    """The API server has seen to them."""
    own = {"cpu": "3"}
    asks = pod(container(requests=own), resources={"requests": {"cpu": "1"}})
    assert Cluster.load([node()]).fit(asks, node="n1").fits


def test_a_placed_pod_is_charged_by_its_status_entries() -> None:
    """What slices say now makes no difference to it."""
    status = claimed(entry("c1", ["app"], mapping={"cpu": "7"}))
    one = pod(container(), nodeName="n1", resourceClaims=claims_of("c1"), status=status)
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier="1"))
    cluster = Cluster.load([node(), slices, claim(result("d")), one])
    assert texts(cluster.pods["default/pod"].requests) == {"cpu": "7"}
    assert str(cluster.node("n1").requested["cpu"]) == "7"


@pytest.mark.parametrize(
    ("policy", "asked", "expected"),
    [
        ({}, "3", "3"),
        ({"default": "2", "validValues": ["2", "4", "8"]}, "3", "4"),
        ({"default": "2", "validValues": ["2", "4", "8"]}, "9", None),
        (
            {"default": "2", "validRange": {"min": "2", "step": "500m"}},
            "2200m",
            "2500m",
        ),
        ({"default": "2", "validRange": {"min": "2", "max": "4"}}, "1", "2"),
        ({"default": "2", "validRange": {"min": "2", "max": "4"}}, "5", None),
        ({}, "65", None),
    ],
)
def test_consumed_capacity(policy: Any, asked: str, expected: str | None) -> None:
    """Up to the next value that a policy allows; None where no value is enough."""
    found = consumed_capacity({"value": "64", "requestPolicy": policy}, asked)
    assert found == (expected and Quantity(expected))


def test_findings_are_frozen_rows() -> None:
    """kind, object, field, message."""
    row = Finding("kind", "Pod a/b", "spec", "found x, expected y")
    assert tuple(row) == ("kind", "Pod a/b", "spec", "found x, expected y")
    assert str(row) == "Pod a/b spec: found x, expected y [kind]"
    with pytest.raises(AttributeError):
        row.kind = "other"  # type: ignore[misc]


def test_options_are_frozen_and_named() -> None:
    """The names of the issue, by keyword only."""
    names = {field.name for field in dataclasses.fields(PodOptions)}
    assert names == {
        "use_status_resources",
        "in_place_pod_level_resize",
        "use_claim_statuses",
        "exclude_overhead",
        "skip_pod_level",
        "skip_container_level",
        "non_missing_container_requests",
        "init_container_fix",
        "release",
    }
    with pytest.raises(dataclasses.FrozenInstanceError):
        PodOptions().release = "1.36"  # type: ignore[misc]


def test_a_release_that_is_not_known_is_refused() -> None:
    """Its rules would be a guess."""
    for call in (
        lambda: PodOptions(release="1.35"),
        lambda: Cluster.load([], "1.38"),
        lambda: Ledger("v1.37"),
        lambda: claim_totals(claim(), [], release=""),
    ):
        with pytest.raises(
            ValueError, match=r"release: found .*, expected 1.36 or 1.37"
        ):
            call()


def test_everything_public_is_there() -> None:
    """`__all__` names what can be imported."""
    assert all(hasattr(accounting, name) for name in accounting.__all__)
    assert issubclass(Ledger, Cluster)


def test_mappings_answer_for_what_is_there_alone() -> None:
    """KeyError for another name; `in`, len and iteration cost no accounting."""
    cluster = busy_cluster()
    assert list(cluster.pods) == ["default/a", "default/b"]
    assert len(cluster.nodes) == 1
    assert "n1" in cluster.nodes
    for mapping_ in (cluster.nodes, cluster.pods, cluster.claims):
        with pytest.raises(KeyError):
            mapping_["no"]


def test_another_pod_of_the_name_is_in_the_way() -> None:
    """A uid tells pods apart; one from a file has none and goes by its name."""
    placed = pod(container(requests={"cpu": "2"}), nodeName="n1")
    cluster = Cluster.load([node(cpu="2"), placed])
    other = pod(container(requests={"cpu": "1"}))
    other["metadata"]["uid"] = "another"
    assert cluster.fit(other, node="n1").reasons == ("Insufficient cpu",)
    del other["metadata"]["uid"]
    assert cluster.fit(other, node="n1").fits


def test_a_waiting_pod_is_charged_by_what_a_node_sees() -> None:
    """Nodes may see other devices under one name; what a problem leaves open is left out."""
    here, there = (
        resource_slice(mapping("d", "cpu", deviceMultiplier=m), name=n, nodeName=n)
        for n, m in (("n1", "2"), ("n2", "4"))
    )
    waiting = pod(container(claims=("c1", "c2")), resourceClaims=claims_of("c1", "c2"))
    cluster = Cluster.load(
        [node("n1"), node("n2"), here, there, claim(result("d")), waiting]
    )
    assert cluster.status_entries(waiting, node="n2") is None
    for name, cpu in (("n1", "2"), ("n2", "4")):
        found = cluster.pod("default/pod", node=name)
        assert texts(found.requests) == {"cpu": cpu}
        assert texts(found.containers["app"]) == {"cpu": cpu}


def test_1_36_passes_over_a_stale_slice_too() -> None:
    """The generation rule is ours, and holds for both releases."""
    old, new = (
        resource_slice(
            {
                "name": "d",
                "nodeAllocatableResourceMappings": {"cpu": {"allocationMultiplier": m}},
            },
            name=m,
            generation=generation,
        )
        for m, generation in (("9", 1), ("1", 2))
    )
    found = claim_totals(claim(result("d")), [old, new], release="1.36")
    assert texts(found.mapping) == {"cpu": "1"}
