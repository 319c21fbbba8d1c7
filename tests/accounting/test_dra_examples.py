"""The worked examples of the DRA reference, section 3, by number."""

from __future__ import annotations

from typing import Any

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
    sidecar,
    texts,
)
from kubewright.accounting import (
    INCOMING,
    Cluster,
    Fit,
    PodDemand,
    PodOptions,
    claim_totals,
    consumed_capacity,
    pod_demand,
)
from kubewright.accounting.cluster import with_entries

FIX = PodOptions(init_container_fix=True)
GPU = overhead("gpu0", "memory", perPod="1Gi", perContainer="500Mi")
CORES = {
    "name": "s0",
    "allowMultipleAllocations": True,
    "capacity": {"dra.example.com/cores": {"value": "64"}},
    "nodeAllocatableResources": {
        "cpu": {
            "mapping": {
                "capacityKey": "dra.example.com/cores",
                "capacityMultiplier": "2",
            }
        }
    },
}
SHARE = "ab1c0f52-93be-4d07-8f6e-0b2d5c9e1a34"


def placed(
    one: Any, claims: list[Any], *devices: Any
) -> tuple[list[Any] | None, PodDemand]:
    """Status entries and demand of a pod on a node that sees the devices."""
    cluster = Cluster.load([node(), resource_slice(*devices), *claims])
    entries = cluster.status_entries(one, node="n1")
    return entries, pod_demand(with_entries(one, entries or []))


def requests(one: Any, options: PodOptions = INCOMING) -> dict[str, str]:
    return texts(pod_demand(one, options).requests)


def consumed(amount: str) -> dict[str, Any]:
    return result(
        "s0", shareID=SHARE, consumedCapacity={"dra.example.com/cores": amount}
    )


def test_w1_ccx_by_device_count() -> None:
    """Two devices of 8 cpus each; a BestEffort pod has shares 2 and no quota all the same."""
    ccx = [mapping(f"ccx{i}", "cpu", deviceMultiplier="8") for i in (0, 1)]
    one = pod(container("app", claims=("c1",)), resourceClaims=claims_of("c1"))
    entries, demand = placed(one, [claim(result("ccx0"), result("ccx1"))], *ccx)
    quantity = [{"name": "cpu", "quantity": "16"}]
    assert entries == [
        {"resourceClaimName": "c1", "containers": ["app"], "mapping": quantity}
    ]
    assert texts(demand.requests) == {"cpu": "16"}
    assert demand.rounded == {"cpu": 16000}
    assert (demand.qos_class, demand.cgroup.cpu_shares) == ("BestEffort", 2)
    assert demand.cgroup.cpu_quota == -1


def test_w2_cores_times_two() -> None:
    """8 consumed cores count 2 cpus each; the container's own request comes on top."""
    one = pod(
        container("app", {"cpu": "1"}, claims=("c1",)), resourceClaims=claims_of("c1")
    )
    entries, demand = placed(one, [claim(consumed("8"))], CORES)
    assert entries
    assert entries[0]["mapping"] == [{"name": "cpu", "quantity": "16"}]
    assert texts(demand.requests) == {"cpu": "17"}


def test_w3_memory_capacity() -> None:
    """Consumed bytes pass as they are."""
    key = "dra.example.com/memory"
    device = mapping("m0", "memory", capacityKey=key, capacityMultiplier="1")
    found = claim_totals(
        claim(result("m0", consumedCapacity={key: "4Gi"})), [resource_slice(device)]
    )
    assert texts(found.mapping) == {"memory": "4Gi"}
    assert found.mapping["memory"].value() == 4294967296


def test_w4_policy_rounding() -> None:
    """What a policy makes of 3, of nothing, and of nothing without a policy: times two."""
    policy = {"default": "2", "validRange": {"min": "2", "step": "2"}}
    bound, free = {"value": "64", "requestPolicy": policy}, {"value": "64"}
    for capacity, asked, cpus in (
        (bound, "3", "8"),
        (bound, None, "4"),
        (free, None, "128"),
    ):
        amount = consumed_capacity(capacity, asked)
        found = claim_totals(claim(consumed(str(amount))), [resource_slice(CORES)])
        assert texts(found.mapping) == {"cpu": cpus}


