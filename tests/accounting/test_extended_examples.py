"""The worked examples of the extended-resource reference, section 5, by row."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import (
    claim,
    container,
    node,
    pod,
    resource_slice,
    result,
    sidecar,
    texts,
)
from kubewright.accounting import ASSIGNED, Cluster, Fit, Quantity, pod_demand
from kubewright.accounting.extended import devices_wanted

D = "example.com/dongle"


def n(dongles: str | None = "4", **more: str) -> Any:
    """Node N of the reference."""
    extra = {} if dongles is None else {D: dongles}
    return node("n", **({"cpu": "4", "memory": "16Gi", "pods": "110"} | extra | more))


def asks(amount: str | int, name: str = "new", **parts: Any) -> Any:
    return pod(container("app", {D: str(amount)}), name=name, **parts)


def on_node(amount: str | int, name: str, phase: str = "Running", **parts: Any) -> Any:
    return asks(amount, name, nodeName="n", status={"phase": phase}, **parts)


def fit(amount: str | int, *objects: Any) -> Fit:
    return Cluster.load([n(), *objects]).fit(asks(amount), node="n")


def effective(one: Any) -> str:
    return str(pod_demand(one).requests[D])


def test_row_1_an_empty_node() -> None:
    """4 fit, 5 never will."""
    assert fit(4).fits
    five = fit(5)
    assert (five.reasons, five.unresolvable) == ((f"Insufficient {D}",), True)


def test_row_2_part_in_use() -> None:
    """1 of 4 free: 2 do not fit now, but may after preemption."""
    both = [container("a", {D: "2"}), container("b", {D: "1"})]
    busy = pod(*both, name="busy", nodeName="n")
    cluster = Cluster.load([n(), busy])
    assert str(cluster.node("n").free[D]) == "1"
    found = cluster.fit(asks(2), node="n")
    assert (found.reasons, found.unresolvable) == ((f"Insufficient {D}",), False)


@pytest.mark.parametrize(
    ("init", "apps", "expected"),
    [
        pytest.param([("i", 3), ("i", 1)], [2], "3", id="row 3: max, not sum"),
        pytest.param(
            [("i", 3), ("s", 1), ("i", 4)], [2], "5", id="row 4: position counts"
        ),
        pytest.param(
            [("i", 4), ("s", 1)], [2], "4", id="row 5: init before the sidecar"
        ),
        pytest.param(
            [("s", 1), ("i", 2)], [1, 0], "3", id="row 6: init beside the sidecar"
        ),
    ],
)
def test_rows_3_to_6_init_containers(
    init: list[tuple[str, int]], apps: list[int], expected: str
) -> None:
    """An init container is charged with the sidecars before it alone."""
    makers = {"i": container, "s": sidecar}
    before = tuple(makers[k](f"{k}{i}", {D: str(v)}) for i, (k, v) in enumerate(init))
    regular = [container(f"a{i}", {D: str(v)}) for i, v in enumerate(apps)]
    one = pod(*regular, init=before)
    assert effective(one) == expected
    if expected == "5":
        assert Cluster.load([n()]).fit(one, node="n").unresolvable
    if expected == "4":
        assert Cluster.load([n()]).fit(one, node="n").fits


def test_row_7_overhead_of_the_pod() -> None:
    """The runtime's overhead comes on top."""
    app = container("app", {"cpu": "500m", "memory": "1Gi", D: "1"})
    one = pod(app, overhead={"cpu": "250m", "memory": "120Mi"})
    expected = {"cpu": "750m", "memory": "1144Mi", D: "1"}
    assert texts(pod_demand(one).requests) == expected


def test_row_8_pod_level_requests() -> None:
    """Pod-level values replace cpu and memory, other names are untouched."""
    app = container("app", {"cpu": "500m", D: "2"})
    one = pod(app, resources={"requests": {"cpu": "2", "memory": "1Gi"}})
    assert texts(pod_demand(one).requests) == {"cpu": "2", "memory": "1Gi", D: "2"}


