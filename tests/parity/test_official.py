"""Our 1.37 packages and the official client 37.0.2 have the same classes, fact for fact."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kubewright.codegen.naming import class_names
from kubewright.spec import fixups, sources

SCRIPT = Path(__file__).with_name("facts.py")


def run(python: Path | str, package: str, path: Path | None = None) -> dict[str, Any]:
    """The facts of `package` as `python` sees them."""
    environment = {**os.environ, "PYTHONPATH": str(path or "")}
    command = [str(python), str(SCRIPT), package]
    return json.loads(
        subprocess.run(command, env=environment, check=True, capture_output=True).stdout
    )


@pytest.fixture(scope="module")
def official(official_python: Path) -> dict[str, Any]:
    return run(official_python, "kubernetes.client.models")


@pytest.fixture(scope="module", params=["client", "aio.client"])
def ours(request: pytest.FixtureRequest, tree_137: Path) -> dict[str, Any]:
    return run(sys.executable, f"k8s_under_test.{request.param}.models", tree_137)


def test_class_names_are_the_official_ones_in_order(ours, official) -> None:
    """Both packages export the same 845 names in the same order."""
    assert len(ours["order"]) == 845
    assert ours["order"] == official["order"]


@pytest.mark.parametrize(
    "fact",
    [
        "module",
        "openapi_types",
        "attribute_map",
        "storage",
        "required",
        "signature",
        "wire",
    ],
)
def test_fact_is_the_official_one_in_all_classes(fact: str, ours, official) -> None:
    """Module, fields with order and types, required ones and signature are equal."""
    assert differing(ours, official, fact) == {}


def test_descriptions_are_the_official_ones(ours, official) -> None:
    """Class and field descriptions are equal, our own discovery descriptions apart."""
    own = discovery_classes()
    assert len(own) == 11
    for fact in ("description", "descriptions"):
        assert set(differing(ours, official, fact)) <= own


def differing(
    ours: dict[str, Any], official: dict[str, Any], fact: str
) -> dict[str, Any]:
    """The classes whose `fact` differs: ours, theirs."""
    return {
        name: (theirs[fact], ours["classes"][name][fact])
        for name, theirs in official["classes"].items()
        if ours["classes"][name][fact] != theirs[fact]
    }


def discovery_classes() -> set[str]:
    """The classes of the supplement, whose descriptions are ours."""
    definitions = fixups.apply(sources.load("1.37")).definitions
    names = class_names(definitions)
    return {names[key] for key in fixups.supplement()}