W5 = pod(
    container(
        "c1", {"cpu": "2", "memory": "2Gi"}, {"cpu": "4", "memory": "4Gi"}, ("x",)
    ),
    container(
        "c2", {"cpu": "4", "memory": "4Gi"}, {"cpu": "8", "memory": "8Gi"}, ("x",)
    ),
    status=claimed(
        entry("shared", ["c1", "c2"], mapping={"cpu": "5", "memory": "5Gi"})
    ),
)


def test_w5_one_claim_two_containers() -> None:
    """The claim counts once for the pod, and in full for each container's limit."""
    demand = pod_demand(W5)
    cgroup = demand.cgroup
    assert texts(demand.requests) == {"cpu": "11", "memory": "11Gi"}
    assert texts(demand.limits) == {"cpu": "17", "memory": "17Gi"}
    assert (cgroup.cpu_shares, cgroup.cpu_quota) == (11264, 1_700_000)
    assert cgroup.memory_max == 17 * 2**30
    c1, c2 = cgroup.containers["c1"], cgroup.containers["c2"]
    assert (c1.cpu_shares, c1.cpu_quota, c1.memory_max) == (2048, 900_000, 9 * 2**30)
    assert (c2.cpu_shares, c2.cpu_quota, c2.memory_max) == (4096, 1_300_000, 13 * 2**30)


def w6(*devices: Any) -> tuple[list[Any] | None, PodDemand]:
    users = [
        container(name, {"cpu": "100m", "memory": "1Gi"}, {"memory": "1Gi"}, ("c1",))
        for name in ("c1", "c2")
    ]
    one = pod(*users, resourceClaims=claims_of("c1"))
    return placed(one, [claim(result("gpu0"))], *devices)


def test_w6_overhead_per_pod_and_per_container() -> None:
    """Overhead per pod once, per container for each that names the claim."""
    entries, demand = w6(GPU)
    row = {"name": "memory", "perPod": "1Gi", "perContainer": "500Mi"}
    assert entries == [
        {"resourceClaimName": "c1", "containers": ["c1", "c2"], "overhead": [row]}
    ]
    assert texts(demand.requests) == {"cpu": "200m", "memory": "4072Mi"}
    assert texts(demand.limits) == {"memory": "4072Mi"}
    assert demand.requests["memory"].value() == 4269801472
    assert texts(demand.limits_in_force["c1"]) == {"memory": "2548Mi"}


def test_w7_mapping_and_overhead_on_one_resource() -> None:
    """Both may stand on one resource, and both count."""
    body = dict(
        GPU["nodeAllocatableResources"]["memory"], mapping={"deviceMultiplier": "2Gi"}
    )
    device = {"name": "gpu0", "nodeAllocatableResources": {"memory": body}}
    _, demand = w6(device)
    assert texts(demand.requests) == {"cpu": "200m", "memory": "6120Mi"}
    assert demand.limits["memory"].value() == 6417285120
    assert texts(demand.limits_in_force["c2"]) == {"memory": "4596Mi"}


def test_w8_two_devices_three_containers() -> None:
    """Each device has its overhead."""
    users = [container(name, claims=("c1",)) for name in ("a", "b", "c")]
    one = pod(*users, resourceClaims=claims_of("c1"))
    devices = [{**GPU, "name": name} for name in ("g0", "g1")]
    entries, demand = placed(one, [claim(result("g0"), result("g1"))], *devices)
    row = {"name": "memory", "perPod": "2Gi", "perContainer": "1000Mi"}
    assert entries
    assert entries[0]["overhead"] == [row]
    assert texts(demand.requests) == {"memory": "5048Mi"}
    assert demand.requests["memory"].value() == 5293211648


def test_w9_two_claims_one_of_them_shared() -> None:
    """Different claims add up; a shared one counts once."""
    one = pod(
        container("c1", {"cpu": "1"}, claims=("a", "b")),
        container("c2", {"cpu": "2"}, claims=("a",)),
        status=claimed(
            entry("a", ["c1", "c2"], mapping={"cpu": "4"}),
            entry("b", ["c1"], mapping={"cpu": "2"}),
        ),
    )
    assert requests(one) == {"cpu": "9"}
    added = pod_demand(one).containers
    assert (texts(added["c1"]), texts(added["c2"])) == ({"cpu": "6"}, {"cpu": "4"})