def test_row_9_pod_level_wins_over_the_init_peak() -> None:
    """1 + 100m, whatever the init container asks for."""
    one = pod(
        container("app", {"cpu": "500m"}),
        init=(container("i", {"cpu": "3"}),),
        resources={"requests": {"cpu": "1"}},
        overhead={"cpu": "100m"},
    )
    assert texts(pod_demand(one).requests) == {"cpu": "1100m"}


def resizing(
    spec: str, allocated: str, actuated: str, reason: str | None = None
) -> Any:
    state = {
        "name": "app",
        "allocatedResources": {"cpu": allocated},
        "resources": {"requests": {"cpu": actuated}},
    }
    status: dict[str, Any] = {"phase": "Running", "containerStatuses": [state]}
    if reason:
        status["conditions"] = [{"type": "PodResizePending", "reason": reason}]
    return pod(container("app", {"cpu": spec, D: "2"}), nodeName="n", status=status)


def test_row_10_a_shrink_that_is_not_done() -> None:
    """The largest of spec, allocated and actuated counts; D is in the spec alone."""
    found = pod_demand(resizing("1", "2", "2"), ASSIGNED)
    assert texts(found.requests) == {"cpu": "2", D: "2"}


def test_row_11_infeasible_and_deferred() -> None:
    """Of an infeasible resize the spec drops out, of a deferred one it does not."""
    for reason, expected in (("Infeasible", "1"), ("Deferred", "4")):
        found = pod_demand(resizing("4", "1", "1", reason), ASSIGNED)
        assert str(found.requests["cpu"]) == expected


def test_row_12_a_request_of_zero() -> None:
    """0 of a resource fits a node that has none of it."""
    assert effective(asks(0)) == "0"
    assert Cluster.load([n(None)]).fit(asks(0), node="n").fits


def test_row_13_terminal_pods_do_not_count() -> None:
    """Succeeded and Failed are charged nothing, not even a slot."""
    pods = [on_node(1, "a"), on_node(2, "b", "Succeeded"), on_node(1, "c", "Failed")]
    found = Cluster.load([n(), *pods]).node("n")
    assert texts(found.requested)[D] == "1"
    assert (str(found.free[D]), str(found.requested["pods"])) == ("3", "1")


def test_row_14_pending_and_terminating() -> None:
    """Bound is charged, pending or being deleted; unbound is not."""
    gone = on_node(1, "c")
    gone["metadata"]["deletionTimestamp"] = "2026-07-24T10:00:00Z"
    waiting = asks(2, "b", status={"phase": "Pending"})
    found = Cluster.load([n(), on_node(2, "a", "Pending"), waiting, gone]).node("n")
    assert (str(found.requested[D]), str(found.free[D])) == ("3", "1")


def test_row_15_capacity_lowered() -> None:
    """Free may be negative, raw; clamped it is 0."""
    cluster = Cluster.load([n("1"), on_node(3, "a")])
    found = cluster.node("n")
    assert (str(found.free[D]), str(found.available[D])) == ("-2", "0")
    assert not cluster.fit(asks(1), node="n").fits


def test_row_16_spellings() -> None:
    """1k is 500 and 0.5k."""
    found = Cluster.load([n("1k"), on_node("500", "a"), on_node("0.5k", "b")]).node("n")
    assert (str(found.requested[D]), str(found.free[D])) == ("1k", "0")


def test_row_17_a_node_without_the_key() -> None:
    """Not advertised counts as 0, and no preemption can help."""
    cluster = Cluster.load([n(None)])
    found = cluster.fit(asks(1), node="n")
    assert D not in cluster.node("n").allocatable
    assert (found.reasons, found.unresolvable) == ((f"Insufficient {D}",), True)


