"""Which names a value may come under: wire, public, both, hidden, unknown (3.3)."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from contract.helpers import complaint, set_only, wire

# class, public name, wire name, hidden field, a value of the field
REMAPPED = [
    ("V1ListMeta", "_continue", "continue", "var_continue", "t"),
    ("V1IPBlock", "_except", "except", "var_except", ["10.0.0.0/8"]),
    ("V1LifecycleHandler", "_exec", "exec", "var_exec", {"command": ["a"]}),
    ("V1Probe", "_exec", "exec", "var_exec", {"command": ["a"]}),
    ("V1NetworkPolicyIngressRule", "_from", "from", "var_from", [{"podSelector": {}}]),
    ("V1JSONSchemaProps", "_not", "not", "var_not", {"type": "string"}),
    ("V1JSONSchemaProps", "schema", "$schema", "var_schema", "http://example.com"),
    ("V1CustomResourceDefinitionVersion", "schema", "schema", "var_schema", {}),
    ("V1StatusCause", "field", "field", "var_field", "spec"),
]
REQUIRED = {
    "V1IPBlock": {"cidr": "10.0.0.0/8"},
    "V1CustomResourceDefinitionVersion": {
        "name": "v1",
        "served": True,
        "storage": True,
    },
}
remapped = pytest.mark.parametrize(
    ("name", "public", "json", "hidden", "value"),
    REMAPPED,
    ids=lambda value: str(value)[:9],
)


@remapped
def test_remapped_field_takes_either_spelling(
    models: Any, name: str, public: str, json: str, hidden: str, value: Any
) -> None:
    """A remapped field is read under its public and its wire name, everywhere."""
    cls, rest = getattr(models, name), REQUIRED.get(name, {})
    objects = [
        call({key: value, **rest})
        for key in (public, json)
        for call in (lambda kw: cls(**kw), cls.model_validate, cls.from_dict)
    ]
    assert all(wire(obj)[json] == value for obj in objects)
    assert all(obj == objects[0] for obj in objects)


@remapped
def test_remapped_field_has_three_faces(
    models: Any, name: str, public: str, json: str, hidden: str, value: Any
) -> None:
    """to_dict has the public name, or the wire name; model_dump has the hidden one."""
    obj = getattr(models, name)(**{public: value}, **REQUIRED.get(name, {}))
    assert public in obj.to_dict()
    assert hidden not in obj.to_dict()
    assert json in obj.to_dict(serialize=True)
    assert hidden in obj.model_dump()
    assert json in obj.model_dump(by_alias=True)


@remapped
def test_remapped_attribute_is_a_property(
    models: Any, name: str, public: str, json: str, hidden: str, value: Any
) -> None:
    """The public attribute reads and sets the hidden one, which works by itself too."""
    obj = getattr(models, name)(**REQUIRED.get(name, {}))
    setattr(obj, public, value)
    assert getattr(obj, public) == getattr(obj, hidden)
    assert wire(obj)[json] == value
    with pytest.raises(ValueError, match=hidden):
        setattr(obj, public, 1)
    setattr(obj, hidden, None)
    assert getattr(obj, public) is None


@remapped
def test_hidden_name_is_no_input(
    models: Any, name: str, public: str, json: str, hidden: str, value: Any
) -> None:
    """Q6: a hidden name is refused by the constructor and unknown to from_dict."""
    cls, rest = getattr(models, name), REQUIRED.get(name, {})
    title, found = complaint(lambda: cls(**{hidden: value}, **rest))
    assert (title, found) == (name, [((hidden,), "extra_forbidden")])
    assert getattr(cls.from_dict({hidden: value, **rest}), public) is None


@pytest.mark.parametrize(("name", "public", "json", "hidden", "value"), REMAPPED[:7])
def test_two_spellings_of_a_remapped_field(
    models: Any, name: str, public: str, json: str, hidden: str, value: Any
) -> None:
    """Q7, Q8: refused at the public name; in from_dict the wire name wins, even if null."""
    cls, rest = getattr(models, name), REQUIRED.get(name, {})
    both = {json: value, public: value, **rest}
    assert complaint(lambda: cls(**both)) == (name, [((public,), "extra_forbidden")])
    assert getattr(cls.from_dict({**both, json: None}), public) is None


@pytest.mark.parametrize("name", ["V1ObjectMeta", "V1LifecycleHandler", "V1Probe"])
def test_two_spellings_of_an_ordinary_field(models: Any, name: str) -> None:
    """Q7: `extra_forbidden` at the public name, in all classes alike."""
    cls = getattr(models, name)
    public, json = next(
        (a, b) for a, b in cls.attribute_map.items() if a != b and a[0] != "_"
    )
    both = {json: None, public: None}
    for call in (lambda: cls(**both), lambda: cls.model_validate(both)):
        assert complaint(call) == (name, [((public,), "extra_forbidden")])


def test_errors_of_a_remapped_class_speak_of_wire_names(models: Any) -> None:
    """Its constructor reports a wrong value at the wire name, nested ones likewise."""
    assert complaint(lambda: models.V1Probe(period_seconds="x"))[1] == [
        (("periodSeconds",), "int_type")
    ]
    container = {"name": "a", "liveness_probe": {"period_seconds": "x"}}
    found = complaint(lambda: models.V1PodSpec(containers=[container]))[1]
    assert found == [(("containers", 0, "liveness_probe", "periodSeconds"), "int_type")]


def test_wire_name_wins_in_from_dict(models: Any) -> None:
    """Of two spellings from_dict takes the wire one, also where it is null."""
    read = models.V1ObjectMeta.from_dict
    assert read({"generateName": "w", "generate_name": "p"}).generate_name == "w"
    assert read({"generateName": None, "generate_name": "p"}).generate_name is None
    assert read({"generate_name": "p"}).generate_name == "p"


def test_unknown_key_is_refused_by_the_constructor(models: Any) -> None:
    """`extra_forbidden` with its path, nested or not; from_dict drops it at every depth."""
    nested = {"metadata": {"name": "a", "foo": 1}, "bar": 2}
    assert complaint(lambda: models.V1Pod(**nested))[1] == [
        (("metadata", "foo"), "extra_forbidden"),
        (("bar",), "extra_forbidden"),
    ]
    assert wire(models.V1Pod.from_dict(nested)) == {"metadata": {"name": "a"}}
    assert wire(models.V1Pod.from_json('{"metadata":{"foo":1}}')) == {"metadata": {}}


def test_keys_of_maps_and_free_form_data_are_never_renamed(models: Any) -> None:
    """Only field names have two spellings; map keys and free-form keys are data."""
    labels = {"matchLabels": "a", "match_labels": "b", "_exec": "c"}
    assert models.V1ObjectMeta(labels=labels).labels == labels
    data = {"generate_name": {"generateName": 1}}
    revision = models.V1ControllerRevision.from_dict({"revision": 1, "data": data})
    assert revision.data == data
    assert wire(revision)["data"] == data


def test_assignment_takes_public_names_only(models: Any) -> None:
    """Wire and unknown names are `no_such_attribute`; values are checked, converted."""
    pod = models.V1Pod()
    for name in ("apiVersion", "foo"):
        assert complaint(lambda name=name: setattr(pod, name, "x"))[1] == [
            ((name,), "no_such_attribute")
        ]
    assert complaint(lambda: setattr(pod, "kind", 1))[1] == [(("kind",), "string_type")]
    pod.metadata = {"creationTimestamp": "2020-01-01T00:00:00Z"}
    assert pod.metadata.creation_timestamp.year == 2020
    assert type(pod.metadata) is models.V1ObjectMeta


def test_private_assignment_stays_outside_the_fields(models: Any) -> None:
    """5.2: a name with a leading underscore is stored beside the fields."""
    pod = models.V1Pod()
    pod._note = "x"
    assert pod._note == "x"
    assert pod == models.V1Pod()
    assert wire(pod) == {}


def test_old_names_are_gone(models: Any) -> None:
    """3.1: no positional arguments, discriminator, local_vars_configuration, swagger_types."""
    with pytest.raises(TypeError):
        models.V1ObjectMeta("name")
    assert not hasattr(models.V1Pod(), "discriminator")
    assert not hasattr(models.V1Pod, "swagger_types")
    assert complaint(lambda: models.V1Pod(local_vars_configuration=None))[1] == [
        (("local_vars_configuration",), "extra_forbidden")
    ]


def test_signature_lists_public_names(models: Any) -> None:
    """Keywords under public names, required ones without default, on every class."""
    for name in (
        "V1ListMeta",
        "V1JSONSchemaProps",
        "V1HTTPGetAction",
        "V1ContainerPort",
    ):
        cls = getattr(models, name)
        parameters = inspect.signature(cls).parameters.values()
        assert [parameter.name for parameter in parameters] == list(cls.attribute_map)
        assert {parameter.kind for parameter in parameters} == {
            inspect.Parameter.KEYWORD_ONLY
        }
    port = inspect.signature(models.V1HTTPGetAction).parameters["port"]
    assert port.default is inspect.Parameter.empty
    assert inspect.signature(models.V1Pod).parameters["kind"].default is None


def test_signature_of_a_class_never_used(tree_137: Path) -> None:
    """A fresh process sees it too: no validator has been built by then."""
    code = (
        "import inspect\n"
        "from k8s_under_test.client.models import V1ListMeta\n"
        "print(*inspect.signature(V1ListMeta).parameters)\n"
        "V1ListMeta(_continue='x')\n"
        "print(*inspect.signature(V1ListMeta).parameters)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=tree_137, capture_output=True, text=True, check=True, timeout=60
    )
    names = "_continue remaining_item_count resource_version self_link shard_info"
    assert done.stdout.split("\n")[:2] == [names, names]


def test_model_construct_of_a_class_never_used(tree_137: Path) -> None:
    """model_construct knows both spellings before a validator exists."""
    code = (
        "from k8s_under_test.client.models import V1ObjectMeta\n"
        "print(V1ObjectMeta.model_construct(generateName='x').generate_name)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=tree_137, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "x\n"


def test_nested_public_and_wire_names_in_one_document(models: Any) -> None:
    """to_dict of nested remapped classes has public names at every depth."""
    pod = models.V1Pod.from_dict(
        {
            "spec": {
                "containers": [{"name": "a", "lifecycle": {"pre_stop": {"exec": {}}}}]
            }
        }
    )
    lifecycle = set_only(pod.to_dict()["spec"]["containers"][0]["lifecycle"])
    assert lifecycle == {"pre_stop": {"_exec": {}}}
    lifecycle = set_only(
        pod.to_dict(serialize=True)["spec"]["containers"][0]["lifecycle"]
    )
    assert lifecycle == {"preStop": {"exec": {}}}
