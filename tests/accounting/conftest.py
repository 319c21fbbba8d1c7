"""Objects in each family, for the tests of accounting."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from conftest import generated

Wire = dict[str, Any]
Family = Callable[[Wire], Any]

CLASSES = {
    ("v1", "Pod"): "V1Pod",
    ("v1", "Node"): "V1Node",
    ("resource.k8s.io/v1", "ResourceClaim"): "ResourceV1ResourceClaim",
    ("resource.k8s.io/v1", "ResourceSlice"): "V1ResourceSlice",
    ("resource.k8s.io/v1", "DeviceClass"): "V1DeviceClass",
    ("resource.k8s.io/v1beta1", "ResourceClaim"): "V1beta1ResourceClaim",
    ("resource.k8s.io/v1beta1", "ResourceSlice"): "V1beta1ResourceSlice",
    ("resource.k8s.io/v1beta1", "DeviceClass"): "V1beta1DeviceClass",
    ("resource.k8s.io/v1beta2", "ResourceClaim"): "V1beta2ResourceClaim",
    ("resource.k8s.io/v1beta2", "ResourceSlice"): "V1beta2ResourceSlice",
    ("resource.k8s.io/v1beta2", "DeviceClass"): "V1beta2DeviceClass",
}


@pytest.fixture(params=["wire", "models", "aio models"])
def family(request: pytest.FixtureRequest) -> Family:
    """A wire object as it is, or as a model of this project: sync or asyncio."""
    if request.param == "wire":
        return lambda obj: obj
    request.getfixturevalue("tree_137")
    package = "aio.client" if request.param.startswith("aio") else "client"
    models = importlib.import_module(f"k8s_under_test.{package}.models")

    def as_model(obj: Wire) -> Any:
        return getattr(models, CLASSES[obj["apiVersion"], obj["kind"]]).from_dict(obj)

    return as_model


@pytest.fixture
def models_136(monkeypatch: pytest.MonkeyPatch) -> Family:
    """Wire objects as models of 1.36, which alone have the fields of that release."""
    monkeypatch.syspath_prepend(str(generated("1.36", "k8s_136_under_test")))
    models = importlib.import_module("k8s_136_under_test.client.models")

    def as_model(obj: Wire) -> Any:
        return getattr(models, CLASSES[obj["apiVersion"], obj["kind"]]).from_dict(obj)

    return as_model
