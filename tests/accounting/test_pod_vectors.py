"""Pods against figures that the upstream helper printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from accounting.builders import texts, vectors
from kubewright.accounting import PodOptions, pod_demand
from kubewright.accounting.explain import folded, pod_terms

CASES = vectors("pods")["vectors"]
SUMS = ("requests", "limits", "container_requests", "container_limits")


def _asked() -> Iterator[Any]:
    """Each pod with each set of options it was asked under."""
    for case in CASES:
        for row in (case, *case["variants"]):
            name = f"{case['name']} {row['options']['profile']}"
            yield pytest.param(case["pod"], row, id=name)


ASKED = list(_asked())


def options(row: dict[str, Any], **more: Any) -> PodOptions:
    return PodOptions(
        **{k: v for k, v in row["options"].items() if k != "profile"}, **more
    )


@pytest.mark.parametrize(("pod", "row"), ASKED)
def test_sums_are_upstreams(pod: dict[str, Any], row: dict[str, Any]) -> None:
    """Effective and container-level requests and limits have upstream's text."""
    demand = pod_demand(pod, options(row))
    assert demand.faults == ()
    for name in SUMS:
        if name in row:
            assert texts(getattr(demand, name)) == row[name], name


@pytest.mark.parametrize(("pod", "row"), ASKED)
def test_rounding_is_the_schedulers(pod: dict[str, Any], row: dict[str, Any]) -> None:
    """cpu is compared in milli-units, all else in whole units, each rounded up."""
    assert pod_demand(pod, options(row)).rounded == row["rounded"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_claims_add_to_containers(case: dict[str, Any]) -> None:
    """Each container, init ones too, takes all of every claim that it names."""
    found = pod_demand(case["pod"], options(case)).containers
    assert {name: texts(added) for name, added in found.items()} == case["containers"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if "init_fix" in case],
    ids=lambda case: case["name"],
)
def test_the_later_rule_for_init_containers(case: dict[str, Any]) -> None:
    """By the rule after 1.37.0 the overhead of a container counts while it runs."""
    demand = pod_demand(case["pod"], options(case, init_container_fix=True))
    expected = {"requests": case["requests"], "limits": case["limits"]} | case[
        "init_fix"
    ]
    assert texts(demand.requests) == expected["requests"]
    assert texts(demand.limits) == expected["limits"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if "init_fix" not in case],
    ids=lambda case: case["name"],
)
def test_the_later_rule_changes_nothing_else(case: dict[str, Any]) -> None:
    """Where no plain init container names a claim the two rules agree."""
    demand = pod_demand(case["pod"], options(case, init_container_fix=True))
    assert demand.requests == pod_demand(case["pod"], options(case)).requests


@pytest.mark.parametrize(("pod", "row"), ASKED)
def test_terms_come_to_the_number(pod: dict[str, Any], row: dict[str, Any]) -> None:
    """The terms that explain a request or limit fold to it exactly, by either rule."""
    for fix in (False, True):
        demand = pod_demand(pod, options(row, init_container_fix=fix))
        requests = {name: folded(it) for name, it in pod_terms(demand).items()}
        limits = {name: folded(it) for name, it in pod_terms(demand, "limits").items()}
        assert (requests, limits) == (demand.requests, demand.limits)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_pending_resize_is_read_from_its_condition(case: dict[str, Any]) -> None:
    """PodResizePending with reason Infeasible or Deferred, and with none."""
    found = pod_demand(case["pod"], options(case)).resize_pending
    assert (found == "Infeasible") == case["predicates"]["resize_infeasible"]
    assert (found == "Deferred") == case["predicates"]["resize_deferred"]


def test_requests_agree_in_every_family(family: Any) -> None:
    """A model of a pod costs what its wire form does."""
    for case in CASES[:60]:
        if "weird" not in case["kind"]:
            demand = pod_demand(family(case["pod"]), options(case))
            assert texts(demand.requests) == case["requests"], case["name"]
            assert texts(demand.limits) == case["limits"], case["name"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_a_pod_sets_at_pod_level(case: dict[str, Any]) -> None:
    """Supported names alone make a pod-level request or limit."""
    found = pod_demand(case["pod"], options(case)).pod_level
    expected = case["predicates"]
    assert bool(found["requests"]) == expected["pod_level_requests_set"]
    assert bool(found["limits"]) == expected["pod_level_limits_set"]
    assert any(found.values()) == expected["pod_level_set"]