def w10(device: Any, holder: str) -> tuple[Cluster, Any]:
    first = pod(
        container("a", claims=("c1",)),
        name="p1",
        nodeName="n1",
        resourceClaims=claims_of("c1"),
        status=claimed(
            entry("c1", ["a"], memory={"perPod": "1Gi", "perContainer": "500Mi"})
        ),
    )
    users = [container(name, claims=("c1",)) for name in ("a", "b")]
    second = pod(*users, name="p2", resourceClaims=claims_of("c1"))
    held = claim(
        result("gpu0"),
        reservedFor=[{"resource": "pods", "name": holder, "uid": f"uid-{holder}"}],
    )
    return Cluster.load([node(), resource_slice(device), held, first]), second


def test_w10_overhead_shared_by_two_pods() -> None:
    """Each pod pays its own overhead: 1524Mi for one container, 2024Mi for two."""
    cluster, second = w10(GPU, "p1")
    assert texts(cluster.pods["default/p1"].requests) == {"memory": "1524Mi"}
    entries = cluster.status_entries(second, node="n1")
    assert requests(with_entries(second, entries or [])) == {"memory": "2024Mi"}
    assert cluster.fit(second, node="n1").fits


def test_w10_with_a_mapping_only_one_pod_may_hold_it() -> None:
    """With any mapping the second pod is unschedulable, and preemption is no help."""
    body = dict(
        GPU["nodeAllocatableResources"]["memory"], mapping={"deviceMultiplier": "1Gi"}
    )
    device = {"name": "gpu0", "nodeAllocatableResources": {"memory": body}}
    cluster, second = w10(device, "p1")
    found = cluster.fit(second, node="n1")
    assert [it.kind for it in found.problems] == ["mapped-claim-in-use"]
    assert found.code == "UnschedulableAndUnresolvable"
    assert w10(device, "p2")[0].fit(second, node="n1").fits


def test_w11_mapping_of_an_init_container() -> None:
    """max(100m, 50m) + 25m: a mapping counts for the pod's whole life."""
    one = pod(
        container("c1", {"cpu": "50m"}),
        init=(container("ic1", {"cpu": "100m"}),),
        status=claimed(entry("c", ["ic1"], mapping={"cpu": "25m"})),
    )
    assert requests(one) == requests(one, FIX) == {"cpu": "125m"}


def test_w11_overhead_of_an_init_container() -> None:
    """1.37.0 charges it always; the later rule while the init container runs."""
    for own, shipped, fixed in (("50m", "140m", "140m"), ("200m", "240m", "200m")):
        one = pod(
            container("c1", {"cpu": own}),
            init=(container("ic1", {"cpu": "100m"}),),
            status=claimed(entry("c", ["ic1"], cpu={"perContainer": "40m"})),
        )
        assert requests(one) == {"cpu": shipped}
        assert requests(one, FIX) == {"cpu": fixed}


def test_w11_sidecar() -> None:
    """80m + 5m + 2 x 10m."""
    status = claimed(
        entry("c", ["s", "c1"], cpu={"perPod": "5m", "perContainer": "10m"})
    )
    one = pod(
        container("c1", {"cpu": "50m"}),
        init=(sidecar("s", {"cpu": "30m"}),),
        status=status,
    )
    assert requests(one) == requests(one, FIX) == {"cpu": "105m"}


def test_w12_claim_that_no_container_names() -> None:
    """Mapping and per-pod overhead count, per-container overhead does not."""
    cases: list[tuple[Any, str]] = [
        (entry("c", [], memory={"perPod": "1Gi", "perContainer": "500Mi"}), "2Gi"),
        (entry("c", [], memory={"perContainer": "500Mi"}), "1Gi"),
        (entry("c", [], mapping={"memory": "2Gi"}), "3Gi"),
    ]
    for row, total in cases:
        one = pod(
            container("c1", {"memory": "1Gi"}, {"memory": "1Gi"}), status=claimed(row)
        )
        assert requests(one) == {"memory": total}
        assert texts(pod_demand(one).limits_in_force["c1"]) == {"memory": "1Gi"}


