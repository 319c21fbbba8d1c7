"""Verdicts do not depend on the family of the object: wire data, our models, the official ones."""

import importlib
import json
import os
import subprocess
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from validation.example import Example
from validation.examples_claims import CLAIMS
from validation.examples_pods import PODS, RESOURCES
from validation.examples_slices import ALLOCATABLE, SLICES
from validation.families import VECTORS, as_models, expected, model_of, verdict

ROOT = Path(__file__).parents[2]
FAMILIES = {
    "wire": None,
    "sync": "k8s_under_test.client.models",
    "aio": "k8s_under_test.aio.client.models",
}


@pytest.fixture(params=FAMILIES)
def models(request: pytest.FixtureRequest) -> ModuleType | None:
    """The models package of a family; None for wire data."""
    package = FAMILIES[request.param]
    if package is None:
        return None
    request.getfixturevalue("tree_137")
    return importlib.import_module(package)


@pytest.mark.parametrize("case", VECTORS, ids=lambda case: case["id"])
def test_vectors_are_judged_as_the_server_judges_them(
    case: dict[str, Any], models: ModuleType | None
) -> None:
    """The set of (type, field) is the server's; models may refuse to hold a bad object."""
    got = as_models(models, case)
    if got is None:
        assert case["expect"] or case.get("server") == "1.36"
    else:
        assert got == expected(case)


@pytest.mark.parametrize(
    "example",
    [*CLAIMS, *SLICES, *ALLOCATABLE, *PODS, *RESOURCES],
    ids=lambda e: f"{e.rule} {e.at}",
)
def test_examples_are_judged_alike(example: Example, models: ModuleType | None) -> None:
    """What a model can hold gets the verdict of its wire data."""
    wire = example.broken()
    obj = wire if models is None else model_of(models, wire)
    options = dict(example.options)
    old = options.pop("old", None)
    if obj is not None:
        assert verdict(obj, example.operation, old, options) == verdict(
            wire, example.operation, old, options
        )


@pytest.mark.parametrize(
    "package", ["kubernetes.client.models", "kubernetes.aio.client.models"]
)
def test_the_official_clients_models_are_read_too(
    package: str, official_python: Path
) -> None:
    """Vectors and examples as objects of the official client, in its own environment."""
    path = os.pathsep.join(map(str, (ROOT / "generator", ROOT / "tests")))
    done = subprocess.run(
        [official_python, Path(__file__).with_name("families.py"), package],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    result = json.loads(done.stdout)
    assert result["failed"] == []
    assert result["held"] > 150
