"""from_dict and from_json: what they take, and how they say no (3.4; Q3, Q4, Q9, Q18, Q25)."""

from __future__ import annotations

import copy
import json
import types
from typing import Any

import pytest

from contract.helpers import complaint, projection, wire

CLAIM = {"name": "gpu", "exactly": {"deviceClassName": "a"}}


def test_none_and_null(models: Any) -> None:
    """None and JSON null give None."""
    assert models.V1Pod.from_dict(None) is None
    for text in ("null", " null\n", b"null", bytearray(b"null")):
        assert models.V1Pod.from_json(text) is None


def test_instance_is_handed_back(models: Any) -> None:
    """A model instance comes back as it is; nested instances are kept."""
    pod, meta = models.V1Pod(), models.V1ObjectMeta(name="z")
    assert models.V1Pod.from_dict(pod) is pod
    assert models.V1Pod.from_dict({"metadata": meta}).metadata is meta


@pytest.mark.parametrize(
    "given", [[1], "x", 1, True, (), object()], ids=lambda given: type(given).__name__
)
def test_anything_else_is_refused(models: Any, given: Any) -> None:
    """`model_type` at the root for what is neither a mapping nor an instance."""
    assert complaint(lambda: models.V1Pod.from_dict(given)) == (
        "V1Pod",
        [((), "model_type")],
    )
    other = models.V1ObjectMeta()
    assert complaint(lambda: models.V1Pod.from_dict(other)) == (
        "V1Pod",
        [((), "model_type")],
    )


def test_a_mapping_is_read(models: Any) -> None:
    """Any mapping is read as a dict is."""
    given = types.MappingProxyType({"kind": "Pod", "unknown": 1})
    assert wire(models.V1Pod.from_dict(given)) == {"kind": "Pod"}


def test_json_text_in_every_shape(models: Any) -> None:
    """str, bytes and bytearray are read alike, and as from_dict reads their content."""
    text = '{"metadata":{"name":"é","creationTimestamp":"2020-01-01T00:00:00Z"}}'
    wanted = models.V1Pod.from_dict(json.loads(text))
    for given in (text, text.encode(), bytearray(text.encode())):
        assert models.V1Pod.from_json(given) == wanted


def test_text_that_is_no_json(models: Any) -> None:
    """5.2: `json_invalid`, a ValidationError and so a ValueError."""
    assert complaint(lambda: models.V1Pod.from_json("{")) == (
        "V1Pod",
        [((), "json_invalid")],
    )
    with pytest.raises(ValueError, match="Invalid JSON"):
        models.V1Pod.from_json("")


def test_only_the_keys_that_came_are_set(models: Any) -> None:
    """3.4, improved: `model_fields_set` tells what the document held."""
    pod = models.V1Pod.from_dict({"metadata": {"name": "a"}, "status": None})
    assert pod.model_fields_set == {"metadata", "status"}
    assert pod.metadata.model_fields_set == {"name"}
    assert pod.model_dump(exclude_unset=True) == {
        "metadata": {"name": "a"},
        "status": None,
    }


def test_input_is_left_alone(models: Any) -> None:
    """The given dict is not changed; lists and maps are copied, free-form data shared."""
    inner = {"b": [1]}
    given = {"revision": 1, "data": {"a": inner}, "metadata": {"labels": {"x": "y"}}}
    before = copy.deepcopy(given)
    made = models.V1ControllerRevision.from_dict(given)
    made.metadata.labels["z"] = "w"
    assert given == before
    assert made.data["a"] is inner
    pods = {"items": []}
    assert models.V1PodList.from_dict(pods).items is not pods["items"]


def test_errors_have_the_path_from_the_root(models: Any) -> None:
    """Q9: title of the class that was asked, full path, `missing` for what is missing."""
    given = {"items": [{"spec": {"containers": [{}, {"name": 1}]}}]}
    wanted = (
        "V1PodList",
        [
            (("items", 0, "spec", "containers", 0, "name"), "missing"),
            (("items", 0, "spec", "containers", 1, "name"), "string_type"),
        ],
    )
    assert complaint(lambda: models.V1PodList.from_dict(given)) == wanted
    assert complaint(lambda: models.V1PodList.from_json(json.dumps(given))) == wanted


@pytest.mark.parametrize("given", ["ab", "", {}, True, False, 0])
def test_list_field_takes_lists(models: Any, given: Any) -> None:
    """Q18: `list_type` on the field for text, dict, bool and number, empty ones too."""
    for read in (
        lambda: models.V1PodList.from_dict({"items": given}),
        lambda: models.V1PodList.from_json(json.dumps({"items": given})),
    ):
        assert complaint(read) == ("V1PodList", [(("items",), "list_type")])


NULLS = [
    (
        "V1APIVersions",
        {"versions": None, "serverAddressByClientCIDRs": None},
        [],
        "versions",
    ),
    ("V1PodList", {"items": None}, [], "items"),
    ("V1Endpoint", {"addresses": None}, [], "addresses"),
    ("V1APIResourceList", {"groupVersion": "v1", "resources": None}, [], "resources"),
    ("V1WatchEvent", {"type": "ADDED", "object": None}, {}, "object"),
    ("V1ControllerRevision", {"revision": 1, "data": None}, None, "data"),
    (
        "V1OpaqueDeviceConfiguration",
        {"driver": "d", "parameters": None},
        {},
        "parameters",
    ),
]


