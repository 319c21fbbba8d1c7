"""The ledger: after any sequence of events it says what a fresh computation says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accounting.builders import (
    Wire,
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
)
from kubewright.accounting import Cluster, Ledger
from kubewright.accounting.report import node_row, pod_row
from kubewright.objects import ObjectError

D = "example.com/dongle"
NODES = ("n1", "n2", "n3")
CPUS = ("0", "100m", "0.0005", "1", "2.5", "3k", "bad")
AMOUNTS = ("0", "1", "1.5Gi", "512Mi", "100M")
PHASES = ("Running", "Pending", "Succeeded", "Failed", "Unknown")
PROBE = pod(
    container("app", {"cpu": "1", "memory": "1Gi", D: "1"}, claims=("c1",)),
    name="probe",
    resourceClaims=claims_of("c1"),
)

names = st.sampled_from(["a", "b", "c", "d"])
requests = st.fixed_dictionaries(
    {"cpu": st.sampled_from(CPUS)},
    optional={"memory": st.sampled_from(AMOUNTS), D: st.sampled_from(["0", "1", "2"])},
)


@st.composite
def pods(draw: st.DrawFn) -> Wire:
    parts: Wire = {"status": {"phase": draw(st.sampled_from(PHASES))}}
    if draw(st.booleans()):
        parts["nodeName"] = draw(st.sampled_from(NODES))
    if draw(st.booleans()):
        parts["resourceClaims"] = claims_of("c1")
        parts["status"] |= claimed(entry("c1", ["app"], mapping={"cpu": "500m"}))
    return pod(container("app", draw(requests)), name=draw(names), **parts)


@st.composite
def nodes(draw: st.DrawFn) -> Wire:
    more = {D: draw(st.sampled_from(["0", "4"]))} if draw(st.booleans()) else {}
    return node(
        draw(st.sampled_from(NODES)), cpu=draw(st.sampled_from(["1", "4", "x"])), **more
    )


@st.composite
def slices(draw: st.DrawFn) -> Wire:
    name = draw(st.sampled_from(["s1", "s2"]))
    one = mapping(
        f"{name}-d", "cpu", deviceMultiplier=draw(st.sampled_from(["1", "2"]))
    )
    where = draw(st.sampled_from([{"allNodes": True}, {"nodeName": "n1"}]))
    return resource_slice(one, name=name, generation=draw(st.integers(1, 2)), **where)


@st.composite
def claims(draw: st.DrawFn) -> Wire:
    devices = draw(st.lists(st.sampled_from(["s1-d", "s2-d", "gone"]), unique=True))
    made = claim(*map(result, devices), name=draw(st.sampled_from(["c1", "c2"])))
    if draw(st.booleans()):
        made["status"]["reservedFor"] = [
            {"resource": "pods", "name": "a", "uid": "uid-a"}
        ]
    return made


classes = st.builds(
    lambda name: {
        "apiVersion": "resource.k8s.io/v1",
        "kind": "DeviceClass",
        "metadata": {"name": name},
        "spec": {"extendedResourceName": D},
    },
    st.sampled_from(["k1", "k2"]),
)
objects = st.one_of(pods(), nodes(), slices(), claims(), classes)
changes = st.tuples(
    st.sampled_from(["ADDED", "MODIFIED", "DELETED", "BOOKMARK"]), objects
)
lists = st.one_of(
    *(
        st.tuples(st.just("LIST " + kind), st.lists(made, max_size=3))
        for kind, made in (
            ("Pod", pods()),
            ("Node", nodes()),
            ("ResourceClaim", claims()),
            ("ResourceSlice", slices()),
        )
    )
)


def key(obj: Wire) -> tuple[str, str]:
    return obj["kind"], obj["metadata"]["name"]


class Truth:
    """The objects that are there, and nothing else."""

    def __init__(self) -> None:
        self.objects: dict[tuple[str, str], Wire] = {}

    def take(self, event: str, obj: Any) -> None:
        if event.startswith("LIST "):
            kind = event.removeprefix("LIST ")
            self.objects = {k: v for k, v in self.objects.items() if k[0] != kind}
            self.objects |= {key(item): item for item in obj}
        elif event == "DELETED":
            self.objects.pop(key(obj), None)
        elif event != "BOOKMARK":
            self.objects[key(obj)] = obj


def take(ledger: Ledger, event: str, obj: Any) -> None:
    if event.startswith("LIST "):
        ledger.relist(event.removeprefix("LIST "), obj, "7")
    else:
        ledger.apply(event, obj)


def answers(cluster: Cluster) -> dict[str, Any]:
    """Everything a cluster says."""
    names = [*NODES, *cluster.nodes]
    return {
        "nodes": {name: node_row(cluster.node(name)) for name in names},
        "known": set(cluster.nodes),
        "pods": {name: pod_row(cluster, name) for name in cluster.pods},
        "claims": {name: cluster.claim(name) for name in cluster.claims},
        "on": {name: set(cluster.pods_on(name)) for name in names},
        "fit": {name: cluster.fit(PROBE, node=name) for name in cluster.nodes},
        "faults": sorted(cluster.faults),
    }


@settings(max_examples=150)
@given(st.lists(st.one_of(changes, lists), max_size=30))
def test_ledger_equals_a_fresh_computation(events: list[tuple[str, Any]]) -> None:
    """Adds, updates, deletes, bookmarks and relists, in any order, of any objects."""
    ledger, truth = Ledger(), Truth()
    for event, obj in events:
        take(ledger, event, obj)
        truth.take(event, obj)
    assert answers(ledger) == answers(Cluster.load(truth.objects.values()))


@settings(max_examples=60)
@given(st.lists(objects, max_size=12))
def test_what_is_added_and_deleted_leaves_nothing(added: list[Wire]) -> None:
    """Not a sum, an index or a fault."""
    ledger = Ledger()
    for obj in added:
        ledger.apply("ADDED", obj)
    for obj in added:
        ledger.apply("DELETED", obj)
    empty = Ledger()
    assert answers(ledger) == answers(empty)
    for name in ("sums", "taken", "users", "holders", "faults", "pods"):
        assert getattr(ledger._state, name) == getattr(empty._state, name)


def test_a_pod_that_moves_is_charged_where_it_is() -> None:
    """An update may bind a pod, and end it."""
    ledger = Ledger()
    ledger.apply("ADDED", node())
    one = pod(container(requests={"cpu": "1"}))
    ledger.apply("ADDED", one)
    assert str(ledger.node("n1").requested["cpu"]) == "0"
    one["spec"] = {**one["spec"], "nodeName": "n1"}
    ledger.apply("MODIFIED", one)
    assert str(ledger.node("n1").requested["cpu"]) == "1"
    ledger.apply("MODIFIED", {**one, "status": {"phase": "Succeeded"}})
    assert str(ledger.node("n1").requested["cpu"]) == "0"


def test_events_set_the_version_that_was_followed() -> None:
    """Bookmarks too, which change nothing else."""
    ledger = Ledger()
    ledger.relist("Pod", [], "5")
    mark = {"kind": "Pod", "apiVersion": "v1", "metadata": {"resourceVersion": "9"}}
    ledger.apply("BOOKMARK", mark)
    assert ledger.versions == {"Pod": "9"}
    assert not ledger.pods
    assert not ledger.faults


def test_an_unknown_event_is_refused() -> None:
    """ERROR is none to apply: it ends a watch."""
    with pytest.raises(ValueError, match="found type 'ERROR', expected ADDED"):
        Ledger().apply("ERROR", {"kind": "Status"})
    with pytest.raises(ValueError, match="expected one of Pod"):
        Ledger().relist("ConfigMap", [])


def test_a_second_object_of_a_name_is_an_update() -> None:
    """In a dump it would be a fault, in a stream it is news."""
    ledger = Ledger()
    ledger.apply("ADDED", node(cpu="1"))
    ledger.apply("ADDED", node(cpu="2"))
    assert str(ledger.node("n1").allocatable["cpu"]) == "2"
    assert ledger.faults == ()


class Closed(dict[str, Any]):
    """A dict that can be asked for a key, and not gone through."""

    def __iter__(self) -> Any:
        raise AssertionError("went through all objects")

    keys = values = items = __iter__


def test_nothing_goes_through_all_objects() -> None:
    """An event and an answer touch what they are about: neither grows with the cluster."""
    one = pod(container(requests={"cpu": "1"}, claims=("c1",)), nodeName="n1")
    one["spec"]["resourceClaims"] = claims_of("c1")
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier="1"), nodeName="n1")
    ledger = Ledger()
    for obj in (node(), slices, claim(result("d")), one):
        ledger.apply("ADDED", obj)
    state = ledger._state
    for name in ("pods", "nodes", "claims", "sums", "users", "holders"):
        setattr(state, name, Closed(getattr(state, name)))
    state.slices.by_name = Closed(state.slices.by_name)
    state.slices.by_pool = Closed(state.slices.by_pool)
    for event in ("MODIFIED", "DELETED", "ADDED"):
        for obj in (one, claim(result("d")), slices, node()):
            ledger.apply(event, obj)
    assert str(ledger.node("n1").requested["cpu"]) == "1"
    assert ledger.fit(PROBE, node="n1").demand["cpu"] == 2000
    assert ledger.pods_on("n1") == ["default/pod"]
    assert ledger.claims["default/c1"].allocated
    assert ledger.pods["default/pod"].requests


def test_a_list_is_taken_as_the_api_sends_it() -> None:
    """Its items do not say their kind; the version is its own. Another mapping is no list."""
    ledger = Ledger()
    ledger.apply("ADDED", pod(container(), name="gone"))
    item = {
        k: v for k, v in pod(container()).items() if k not in ("apiVersion", "kind")
    }
    listed = {"kind": "PodList", "metadata": {"resourceVersion": "7"}, "items": [item]}
    ledger.relist("Pod", listed)
    assert (list(ledger.pods), ledger.versions) == (["default/pod"], {"Pod": "7"})
    with pytest.raises(ObjectError, match="items: found null"):
        ledger.relist("Pod", pod(container()))
    assert list(ledger.pods) == ["default/pod"]
