"""Comparison, copies, pickles, pydantic's own methods, the class itself (3.1, 3.7, 2.2)."""

from __future__ import annotations

import copy
import datetime as dt
import inspect
import pickle
import warnings
from typing import Any

import pydantic
import pytest

from contract.helpers import set_only, wire

FULL = {
    "metadata": {
        "name": "a",
        "creationTimestamp": "2020-01-01T00:00:00Z",
        "labels": {"x": "y"},
    },
    "spec": {
        "containers": [{"name": "c", "livenessProbe": {"exec": {"command": ["a"]}}}],
        "volumes": [{"name": "v", "emptyDir": {}}],
    },
}


def test_equality(models: Any, aio: Any, k8s: Any) -> None:
    """Same class and equal declared fields; never equal to a dict or the other tree's."""
    pod = models.V1Pod.from_dict(FULL)
    assert pod == models.V1Pod.from_json(pod.to_json())
    assert pod != models.V1Pod.from_dict({**FULL, "kind": "Pod"})
    assert pod != pod.to_dict()
    assert pod is not None
    assert k8s.V1Affinity() != aio.V1Affinity()
    assert models.V1Affinity() != models.V1PodAffinity()
    assert models.V1Container.model_construct(name="a") == models.V1Container(name="a")


def test_unset_and_none_are_equal(models: Any) -> None:
    """How a field came to be None does not count."""
    assert models.V1ObjectMeta(name=None) == models.V1ObjectMeta()
    assert models.V1ObjectMeta.from_dict({"name": None}) == models.V1ObjectMeta()


def test_models_are_unhashable(models: Any) -> None:
    """As in all releases of the official client."""
    with pytest.raises(TypeError, match="unhashable"):
        hash(models.V1Affinity())


