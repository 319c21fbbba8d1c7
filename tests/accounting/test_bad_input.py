"""Bad input: the rest is accounted, and each fault names object and field."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounting.builders import (
    claim,
    claimed,
    claims_of,
    container,
    entry,
    mapping,
    node,
    pod,
    resource_slice,
    result,
    texts,
)
from kubewright.accounting import Cluster, Finding, claim_totals, pod_demand
from kubewright.accounting import report as reports

BUSY = pod(container(requests={"cpu": "1"}), name="busy", nodeName="n1")


def only(cluster: Cluster) -> Finding:
    """The one fault of a cluster."""
    (found,) = cluster.faults
    return found


def test_a_quantity_that_does_not_parse() -> None:
    """It is left out of the sum; memory beside it counts."""
    bad = pod(
        container(requests={"cpu": "1x", "memory": "1Gi"}), name="bad", nodeName="n1"
    )
    cluster = Cluster.load([node(), BUSY, bad])
    fault = only(cluster)
    assert fault.kind == "unreadable-quantity"
    assert fault.object == "Pod default/bad"
    assert fault.field == "spec.containers[0].resources.requests[cpu]"
    assert "found '1x', expected a quantity" in fault.message
    requested = texts(cluster.node("n1").requested)
    assert (requested["cpu"], requested["memory"]) == ("1", "1Gi")


@pytest.mark.parametrize(
    "amount",
    ["1e61", "-1e61", "1E+5000", "1e900000", "9" * 70, 10**70, -(10**400), 1e300],
)
@pytest.mark.parametrize("name", ["cpu", "memory", "example.com/dongle"])
def test_an_amount_beyond_all_nodes(amount: Any, name: str) -> None:
    """It cannot be read; results hold no number that is too long to be written."""
    bad = pod(container(requests={name: amount}), name="bad", nodeName="n1")
    large = node("n2", **{name: amount})
    cluster = Cluster.load([node(), bad, large])
    assert {row.kind for row in cluster.faults} == {"unreadable-quantity"}
    assert all(len(str(row)) < 400 for row in cluster.faults)
    found = [
        reports.account(cluster, explain=True, pods=True),
        reports.fits(cluster, bad),
    ]
    assert len(json.dumps(found)) < 20_000


def test_the_largest_amount_counts() -> None:
    """Up to 1e60 amounts are exact, in nodes and in sums."""
    most = "1" + "0" * 60
    pods = [
        pod(container(requests={"cpu": most}), name=f"p{n}", nodeName="n1")
        for n in "ab"
    ]
    cluster = Cluster.load(
        [
            node(cpu=most),
            *pods,
            pod(container(requests={"cpu": "1n"}), name="c", nodeName="n1"),
        ]
    )
    assert cluster.faults == ()
    assert cluster.node("n1").requested["cpu"].scaled_value(-9) == 2 * 10**69 + 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("spec.containers[0].resources.limits[cpu]", "1y"),
        ("spec.overhead[cpu]", True),
        ("status.containerStatuses[0].allocatedResources[cpu]", []),
    ],
)
def test_every_amount_of_a_pod_is_read_when_it_is_loaded(path: str, value: Any) -> None:
    """Limits too, which no sum of a node needs, and those of a pod on no node."""
    one = pod(container(requests={"cpu": "1"}), name="bad", nodeName="n1")
    if "limits" in path:
        one["spec"]["containers"][0]["resources"]["limits"] = {"cpu": value}
    elif "overhead" in path:
        one["spec"]["overhead"] = {"cpu": value}
    else:
        rows = [{"name": "app", "allocatedResources": {"cpu": value}}]
        one["status"]["containerStatuses"] = rows
    assert only(Cluster.load([node(), one])).field == path


def test_amounts_of_nodes_claims_and_slices() -> None:
    """A node keeps its other amounts; a claim and a slice their other devices."""
    bad = node("n2", cpu="many")
    held = claim(result("d", consumedCapacity={"k": "some"}))
    slices = resource_slice(
        mapping("d", "cpu", deviceMultiplier="few"),
        mapping("e", "cpu", deviceMultiplier="2"),
    )
    cluster = Cluster.load([bad, held, slices])
    fields = {fault.object: fault.field for fault in cluster.faults}
    assert fields["Node n2"].startswith("status.")
    results = "status.allocation.devices.results[0]"
    assert fields["ResourceClaim default/c1"] == f"{results}.consumedCapacity[k]"
    base = "spec.devices[0].nodeAllocatableResources[cpu].mapping.deviceMultiplier"
    assert fields["ResourceSlice s1"] == base
    assert str(cluster.node("n2").allocatable["memory"]) == "256Gi"
    assert texts(claim_totals(claim(result("e")), [slices]).mapping) == {"cpu": "2"}


def test_two_nodes_of_one_name() -> None:
    """The first counts, alike or not."""
    cluster = Cluster.load([node(cpu="1"), node(cpu="2")])
    fault = only(cluster)
    assert (fault.kind, fault.object) == ("duplicate-object", "Node n1")
    assert str(cluster.node("n1").allocatable["cpu"]) == "1"


def test_a_pod_on_an_unknown_node() -> None:
    """Its charge stands under that name, with nothing allocatable."""
    lost = pod(container(requests={"cpu": "2"}), name="lost", nodeName="gone")
    cluster = Cluster.load([node(), lost])
    fault = only(cluster)
    assert (fault.kind, fault.object) == ("unknown-node", "Pod default/lost")
    assert fault.field == "spec.nodeName"
    assert str(cluster.node("gone").free["cpu"]) == "-2"
    with pytest.raises(KeyError):
        cluster.fit(BUSY, node="gone")


def test_a_claim_and_a_slice_that_are_missing() -> None:
    """Both are named, with the pod and the claim that name them."""
    lost = pod(container(), name="lost", nodeName="n1", resourceClaims=claims_of("no"))
    cluster = Cluster.load([node(), lost, claim(result("gone"))])
    rows = {(it.kind, it.object) for it in cluster.faults}
    assert rows == {
        ("claim-not-found", "Pod default/lost"),
        ("device-not-found", "ResourceClaim default/c1"),
    }


def cyclic() -> Any:
    """A pod that holds itself."""
    one = pod(container(requests={"cpu": "1"}), name="cyclic", nodeName="n1")
    one["spec"]["containers"].append(one)
    one["metadata"]["self"] = one
    return one


@pytest.mark.parametrize(
    "foreign",
    [
        5,
        None,
        "pod",
        object(),
        [],
        {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "x"}},
        {"metadata": {"name": "x"}},
        {"kind": "Pod", "apiVersion": "v1"},
        {"kind": "Pod", "apiVersion": "v1", "metadata": {"name": ""}},
        {"kind": "Pod", "apiVersion": "v1", "metadata": "x"},
        {"kind": "Node", "apiVersion": "metrics.k8s.io/v1", "metadata": {"name": "x"}},
        {"kind": "PodList", "apiVersion": "v1", "items": [5]},
    ],
)
def test_foreign_objects(foreign: Any) -> None:
    """Each is listed; all others count."""
    cluster = Cluster.load([node(), foreign, BUSY])
    assert len(cluster.faults) == 1
    assert str(cluster.node("n1").requested["cpu"]) == "1"


def test_a_cyclic_object() -> None:
    """It ends, and what can be read of it counts."""
    cluster = Cluster.load([node(), cyclic(), BUSY])
    assert {fault.object for fault in cluster.faults} == {"Pod default/cyclic"}
    assert str(cluster.node("n1").requested["cpu"]) == "2"
    assert pod_demand(cyclic()).faults


def test_no_objects_at_all() -> None:
    """Neither is a value that is no collection."""
    assert Cluster.load([]).faults == ()
    assert only(Cluster.load(7)).kind == "foreign-object"


def test_lists_of_every_form() -> None:
    """A List, a typed list whose items say no kind, nested ones, one mapping."""
    bare = {
        key: value for key, value in BUSY.items() if key not in ("kind", "apiVersion")
    }
    typed = {"kind": "PodList", "apiVersion": "v1", "items": [bare]}
    whole = {"kind": "List", "apiVersion": "v1", "items": [node(), typed]}
    for form in (whole, [whole], iter([node(), typed])):
        cluster = Cluster.load(form)
        assert cluster.faults == ()
        assert str(cluster.node("n1").requested["cpu"]) == "1"


def test_a_huge_quantity_is_no_crash() -> None:
    """1e2147483647 cannot be written out: a fault, not a hang."""
    bad = pod(container(requests={"cpu": "1e2147483647"}), name="bad", nodeName="n1")
    assert only(Cluster.load([node(), bad])).kind == "unreadable-quantity"


scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "1", "x", "1Gi"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["name", "requests", "cpu", "items"]), inner, max_size=3
        ),
    ),
    max_leaves=6,
)
WHOLE = [
    node(),
    resource_slice(mapping("d", "cpu", deviceMultiplier="1")),
    claim(result("d"), reservedFor=[{"resource": "pods", "name": "p", "uid": "u"}]),
    pod(
        container(requests={"cpu": "1"}, claims=("c1",)),
        init=(container("i"),),
        name="p",
        nodeName="n1",
        resourceClaims=claims_of("c1"),
        overhead={"cpu": "1m"},
        status={"phase": "Running"}
        | claimed(entry("c1", ["app"], mapping={"cpu": "1"})),
    ),
]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a value that can be overwritten."""
    keys = (
        value
        if isinstance(value, dict)
        else range(len(value)) if isinstance(value, list) else ()
    )
    found = [path] if path else []
    for key in keys:
        found += places(value[key], (*path, key))
    return found


