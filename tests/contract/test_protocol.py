"""The private protocol between models and the official ApiClient (3.2)."""

from __future__ import annotations

import json
from typing import Any

from contract.helpers import request_body, wire

NAME = "_openapi_generator_to_dict"


def test_to_dict_and_projection_name_each_other(models: Any) -> None:
    """ApiClient follows the link only where both ends agree."""
    for name in ("V1Pod", "V1Probe", "V1ListMeta"):
        to_dict = getattr(models, name).to_dict
        assert getattr(getattr(to_dict, NAME), NAME) is to_dict


def test_bound_method_is_the_classes_function(models: Any) -> None:
    """ApiClient compares `obj.to_dict.__func__` with `type(obj).to_dict`."""
    pod = models.V1Pod()
    assert pod.to_dict.__func__ is type(pod).to_dict


def test_body_of_a_request(models: Any) -> None:
    """Wire names, None left out, JSON once times are written."""
    pod = models.V1Pod.from_dict(
        {
            "metadata": {"name": "a", "creationTimestamp": "2020-01-01T00:00:00Z"},
            "spec": {
                "containers": [{"name": "c", "lifecycle": {"preStop": {"exec": {}}}}]
            },
        }
    )
    body = request_body(pod)
    assert json.loads(json.dumps(body)) == {
        **wire(pod),
        "metadata": {"name": "a", "creationTimestamp": "2020-01-01T00:00:00+00:00"},
    }


def test_body_is_the_callers_own(models: Any) -> None:
    """Changing the body does not change the object."""
    pod = models.V1Pod(metadata={"labels": {"a": "b"}})
    request_body(pod)["metadata"]["labels"]["c"] = "d"
    assert pod.metadata.labels == {"a": "b"}


def test_types_are_found_by_name(models: Any) -> None:
    """ApiClient looks type strings up in the models package and calls from_dict."""
    for text in models.V1PodSpec.openapi_types.values():
        inner = text.removesuffix("]").split("[")[-1].split(", ")[-1]
        if inner.startswith("V"):
            assert getattr(models, inner).from_dict(None) is None


def test_type_strings_are_the_ones_api_client_parses(models: Any) -> None:
    """2.1: capital List and Dict, as ApiClient 37 reads them."""
    for name in models.__all__:
        for text in getattr(models, name).openapi_types.values():
            assert not text.startswith(("dict", "list"))
            assert text.count("[") == text.count("]")
