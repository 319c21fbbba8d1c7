"""Nodes and placements against the clusters of the reference."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import vectors
from kubewright.accounting import Cluster, Ledger, Quantity

CLUSTERS = vectors("node-ledger")["clusters"]
pytestmark = pytest.mark.parametrize("case", CLUSTERS, ids=lambda case: case["name"])


def check_nodes(cluster: Cluster, case: dict[str, Any]) -> None:
    for name, resources in case["expect"].items():
        node = cluster.node(name)
        assert set(node.requested) == set(resources)
        for resource, expected in resources.items():
            offered = expected["allocatable"]
            assert node.allocatable.get(resource) == (offered and Quantity(offered))
            assert node.requested[resource] == Quantity(expected["requested"])
            assert node.free[resource] == Quantity(expected["free"])


def test_nodes(case: dict[str, Any], family: Any) -> None:
    """Allocatable, requested and free, exact, from every family of objects."""
    check_nodes(Cluster.load(map(family, case["objects"])), case)


def test_units(case: dict[str, Any]) -> None:
    """The scheduler's own numbers: each pod rounded up before the sum."""
    cluster = Cluster.load(case["objects"])
    for name, resources in case["expect"].items():
        node = cluster.node(name)
        for resource, expected in resources.items():
            if "units" in expected:
                found = {
                    "allocatable": node.offered_units(resource),
                    "requested": node.requested_units(resource),
                    "free": node.free_units(resource),
                }
                assert found == expected["units"], (name, resource)


def test_place(case: dict[str, Any], family: Any) -> None:
    """Whether pods that are on no node would fit, and why not."""
    cluster = Cluster.load(case["objects"])
    for row in case["place"]:
        for name, expected in row["expect"].items():
            found = cluster.fit(family(row["pod"]), node=name)
            answer = (found.fits, list(found.reasons), found.unresolvable)
            assert answer == (
                expected["fits"],
                expected["reasons"],
                expected["unresolvable"],
            )


def test_ledger(case: dict[str, Any]) -> None:
    """A ledger that got the objects as events, backwards, has the same nodes."""
    ledger = Ledger()
    for obj in reversed(case["objects"]):
        ledger.apply("ADDED", obj)
    check_nodes(ledger, case)
