"""Rules of pods, cgroups and classes, one fact a test (DRA reference, sections 2.2 to 2.5)."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import claimed, container, entry, pod, sidecar, texts
from kubewright.accounting import (
    ASSIGNED,
    PodOptions,
    cpu_quota,
    cpu_shares,
    cpu_weight,
    oom_score_adjust,
    pod_demand,
    qos_class,
)
from kubewright.accounting.admitted import admitted
from kubewright.accounting.amounts import is_counted, is_extended
from kubewright.accounting.explain import folded, pod_terms

GIB = 2**30
FULL = {"cpu": "1", "memory": "1Gi"}


@pytest.mark.parametrize(
    ("milli", "shares"),
    [(0, 2), (1, 2), (2, 2), (150, 153), (11000, 11264), (10**9, 262144)],
)
def test_cpu_shares(milli: int, shares: int) -> None:
    """floor(m x 1024 / 1000), within 2 and 262144."""
    assert cpu_shares(milli) == shares


@pytest.mark.parametrize(("shares", "weight"), [(2, 1), (1024, 39), (262144, 10000)])
def test_cpu_weight(shares: int, weight: int) -> None:
    """1 + floor((shares - 2) x 9999 / 262142)."""
    assert cpu_weight(shares) == weight


@pytest.mark.parametrize(
    ("milli", "quota"), [(0, -1), (1, 1000), (9, 1000), (1500, 150_000)]
)
def test_cpu_quota(milli: int, quota: int) -> None:
    """floor(m x period / 1000), 1000 at least; no limit is -1."""
    assert cpu_quota(milli) == quota
    assert cpu_quota(2000, period=50_000) == 100_000


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (pod(container()), "BestEffort"),
        (pod(container(requests={"cpu": "0"})), "BestEffort"),
        (pod(container(requests={"example.com/gpu": "1"})), "BestEffort"),
        (pod(container(requests={"cpu": "1"})), "Burstable"),
        (pod(container(requests=FULL, limits=FULL)), "Guaranteed"),
        (
            pod(container(requests={"cpu": "1000m", "memory": "1Gi"}, limits=FULL)),
            "Guaranteed",
        ),
        (pod(container(requests=FULL, limits=FULL), container("b")), "Burstable"),
        (
            pod(container(requests=FULL, limits=FULL), init=(container("i"),)),
            "Burstable",
        ),
        (pod(container(), resources={"requests": FULL, "limits": FULL}), "Guaranteed"),
        (pod(container(), resources={"requests": FULL}), "Burstable"),
    ],
)
def test_qos_class(one: Any, expected: str) -> None:
    """By cpu and memory above 0 of every container, or of the pod level if that is set."""
    assert qos_class(one) == expected


def test_claims_have_no_say_in_the_class() -> None:
    """A pod whose cpu comes from a claim alone stays BestEffort, with least shares."""
    status = claimed(entry("c", ["app"], mapping={"cpu": "4", "memory": "4Gi"}))
    demand = pod_demand(pod(container(), status=status))
    assert demand.qos_class == "BestEffort"
    assert (demand.cgroup.cpu_shares, demand.cgroup.memory_max) == (2, None)


def test_a_guaranteed_pod_has_limits_with_claims_in_them() -> None:
    """Quota and memory are always set."""
    status = claimed(entry("c", ["app"], mapping={"cpu": "1", "memory": "1Gi"}))
    figures = pod_demand(
        pod(container(requests=FULL, limits=FULL), status=status)
    ).cgroup
    assert (figures.cpu_quota, figures.memory_max) == (200_000, 2 * GIB)


def test_a_pod_limit_needs_every_container_to_have_one() -> None:
    """Else the pod's cgroup is unlimited, though its containers are not."""
    figures = pod_demand(
        pod(container(limits=FULL), container("b", {"cpu": "1"}))
    ).cgroup
    assert (figures.cpu_quota, figures.memory_max) == (-1, None)
    assert figures.containers["app"].memory_max == GIB


def test_shares_of_a_container_are_its_own_request() -> None:
    """Claims raise the shares of the pod, never of a container."""
    status = claimed(entry("c", ["app"], mapping={"cpu": "4"}))
    figures = pod_demand(pod(container(requests={"cpu": "1"}), status=status)).cgroup
    assert figures.containers["app"].cpu_shares == 1024
    assert figures.cpu_shares == 5120


def test_shares_default_to_the_limit() -> None:
    """As kubelet does for a container without a request."""
    figures = pod_demand(pod(container(limits={"cpu": "2"}))).cgroup
    assert figures.containers["app"].cpu_shares == 2048