def w13(whole: str, own: str, added: str) -> tuple[PodDemand, Fit]:
    amounts = {"cpu": own, "memory": "1Gi"}
    level = {"requests": {"cpu": whole}, "limits": {"cpu": whole}}
    one = pod(
        container("c1", amounts, amounts, ("c1",)),
        resources=level,
        resourceClaims=claims_of("c1"),
    )
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier=added))
    cluster = Cluster.load([node(), slices, claim(result("d"))])
    entries = cluster.status_entries(one, node="n1")
    return pod_demand(with_entries(one, entries or [])), cluster.fit(one, node="n1")


def test_w13_pod_level_resources_replace() -> None:
    """The pod's own value is the footprint, claims or not; it has to cover both."""
    demand, found = w13("2", "1", "3")
    assert texts(demand.requests) == {"cpu": "2", "memory": "1Gi"}
    assert texts(demand.limits) == {"cpu": "2", "memory": "1Gi"}
    kinds = {it.kind for it in found.problems}
    assert kinds == {"pod-level-request-too-small", "pod-level-limit-too-small"}
    assert found.unresolvable


def test_w13_the_valid_variant() -> None:
    """Footprint 10; 2 + 4 are covered."""
    demand, found = w13("10", "2", "4")
    assert texts(demand.requests) == {"cpu": "10", "memory": "1Gi"}
    assert found.fits


def test_w13_the_keps_own_walkthrough_fails() -> None:
    """KEP-5517's fifth walkthrough: 2 + 4 + 5 above 8, so it is never placed."""
    one = pod(
        container("c1", {"cpu": "2"}),
        container("c2", {"cpu": "4"}, claims=("c1",)),
        resources={"requests": {"cpu": "8"}},
        resourceClaims=claims_of("c1"),
    )
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier="5"))
    found = Cluster.load([node(), slices, claim(result("d"))]).fit(one, node="n1")
    assert [it.kind for it in found.problems] == ["pod-level-request-too-small"]


def test_w14_pod_level_set_container_limits_left_out() -> None:
    """Containers take the pod's limit as it is; claims are not added to it."""
    one = pod(
        container("c1", claims=("x",)),
        container("c2", claims=("x",)),
        resources={
            "requests": {"cpu": "2", "memory": "2Gi"},
            "limits": {"cpu": "4", "memory": "4Gi"},
        },
        status=claimed(
            entry("x", ["c1", "c2"], mapping={"cpu": "1", "memory": "1000Mi"})
        ),
    )
    demand = pod_demand(one)
    assert texts(demand.requests) == {"cpu": "2", "memory": "2Gi"}
    assert (demand.cgroup.cpu_quota, demand.cgroup.memory_max) == (400_000, 4 * 2**30)
    for figures in demand.cgroup.containers.values():
        assert (figures.cpu_quota, figures.memory_max) == (400_000, 4 * 2**30)


def test_w15_huge_pages() -> None:
    """Huge pages are added whether a limit is declared or not."""
    name, rows = "hugepages-2Mi", {"perPod": "100Mi", "perContainer": "50Mi"}
    status = claimed(entry("c", ["c1", "c2"], **{name: rows}))
    c1 = container("c1", {name: "2Mi"}, {name: "2Mi"})
    demand = pod_demand(pod(c1, container("c2"), status=status))
    assert demand.cgroup.huge_pages == {name: 211812352}
    assert demand.cgroup.containers["c1"].huge_pages == {name: 159383552}
    assert demand.cgroup.containers["c2"].huge_pages == {name: 157286400}
    bare = pod_demand(pod(container("c1"), container("c2"), status=status)).cgroup
    assert bare.huge_pages == {name: 200 * 2**20}
    assert {tuple(it.huge_pages.values()) for it in bare.containers.values()} == {
        (157286400,)
    }