@pytest.mark.parametrize(("name", "given", "empty", "field"), NULLS)
def test_null_for_a_required_list_or_map(
    models: Any, name: str, given: dict[str, Any], empty: Any, field: str
) -> None:
    """Q3, Q25: an empty list or dict on decode; the constructor refuses null as before."""
    cls = getattr(models, name)
    required = cls.model_fields[field].is_required()
    for made in (cls.from_dict(given), cls.from_json(json.dumps(given))):
        assert getattr(made, field) == (
            empty if empty is not None or not required else {}
        )
        assert cls.from_dict(made.to_dict()) == made
        assert (field in wire(made)) == required
    if required:
        assert complaint(lambda: cls(**given))[1][0][1] in ("list_type", "dict_type")


def test_tolerated_nulls_at_depth(models: Any) -> None:
    """Q3 holds at every depth, and each empty list is one of its own."""
    pods = {"items": [{"spec": {"containers": None}}, {"spec": {"containers": None}}]}
    made = models.V1PodList.from_dict(pods)
    made.items[0].spec.containers.append(models.V1Container(name="a"))
    assert wire(made)["items"][1] == {"spec": {"containers": []}}


TIMES = [
    ("EventsV1Event", {"metadata": {}, "eventTime": None}, "event_time"),
    (
        "EventsV1EventSeries",
        {"count": 1, "lastObservedTime": None},
        "last_observed_time",
    ),
    (
        "V1Condition",
        {
            "type": "a",
            "status": "b",
            "reason": "c",
            "message": "d",
            "lastTransitionTime": None,
        },
        "last_transition_time",
    ),
]


@pytest.mark.parametrize(("name", "given", "field"), TIMES)
def test_null_for_a_required_time(
    models: Any, name: str, given: dict[str, Any], field: str
) -> None:
    """Q4: None on decode, left out of JSON and body; the constructor refuses it."""
    cls = getattr(models, name)
    for made in (cls.from_dict(given), cls.from_json(json.dumps(given))):
        assert getattr(made, field) is None
        assert made.to_dict()[field] is None
        kept = {key: value for key, value in given.items() if value is not None}
        assert wire(made) == projection(made) == kept
        assert complaint(lambda made=made: cls(**made.to_dict()))[1] == [
            ((field,), "datetime_type")
        ]
    missing = {key: value for key, value in given.items() if value is not None}
    place = cls.attribute_map[field]
    assert complaint(lambda: cls.from_dict(missing))[1] == [((place,), "missing")]


def test_other_nulls_stay_errors(models: Any) -> None:
    """Q3: required scalars and models, list items and map values are not null."""
    refused = [
        ("V1Container", {"name": None}, ("name",), "string_type"),
        (
            "V1DeploymentSpec",
            {"selector": None, "template": {}},
            ("selector",),
            "model_type",
        ),
        ("V1PodSpec", {"containers": [None]}, ("containers", 0), "model_type"),
        ("V1ObjectMeta", {"finalizers": [None]}, ("finalizers", 0), "string_type"),
        ("V1ObjectMeta", {"labels": {"a": None}}, ("labels", "a"), "string_type"),
        (
            "V1SubjectAccessReviewSpec",
            {"extra": {"a": None}},
            ("extra", "a"),
            "list_type",
        ),
        (
            "V1PodDisruptionBudgetStatus",
            {
                "disruptedPods": {"a": None},
                "currentHealthy": 1,
                "desiredHealthy": 1,
                "disruptionsAllowed": 1,
                "expectedPods": 1,
            },
            ("disruptedPods", "a"),
            "datetime_type",
        ),
    ]
    for name, given, place, kind in refused:
        cls = getattr(models, name)
        assert complaint(lambda cls=cls, given=given: cls.from_dict(given))[1] == [
            (place, kind)
        ]


def test_tolerated_null_beside_a_real_error(models: Any) -> None:
    """Only the real error is reported."""
    given = {"groupVersion": None, "resources": None}
    assert complaint(lambda: models.V1APIResourceList.from_dict(given))[1] == [
        (("groupVersion",), "string_type")
    ]


def test_optional_null_is_none(models: Any) -> None:
    """Null for what may be absent is None, lists, maps and free-form data included."""
    given = {"labels": None, "finalizers": None, "managedFields": [{"fieldsV1": None}]}
    assert wire(models.V1ObjectMeta.from_dict(given)) == {"managedFields": [{}]}
    status = {"conditions": None, "storedVersions": None, "acceptedNames": None}
    assert wire(models.V1CustomResourceDefinitionStatus.from_dict(status)) == {}


def test_discovery_without_resources(models: Any) -> None:
    """1.6: `versions[].resources` may be absent, a null creation time decodes."""
    meta, version = {"name": "apps", "creationTimestamp": None}, {"version": "v1"}
    group = {"metadata": meta, "versions": [version]}
    made = models.V2APIGroupDiscoveryList.from_dict({"items": [group]})
    assert made.items[0].versions[0].resources is None
    assert wire(made) == {
        "items": [{"metadata": {"name": "apps"}, "versions": [version]}]
    }
    found = complaint(lambda: models.V2APIGroupDiscoveryList.from_dict({}))[1]
    assert found == [(("items",), "missing")]


def test_model_validate_is_pydantics_own(models: Any) -> None:
    """model_validate refuses unknown keys and nulls as the constructor does."""
    assert complaint(lambda: models.V1ObjectMeta.model_validate({"foo": 1}))[1] == [
        (("foo",), "extra_forbidden")
    ]
    assert complaint(lambda: models.V1PodList.model_validate({"items": None}))[1] == [
        (("items",), "list_type")
    ]
    assert (
        models.V1LifecycleHandler.model_validate_json('{"exec":{}}')._exec is not None
    )


def test_iterators_in_a_document_are_read_once(models: Any) -> None:
    """A null that is tolerated does not make from_dict read the document again."""
    given = {"items": [{"spec": {"containers": None}}], "metadata": {"continue": "x"}}
    items = iter(given["items"])
    assert len(models.V1PodList.from_dict({**given, "items": items}).items) == 1