def test_the_sum_of_container_limits_may_exceed_the_pods() -> None:
    """Each container has the whole claim on top; the pod has it once."""
    status = claimed(entry("c", ["a", "b"], mapping={"memory": "1Gi"}))
    users = [container(name, limits={"memory": "1Gi"}) for name in ("a", "b")]
    demand = pod_demand(pod(*users, status=status))
    assert texts(demand.limits) == {"memory": "3Gi"}
    assert [it.memory_max for it in demand.cgroup.containers.values()] == [
        2 * GIB,
        2 * GIB,
    ]


def test_oom_of_fixed_classes() -> None:
    """Guaranteed -997, BestEffort 1000, and node-critical pods as Guaranteed."""
    assert oom_score_adjust(pod(container(requests=FULL, limits=FULL)), 64 * GIB) == {
        "app": -997
    }
    assert oom_score_adjust(pod(container()), 64 * GIB) == {"app": 1000}
    critical = pod(container(requests=FULL), priorityClassName="system-node-critical")
    assert oom_score_adjust(critical, 64 * GIB) == {"app": -997}


def test_oom_stays_between_the_classes() -> None:
    """3 to 999."""
    huge = pod(container(requests={"memory": "64Gi"}))
    tiny = pod(container(requests={"cpu": "1"}))
    assert oom_score_adjust(huge, 64 * GIB) == {"app": 3}
    assert oom_score_adjust(tiny, 64 * GIB) == {"app": 999}


def test_oom_of_a_sidecar() -> None:
    """Never above the value for the smallest request of a regular container."""
    one = pod(
        container("app", {"memory": "8Gi"}), init=(sidecar("s", {"memory": "1Gi"}),)
    )
    assert oom_score_adjust(one, 64 * GIB) == {"s": 875, "app": 875}


def test_oom_shares_what_the_pod_requests_above_its_containers() -> None:
    """Divided by all containers, init ones too."""
    one = pod(
        container("app", {"memory": "2Gi"}),
        init=(container("i"),),
        resources={"requests": {"memory": "10Gi"}},
    )
    assert oom_score_adjust(one, 64 * GIB) == {"i": 938, "app": 907}


def test_oom_of_a_pod_without_containers() -> None:
    """There is nothing to adjust, and no division by zero."""
    assert (
        oom_score_adjust(pod(resources={"requests": {"memory": "1Gi"}}), 64 * GIB) == {}
    )


def test_oom_needs_a_node_with_memory() -> None:
    """A node of 0 bytes is an error, not a division by zero."""
    with pytest.raises(ValueError, match="expected bytes above 0"):
        oom_score_adjust(pod(container()), 0)


def test_an_absent_limit_is_unlimited_and_zero_is_zero() -> None:
    """Overhead raises a limit that is there and above 0, no other."""
    over = {"cpu": "100m", "memory": "1Gi"}
    one = pod(container(limits={"cpu": "0"}), overhead=over)
    assert texts(pod_demand(one).limits) == {"cpu": "0"}


def test_an_overhead_row_that_adds_nothing_is_an_entry_of_zero() -> None:
    """As upstream: per-container overhead of a claim that no container names."""
    status = claimed(entry("c", [], memory={"perContainer": "1Gi"}))
    assert texts(pod_demand(pod(container(), status=status)).requests) == {
        "memory": "0"
    }


def test_a_container_named_twice_in_a_status_counts_once() -> None:
    """The list is a set."""
    status = claimed(entry("c", ["app", "app"], memory={"perContainer": "1Gi"}))
    assert texts(pod_demand(pod(container(), status=status)).requests) == {
        "memory": "1Gi"
    }


def test_a_1_36_status_adds_to_requests_alone() -> None:
    """Kubelet enforces nothing of it: no limit of pod or container grows."""
    rows = {"resourceClaimName": "c", "containers": ["app"], "resources": {"cpu": "2"}}
    one = pod(
        container(requests={"cpu": "1"}, limits={"cpu": "1"}), status=claimed(rows)
    )
    for options in (PodOptions(), PodOptions(release="1.36")):
        demand = pod_demand(one, options)
        assert texts(demand.requests) == {"cpu": "3"}
        assert texts(demand.limits) == {"cpu": "1"}
        assert demand.containers == {"app": {}}


def test_a_pod_level_name_that_is_not_supported_is_ignored() -> None:
    """Only cpu, memory and huge pages count at the pod level."""
    level = {"requests": {"example.com/gpu": "4", "ephemeral-storage": "1Gi"}}
    one = pod(container(requests={"example.com/gpu": "1"}), resources=level)
    assert texts(pod_demand(one).requests) == {"example.com/gpu": "1"}


def test_a_status_that_lacks_a_name_contributes_nothing_to_it() -> None:
    """allocatedResources without memory: the other legs still count."""
    states = [{"name": "app", "allocatedResources": {"cpu": "2"}}]
    one = pod(container(requests=FULL), status={"containerStatuses": states})
    assert texts(pod_demand(one, ASSIGNED).requests) == {"cpu": "2", "memory": "1Gi"}


