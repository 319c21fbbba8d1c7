"""Claims, status entries and fit against the scenarios of the reference."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import texts, vectors
from kubewright.accounting import Cluster, PodOptions, claim_totals, pod_demand
from kubewright.accounting.cluster import with_entries
from kubewright.accounting.report import totals_row

SCENARIOS = vectors("dra-scenarios")["scenarios"]
pytestmark = pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case["name"])


def kinds(rows: Any) -> list[str]:
    return sorted(row["kind"] if isinstance(row, dict) else row.kind for row in rows)


def loaded(case: dict[str, Any]) -> Cluster:
    return Cluster.load(case["objects"], case["release"])


def test_claim_totals(case: dict[str, Any]) -> None:
    """Totals of every claim of the pod that is not free of charge, by the node's slices."""
    cluster, expected = loaded(case), case["expect"]
    found = cluster.pod_claims(case["pod"], node=expected["node"]).totals
    rows = {name: totals_row(it, case["release"]) for name, it in found.items() if it}
    assert rows == expected["claim_totals"]


def test_claim_totals_of_single_objects(case: dict[str, Any]) -> None:
    """`claim_totals` says the same of one claim, one node and all slices."""
    by_kind: dict[str, list[Any]] = {}
    for obj in case["objects"]:
        by_kind.setdefault(obj["kind"], []).append(obj)
    node = next(
        n for n in by_kind["Node"] if n["metadata"]["name"] == case["expect"]["node"]
    )
    for obj in by_kind.get("ResourceClaim", ()):
        slices = by_kind.get("ResourceSlice", ())
        found = claim_totals(obj, slices, node=node, release=case["release"])
        expected = case["expect"]["claim_totals"].get(obj["metadata"]["name"])
        if expected is not None:
            assert totals_row(found, case["release"]) == expected


def test_status_entries(case: dict[str, Any]) -> None:
    """What the scheduler would write, sorted; unknown where a problem leaves it open."""
    expected = case["expect"]
    found = loaded(case).status_entries(case["pod"], node=expected["node"])
    assert found == expected["status_entries"]


def test_pod_figures(case: dict[str, Any]) -> None:
    """Requests by both rules, limits, and what each container's limits gain."""
    cluster, expected = loaded(case), case["expect"]
    entries = cluster.status_entries(case["pod"], node=expected["node"])
    if entries is None:
        assert expected["pod_requests"] is None
        return
    placed = with_entries(cluster.pod_object(case["pod"]), entries)
    demand = pod_demand(placed, PodOptions(release=case["release"]))
    later = pod_demand(
        placed, PodOptions(release=case["release"], init_container_fix=True)
    )
    added = {name: texts(it) for name, it in demand.containers.items()}
    assert texts(demand.requests) == expected["pod_requests"]
    assert texts(demand.limits) == expected["pod_limits"]
    assert added == expected["container_limit_additions"]
    fixed = expected.get("pod_requests_with_init_fix", expected["pod_requests"])
    assert texts(later.requests) == fixed


def test_fit(case: dict[str, Any]) -> None:
    """Answer, reasons, code, demand and what is free, on every node."""
    cluster = loaded(case)
    for name, expected in case["expect"]["fit"].items():
        found = cluster.fit(case["pod"], node=name)
        for part in (
            "fits",
            "code",
            "unresolvable",
            "demand",
            "free",
            "pod_slots_free",
        ):
            assert getattr(found, part) == expected[part], (name, part)
        assert list(found.reasons) == expected["reasons"]
        assert kinds(found.problems) == kinds(expected.get("problems", ()))
        assert kinds(found.notices) == kinds(expected.get("notices", ()))