def test_w16_missing_limits_stay_unlimited() -> None:
    """Requests grow, limits stay away: shares floor(150 x 1024 / 1000)."""
    one = pod(
        container("c1", {"cpu": "100m", "memory": "1Gi"}),
        status=claimed(entry("c", ["c1"], mapping={"cpu": "50m", "memory": "512Mi"})),
    )
    demand = pod_demand(one)
    assert texts(demand.requests) == {"cpu": "150m", "memory": "1536Mi"}
    assert demand.limits == {}
    assert (demand.cgroup.cpu_shares, demand.cgroup.cpu_quota) == (153, -1)
    assert demand.cgroup.memory_max is None


def test_w17_fractions_are_exact() -> None:
    """Products and sums are never rounded; only comparing rounds up."""
    for resource, amount, factor, text, rounded in (
        ("cpu", "3", "1.5", "4500m", 4500),
        ("memory", "1Gi", "0.3", "322122547200m", 322122548),
        ("cpu", "100m", "0.5", "50m", 50),
    ):
        device = mapping("d", resource, capacityKey="k", capacityMultiplier=factor)
        held = claim(result("d", consumedCapacity={"k": amount}))
        one = pod(container(claims=("c1",)), resourceClaims=claims_of("c1"))
        _, demand = placed(one, [held], device)
        assert texts(demand.requests) == {resource: text}
        assert demand.rounded == {resource: rounded}


def test_w17_small_parts_round_once() -> None:
    """Three devices of 0.0005 cpu compare as 2m, not as 3 x 1m."""
    devices = [mapping(f"d{i}", "cpu", deviceMultiplier="0.0005") for i in range(3)]
    one = pod(container(claims=("c1",)), resourceClaims=claims_of("c1"))
    _, demand = placed(one, [claim(*(result(f"d{i}") for i in range(3)))], *devices)
    assert demand.rounded == {"cpu": 2}


def w18(cpu: str) -> Fit:
    busy = pod(container("b", {"cpu": "3"}), name="busy", nodeName="n1")
    slices = resource_slice(mapping("d", "cpu", deviceMultiplier=cpu))
    cluster = Cluster.load([node(cpu="10"), busy, slices, claim(result("d"))])
    one = pod(container(claims=("c1",)), resourceClaims=claims_of("c1"))
    return cluster.fit(one, node="n1")


def test_w18_fit() -> None:
    """7 of 10 cpus free: 7 fit, 7.5 do not, 10.5 never will."""
    assert w18("7").fits
    short, never = w18("7500m"), w18("10500m")
    assert (short.reasons, short.code) == (("Insufficient cpu",), "Unschedulable")
    assert never.reasons == ("Insufficient cpu",)
    assert never.code == "UnschedulableAndUnresolvable"


def test_w19_oom_score_adjust() -> None:
    """A claim's memory is shared by the containers that name it; own overhead is not."""
    users = [container(name, {"memory": "1Gi"}, claims=("x",)) for name in ("c1", "c2")]
    shared = pod(
        *users, status=claimed(entry("x", ["c1", "c2"], mapping={"memory": "1000Mi"}))
    )
    assert pod_demand(shared).oom_score_adjust(64 * 2**30)["c1"] == 977
    rows = {"perPod": "100Mi", "perContainer": "100Mi"}
    own = pod(*users, status=claimed(entry("x", ["c1", "c2"], memory=rows)))
    assert pod_demand(own).oom_score_adjust(64 * 2**30)["c1"] == 983


def test_w20_the_shapes_of_1_36() -> None:
    """A multiplier a device, a capacity times a multiplier, and nothing at all: 0."""

    def old(body: dict[str, str]) -> Any:
        names = ("d0", "d1", "d2", "d3")
        key = "nodeAllocatableResourceMappings"
        return resource_slice(*({"name": it, key: {"cpu": body}} for it in names))

    four = claim(*(result(f"d{i}") for i in range(4)))
    one = claim(result("d0", consumedCapacity={"cores": "8"}))
    cores = {"capacityKey": "cores", "allocationMultiplier": "2"}
    for held, body, total in (
        (four, {"allocationMultiplier": "2"}, "8"),
        (one, cores, "16"),
        (one, {}, "0"),
    ):
        found = claim_totals(held, [old(body)], release="1.36")
        assert texts(found.resources) == {"cpu": total}