def test_a_pod_to_be_placed_is_charged_by_its_spec() -> None:
    """Statuses count for pods on a node only."""
    states = [{"name": "app", "allocatedResources": {"cpu": "2"}}]
    one = pod(container(requests=FULL), status={"containerStatuses": states})
    assert texts(pod_demand(one).requests) == FULL


def test_limits_in_place_need_pod_level_resources() -> None:
    """A pod without them keeps the sum, whatever its status says of its cgroup."""
    status = {"resources": {"limits": {"cpu": "1"}}}
    one = pod(container(limits={"cpu": "2"}), status=status)
    assert texts(pod_demand(one, ASSIGNED).limits) == {"cpu": "2"}


@pytest.mark.parametrize(
    ("name", "extended"),
    [
        ("example.com/dongle", True),
        ("nvidia.com/gpu", True),
        ("example.com/A_b.c", True),
        ("example.com/kubernetes.io", True),
        ("cpu", False),
        ("hugepages-2Mi", False),
        ("kubernetes.io/x", False),
        ("mykubernetes.io/x", False),
        ("deviceclass.resource.kubernetes.io/x", False),
        ("requests.example.com/x", False),
        ("Example.com/x", False),
        ("/x", False),
        ("example.com/", False),
        ("a.b/c/d", False),
        ("example.com/-x", False),
        ("example.com/" + "x" * 63, True),
        ("example.com/" + "x" * 64, False),
        ("d" * 244 + "/x", True),
        ("d" * 245 + "/x", False),
    ],
)
def test_extended_names(name: str, extended: bool) -> None:
    """Which names are extended resources (extended-resource reference, section 1)."""
    assert is_extended(name) is extended


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        ("cpu", True),
        ("ephemeral-storage", True),
        ("hugepages-2Mi", True),
        ("attachable-volumes-aws-ebs", True),
        ("a.kubernetes.io/x", True),
        ("example.com/x", True),
        ("dongle", False),
        ("storage", False),
    ],
)
def test_counted_names(name: str, counted: bool) -> None:
    """Names that the scheduler keeps a sum for; it ignores all others."""
    assert is_counted(name) is counted


def test_defaults_of_a_pod_from_a_file() -> None:
    """Limits imply requests: of a container, and of the pod level by its containers."""
    one = pod(
        container("a", {"cpu": "1"}, {"cpu": "2", "memory": "1Gi"}),
        resources={"limits": {"cpu": "4", "memory": "8Gi", "hugepages-2Mi": "2Mi"}},
    )
    found = admitted(one)
    own = found["spec"]["containers"][0]["resources"]["requests"]
    assert own == {"cpu": "1", "memory": "1Gi"}
    whole = {"cpu": "1", "memory": "1Gi", "hugepages-2Mi": "2Mi"}
    assert found["spec"]["resources"]["requests"] == whole
    assert "requests" not in one["spec"]["resources"]


RESIZED = {
    "conditions": [{"type": "PodResizePending", "reason": "Infeasible"}],
    "resources": {},
}


@pytest.mark.parametrize(
    ("status", "requests", "limits"),
    [
        ({"allocatedResources": {"cpu": "3"}}, {"cpu": "1"}, {"cpu": "2"}),
        ({"resources": {}}, {"cpu": "1"}, {"cpu": "2"}),
        (RESIZED, {}, {}),
        (RESIZED | {"allocatedResources": {"cpu": "3"}}, {"cpu": "3"}, {}),
        (RESIZED | {"resources": None}, {"cpu": "1"}, {"cpu": "2"}),
    ],
)
def test_status_resources_tell_of_a_resize_at_pod_level(
    status: Any, requests: Any, limits: Any
) -> None:
    """Without `status.resources` the spec counts alone; an empty one is there.

    Of an infeasible resize the spec drops out, and what no status gives has no pod-level value.
    """
    levels = {"requests": {"cpu": "1"}, "limits": {"cpu": "2"}}
    made = pod(container(requests={"cpu": "500m"}), resources=levels, status=status)
    demand = pod_demand(made, ASSIGNED)
    assert (texts(demand.requests), texts(demand.limits)) == (requests, limits)


@pytest.mark.parametrize("fix", [False, True])
def test_containers_of_one_name_are_all_counted(fix: bool) -> None:
    """The API server refuses them, but a sum leaves none out and takes none twice."""
    one, two = container("a", {"cpu": "1"}), container("a", {"cpu": "2"})
    init = (container("a", {"cpu": "5"}), sidecar("a", {"cpu": "3"}))
    status = {"nodeAllocatableResourceClaimStatuses": [entry("k", [], mapping=FULL)]}
    demand = pod_demand(
        pod(one, two, init=init, status=status), PodOptions(init_container_fix=fix)
    )
    assert texts(demand.requests) == {"cpu": "7", "memory": "1Gi"}
    assert {k: folded(it) for k, it in pod_terms(demand).items()} == demand.requests
