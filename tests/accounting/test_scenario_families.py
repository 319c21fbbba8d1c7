"""The scenarios through models: of every version of the API, and of both releases."""

from __future__ import annotations

from typing import Any

import pytest

from accounting.builders import vectors
from kubewright.accounting import Cluster

SCENARIOS = vectors("dra-scenarios")["scenarios"]


def of_release(release: str) -> Any:
    found = [case for case in SCENARIOS if case["release"] == release]
    return pytest.mark.parametrize("case", found, ids=lambda case: case["name"])


def check(case: dict[str, Any], family: Any) -> None:
    """Entries and fit are those of the wire objects."""
    cluster = Cluster.load([family(obj) for obj in case["objects"]], case["release"])
    expected = case["expect"]
    found = cluster.status_entries(family(pod_of(case)), node=expected["node"])
    assert found == expected["status_entries"]
    for name, row in expected["fit"].items():
        fit = cluster.fit(case["pod"], node=name)
        assert (fit.fits, list(fit.reasons)) == (row["fits"], row["reasons"])
        assert fit.demand == row["demand"]


def pod_of(case: dict[str, Any]) -> Any:
    name = case["pod"].partition("/")[2]
    pods = (obj for obj in case["objects"] if obj["kind"] == "Pod")
    return next(obj for obj in pods if obj["metadata"]["name"] == name)


@of_release("1.37")
def test_families_agree(case: dict[str, Any], family: Any) -> None:
    """Models of 1.37, sync and asyncio, v1, v1beta2 and v1beta1 mixed."""
    check(case, family)


@of_release("1.36")
def test_models_of_1_36(case: dict[str, Any], models_136: Any) -> None:
    """The alpha shape, through the models of its own release."""
    check(case, models_136)