@pytest.mark.parametrize(
    "duplicate",
    [
        copy.copy,
        copy.deepcopy,
        lambda pod: pod.model_copy(),
        lambda pod: pod.model_copy(deep=True),
        *(
            lambda pod, protocol=protocol: pickle.loads(pickle.dumps(pod, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
)
def test_copies(models: Any, duplicate: Any) -> None:
    """copy, deepcopy, model_copy and pickle give an equal, separate object."""
    pod = models.V1Pod.from_dict(FULL)
    twin = duplicate(pod)
    assert twin == pod
    assert twin is not pod
    assert twin.model_fields_set == pod.model_fields_set
    twin.kind = "Pod"
    assert pod.kind is None


def test_deepcopy_shares_nothing_that_can_change(models: Any) -> None:
    """Lists, maps, models and free-form data are copied, a cycle stays one."""
    pod = models.V1Pod.from_dict(FULL)
    pod.metadata.managed_fields = [{"fieldsV1": {"f:a": {}}}]
    twin = copy.deepcopy(pod)
    twin.metadata.labels["z"] = "w"
    twin.spec.containers.append(models.V1Container(name="d"))
    twin.metadata.managed_fields[0].fields_v1["f:a"]["b"] = 1
    assert pod.metadata.labels == {"x": "y"}
    assert len(pod.spec.containers) == 1
    assert pod.metadata.managed_fields[0].fields_v1 == {"f:a": {}}
    same = models.V1Container(name="e")
    pair = copy.deepcopy(models.V1PodSpec.model_construct(containers=[same, same]))
    assert pair.containers[0] is pair.containers[1]
    props = models.V1JSONSchemaProps(any_of=[])
    props.any_of.append(props)
    assert (again := copy.deepcopy(props)).any_of[0] is again


def test_model_copy_with_update(models: Any) -> None:
    """`update` is not validated, as in pydantic."""
    assert (
        wire(models.V1Pod.from_dict(FULL).model_copy(update={"kind": "K"}))["kind"]
        == "K"
    )


def test_model_dump_is_pydantics_own(models: Any) -> None:
    """Q21: hidden names, naive times and NaN as pydantic writes them."""
    listed = models.V1ListMeta(_continue="x")
    assert listed.model_dump(exclude_none=True) == {"var_continue": "x"}
    assert listed.model_dump(by_alias=True, exclude_none=True) == {"continue": "x"}
    assert listed.model_dump_json(exclude_none=True) == '{"var_continue":"x"}'
    naive = dt.datetime(2020, 1, 1)
    lease = models.V1LeaseSpec(renew_time=naive)
    assert lease.model_dump(exclude_none=True) == {"renew_time": naive}
    assert (
        lease.model_dump_json(exclude_none=True)
        == '{"renew_time":"2020-01-01T00:00:00"}'
    )
    props = models.V1JSONSchemaProps(maximum=float("nan"))
    assert props.model_dump_json(exclude_none=True) == '{"maximum":null}'
    secret = models.V1Secret(data={"k": b"Zm9v"})
    assert secret.model_dump(exclude_none=True) == {"data": {"k": b"Zm9v"}}


def test_model_dump_still_warns(models: Any) -> None:
    """pydantic's own methods warn of values that were put in by hand."""
    made = models.V1Container.model_construct(name=1)
    with pytest.warns(UserWarning, match="serialized value may not be as expected"):
        made.model_dump()


def test_deprecated_methods_are_pydantics(models: Any) -> None:
    """`.json()`, `.dict()`, `.copy()` are pydantic's; two classes have `schema` as a field."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pod = models.V1Pod(kind="Pod")
        assert pod.dict(exclude_none=True) == {"kind": "Pod"}
        assert pod.json(exclude_none=True) == '{"kind":"Pod"}'
        assert pod.copy() == pod
        assert models.V1Pod.schema()["title"] == "V1Pod"
    for name in ("V1JSONSchemaProps", "V1CustomResourceDefinitionVersion"):
        assert isinstance(getattr(models, name).schema, property)


def test_json_schema_uses_wire_names(models: Any) -> None:
    """By alias wire names, the description of class and fields, no trace of our rules."""
    schema = models.V1LifecycleHandler.model_json_schema(by_alias=True)
    assert list(schema["properties"]) == ["exec", "httpGet", "sleep", "tcpSocket"]
    assert schema["description"].startswith("LifecycleHandler defines")
    assert schema["additionalProperties"] is False
    for mode in ("validation", "serialization"):
        device = models.V1DeviceCapacity.model_json_schema(mode=mode)
        assert device["properties"]["value"]["type"] == "string"
        lease = models.V1LeaseSpec.model_json_schema(mode=mode)["properties"][
            "renewTime"
        ]
        assert lease["anyOf"] == [
            {"format": "date-time", "type": "string"},
            {"type": "null"},
        ]
        probe = models.V1LifecycleHandler.model_json_schema(mode=mode)
        assert probe["type"] == "object"
        assert "exec" in probe["properties"]


def test_docstring_describes_class_and_maps(models: Any) -> None:
    """2.4: the definition's description, then the block on the two class maps."""
    lines = inspect.cleandoc(models.V1Pod.__doc__).splitlines()
    assert lines[0].startswith("Pod is a collection of containers")
    assert lines[1:3] == ["", "Attributes:"]
    assert [line.split()[0] for line in lines[3:]] == ["openapi_types", "attribute_map"]
    assert models.V1Pod.model_json_schema()["description"] == "\n".join(lines)


def test_class_maps(models: Any) -> None:
    """3.1: `openapi_types` and `attribute_map` by public name, wire names in the list."""
    cls = models.V1ListMeta
    assert cls.attribute_map["_continue"] == "continue"
    assert cls.openapi_types["_continue"] == "str"
    assert cls._V1ListMeta__properties == list(cls.attribute_map.values())
    with pytest.raises(AttributeError):
        cls().openapi_types = {}


def test_configuration(models: Any) -> None:
    """3.1: names, assignment, extras and namespaces as the contract has them."""
    for name, by_name in (("V1Pod", True), ("V1Probe", False)):
        config = getattr(models, name).model_config
        assert config["validate_by_name"] is by_name
        assert config["validate_by_alias"] is True
        assert config["validate_assignment"] is True
        assert config["extra"] == "forbid"
        assert config["protected_namespaces"] == ()


def test_required_and_missing(models: Any) -> None:
    """2.2: missing, None and a wrong type are errors in the constructor and on assignment."""
    port = models.V1ContainerPort(container_port=1)
    for value in (None, "x"):
        with pytest.raises(pydantic.ValidationError):
            models.V1ContainerPort(container_port=value)
        with pytest.raises(pydantic.ValidationError):
            port.container_port = value
    with pytest.raises(pydantic.ValidationError) as caught:
        models.V1ContainerPort()
    assert caught.value.errors()[0]["type"] == "missing"
    assert port.container_port == 1


def test_the_two_claim_classes_do_not_mix(models: Any) -> None:
    """A DRA claim is no container's claim entry."""
    claim = models.ResourceV1ResourceClaim(spec={})
    with pytest.raises(pydantic.ValidationError) as caught:
        models.V1ResourceRequirements(claims=[claim])
    error = caught.value.errors()[0]
    assert (error["loc"], error["type"]) == (("claims", 0), "model_type")


def test_trees_do_not_mix(k8s: Any, aio: Any) -> None:
    """Q23: a sync model inside an aio one is refused."""
    with pytest.raises(pydantic.ValidationError):
        aio.V1Pod(metadata=k8s.V1ObjectMeta())


def test_models_inside_models_of_the_user(models: Any) -> None:
    """3.7: embedding works, with unknown keys refused and errors placed."""

    class Plan(pydantic.BaseModel):
        ports: list[models.V1ServicePort]
        handler: models.V1LifecycleHandler | None = None

    plan = Plan(
        ports=[{"port": 1, "targetPort": "x"}], handler={"_exec": {"command": ["a"]}}
    )
    assert plan.ports[0].target_port == "x"
    assert plan.model_dump(exclude_none=True) == {
        "ports": [{"port": 1, "target_port": "x"}],
        "handler": {"var_exec": {"command": ["a"]}},
    }
    assert Plan.model_validate_json(plan.model_dump_json(by_alias=True)) == plan
    with pytest.raises(pydantic.ValidationError):
        Plan(ports=[{"port": 1, "foo": 2}])


def test_round_trips(models: Any) -> None:
    """3.5: to_dict goes back through from_dict and through the constructor."""
    pod = models.V1Pod.from_dict(FULL)
    assert models.V1Pod.from_dict(pod.to_dict()) == pod
    assert models.V1Pod.from_dict(pod.to_dict(serialize=True)) == pod
    assert models.V1Pod(**pod.to_dict()) == pod
    assert wire(pod) == FULL
    assert set_only(pod.to_dict())["metadata"]["name"] == "a"