@settings(max_examples=300)
@given(st.data())
def test_nothing_in_any_place_raises(data: st.DataObject) -> None:
    """Whatever stands anywhere in any object: answers come, and no exception."""
    objects = json.loads(json.dumps(WHOLE))
    path = data.draw(st.sampled_from(places(objects)))
    target: Any = objects
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = data.draw(values)
    cluster = Cluster.load(objects)
    assert isinstance(cluster.faults, tuple)
    for name in cluster.nodes:
        assert cluster.node(name).free
        cluster.fit(objects[3] if isinstance(objects[3], dict) else WHOLE[3], node=name)
    for key in cluster.pods:
        assert cluster.pods[key].cgroup
        assert cluster.pods[key].limits_in_force is not None
    for key in cluster.claims:
        assert cluster.claims[key].key == key


@pytest.mark.parametrize("uid", [[None], {}, {"a": 1}, 1, True, None, "u"])
def test_fit_takes_a_pod_with_any_uid(uid: Any) -> None:
    """A uid of any type, hashable or not, is compared and nothing more."""
    objects = json.loads(json.dumps(WHOLE))
    objects[3]["metadata"]["uid"] = uid
    cluster = Cluster.load(objects)
    assert cluster.fit(objects[3], node="n1") is not None


def test_importing_accounting_loads_the_standard_library_alone() -> None:
    """Not click, rich, yaml, pydantic or anything of another room."""
    code = (
        "import sys, kubewright.accounting, kubewright.accounting.report, "
        "kubewright.accounting.follow\n"
        "names = {name.partition('.')[0] for name in sys.modules}\n"
        "extra = names - set(sys.stdlib_module_names) - {'kubewright', '__main__'}\n"
        "rooms = {n for n in sys.modules if n.startswith('kubewright.')}\n"
        "print(sorted(n for n in extra if not n.startswith('_')))\n"
        "print(sorted({n.split('.')[1] for n in rooms}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": "generator"},
        capture_output=True,
        text=True,
        check=True,
    )
    extra, rooms = done.stdout.splitlines()
    assert extra == "[]"
    assert rooms == "['accounting', 'objects', 'quantity', 'quantity_text']"