def test_row_18_pod_slots() -> None:
    """Two slots, two pods; the count is never unresolvable."""
    pods = [on_node(0, "a"), on_node(0, "b"), on_node(0, "c", "Succeeded")]
    found = Cluster.load([n(pods="2"), *pods]).fit(asks(0), node="n")
    assert (found.pod_slots_free, found.reasons) == (0, ("Too many pods",))
    assert not found.unresolvable


def device_class(name: str = "dongles", resource: str = D, **metadata: str) -> Any:
    return {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": name} | metadata,
        "spec": {"extendedResourceName": resource},
    }


def eight() -> Any:
    return resource_slice(*({"name": f"d{i}"} for i in range(8)), nodeName="n")


def test_row_19_devices_behind_the_name() -> None:
    """What is free is in the slices: 8 - 2; the arithmetic of free means nothing."""
    held = claim(result("d0"), result("d1"), name="pod-extended-resources-x")
    cluster = Cluster.load([n(None), device_class(), eight(), held, on_node(2, "a")])
    found = cluster.node("n")
    assert str(found.free[D]) == "-2"
    count = found.devices[D]
    assert (count.total, count.allocated, count.free) == (8, 2, 6)
    assert cluster.fit(asks(6), node="n").fits
    seven = cluster.fit(asks(7), node="n")
    assert (seven.reasons, seven.unresolvable) == ((f"Insufficient {D}",), False)
    assert cluster.fit(asks(9), node="n").unresolvable


def test_row_20_init_containers_use_later_devices_first() -> None:
    """init 3 and app 2 come to 3 devices: 2 of the app's and 1 of its own."""
    one = pod(container("app", {D: "2"}), init=(container("init", {D: "3"}),))
    assert devices_wanted(one, D) == 3


def test_row_21_other_names_of_the_container_do_not_matter() -> None:
    """The request's name has an index over all names; the count is the name's own."""
    one = pod(container("app", {"cpu": "1", D: "1", "memory": "1Gi"}))
    assert devices_wanted(one, D) == 1


def test_row_22_who_serves_the_name() -> None:
    """A device plugin where it offers some, the class where it offers 0 or nothing."""
    nodes = [node("a", **{D: "4"}), node("b", **{D: "0"}), node("c")]
    cluster = Cluster.load([*nodes, device_class()])
    served = {name: D in cluster.node(name).devices for name in cluster.nodes}
    assert served == {"a": False, "b": True, "c": True}


def test_row_23_pods_charge_a_node_as_they_do_a_quota() -> None:
    """A pod charges the name it asks by: explicit or implicit; claims charge devices."""
    implicit = "deviceclass.resource.kubernetes.io/gpus"
    gpu = "example.com/gpu"
    pods = [
        pod(container("app", {name: "1"}), name=key, nodeName="n")
        for key, name in (("a", gpu), ("b", gpu), ("c", implicit))
    ]
    found = Cluster.load([n(), device_class("gpus", gpu), *pods]).node("n")
    assert (found.requested[gpu], found.requested[implicit]) == (
        Quantity(2),
        Quantity(1),
    )
    assert {gpu, implicit} <= set(found.devices)


def test_a_pods_own_devices_are_free_for_it() -> None:
    """A pod is not in its own way: what the scheduler's claim for it holds counts as free."""
    held = claim(result("d0"), result("d1"), name="own")
    status = {"extendedResourceClaimStatus": {"resourceClaimName": "own"}}
    placed = pod(container(requests={D: "2"}), nodeName="n1", status=status)
    devices = resource_slice({"name": "d0"}, {"name": "d1"})
    cluster = Cluster.load([node(), device_class("dongles"), devices, held, placed])
    assert cluster.node("n1").devices[D].free == 0
    assert cluster.fit("default/pod", node="n1").fits
    other = pod(container(requests={D: "1"}), name="other")
    assert cluster.fit(other, node="n1").reasons == (f"Insufficient {D}",)
