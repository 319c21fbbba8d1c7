"""What each kind of value takes, refuses and becomes (section 2; Q14, Q22)."""

from __future__ import annotations

import datetime as dt
import enum
import json
from typing import Any

import pytest

from contract.helpers import UTC, complaint, wire


class Text(str):
    """A subclass of str."""


class Colour(str, enum.Enum):
    """A str enum."""

    RED = "red"


class Three(enum.IntEnum):
    """An int enum."""

    VALUE = 3


def meta(models: Any, value: Any) -> Any:
    """The time that a Time field makes of a value."""
    return models.V1ObjectMeta(creation_timestamp=value).creation_timestamp


REFUSED = [
    ("bytes is no text", "V1ObjectMeta", {"name": b"x"}, "name", "string_type"),
    ("number is no text", "V1ObjectMeta", {"name": 1}, "name", "string_type"),
    (
        "float is no int",
        "V1ContainerPort",
        {"containerPort": 80.0},
        "containerPort",
        "int_type",
    ),
    (
        "bool is no int",
        "V1ContainerPort",
        {"containerPort": True},
        "containerPort",
        "int_type",
    ),
    (
        "text is no int",
        "V1ContainerPort",
        {"containerPort": "80"},
        "containerPort",
        "int_type",
    ),
    ("int is no bool", "V1Container", {"name": "a", "tty": 1}, "tty", "bool_type"),
    (
        "text is no bool",
        "V1Container",
        {"name": "a", "tty": "true"},
        "tty",
        "bool_type",
    ),
    (
        "text is no list",
        "V1Container",
        {"name": "a", "args": "ab"},
        "args",
        "list_type",
    ),
    (
        "dict is no list",
        "V1Container",
        {"name": "a", "args": {"b": 1}},
        "args",
        "list_type",
    ),
    ("list is no map", "V1ObjectMeta", {"labels": ["a"]}, "labels", "dict_type"),
    (
        "text is no time",
        "V1ObjectMeta",
        {"creationTimestamp": "x"},
        "creationTimestamp",
        None,
    ),
    (
        "bool is no time",
        "V1ObjectMeta",
        {"creationTimestamp": True},
        "creationTimestamp",
        None,
    ),
    ("null is no text", "V1Container", {"name": None}, "name", "string_type"),
    ("list is no model", "V1Pod", {"metadata": [1]}, "metadata", "model_type"),
]


@pytest.mark.parametrize(
    ("fact", "name", "given", "place", "kind"), REFUSED, ids=[row[0] for row in REFUSED]
)
def test_wrong_type_is_refused_by_every_way_in(
    models: Any,
    fact: str,
    name: str,
    given: dict[str, Any],
    place: str,
    kind: str | None,
) -> None:
    """Constructor, from_dict and from_json refuse alike, at the name that was given."""
    cls = getattr(models, name)
    ways = [lambda: cls(**given), lambda: cls.from_dict(given)]
    if b"x" not in given.values():
        ways.append(lambda: cls.from_json(json.dumps(given)))
    for way in ways:
        title, found = complaint(way)
        assert (title, found[0][0]) == (name, (place,))
        assert kind in (None, found[0][1])


def test_text_becomes_plain_str(models: Any) -> None:
    """Subclasses of str and str enums are stored as plain str."""
    for value in (Text("red"), Colour.RED):
        stored = models.V1Container(name=value).name
        assert (stored, type(stored)) == ("red", str)


def test_numbers_are_not_bounded(models: Any) -> None:
    """No range, enum or pattern of the API is checked, and there are no defaults."""
    assert models.V1ContainerPort(container_port=-5).container_port == -5
    assert models.V1ContainerPort(container_port=2**70).container_port == 2**70
    assert models.V1ContainerPort(container_port=Three.VALUE).container_port == 3
    assert (
        models.V1Container(name="a", image_pull_policy="Bogus").image_pull_policy
        == "Bogus"
    )
    assert models.V1Pod().kind is None


@pytest.mark.parametrize("given", [("a", "b"), ["a", "b"], (part for part in "ab")])
def test_iterables_become_new_lists(k8s: Any, given: Any) -> None:
    """list, tuple, set and generator are stored as a new list."""
    stored = k8s.V1Container(name="c", args=given).args
    assert stored == ["a", "b"]
    assert type(stored) is list
    assert stored is not given
    assert k8s.V1Container(name="c", args={"a"}).args == ["a"]


def test_number_keeps_int_and_float_apart(models: Any) -> None:
    """A number is an int or a float as it came; text and bool are refused."""
    schema = models.V1JSONSchemaProps(maximum=1, minimum=1.0)
    assert schema.to_json() == '{"maximum":1,"minimum":1.0}'
    assert models.V1JSONSchemaProps.from_json(schema.to_json()) == schema
    for value in (True, "1"):
        found = complaint(lambda value=value: models.V1JSONSchemaProps(maximum=value))[
            1
        ]
        assert found == [
            (("maximum", "float"), "float_type"),
            (("maximum", "int"), "int_type"),
        ]


def test_int_or_string(models: Any) -> None:
    """2.3: int or text; bool, float and bytes are refused, the int branch speaks first."""
    for port in (1, "http", 10**20):
        assert models.V1HTTPGetAction(port=port).port == port
        document = json.dumps({"port": port})
        assert models.V1HTTPGetAction.from_json(document).port == port
    for port in (True, 1.0, b"x", None):
        found = complaint(lambda port=port: models.V1HTTPGetAction(port=port))[1]
        assert found == [
            (("port", "int"), "int_type"),
            (("port", "str"), "string_type"),
        ]
    assert models.V1HTTPGetAction.openapi_types["port"] == "object"


TIMES = [
    ("2020-01-01T00:00:00Z", dt.datetime(2020, 1, 1, tzinfo=UTC)),
    ("2020-01-01t00:00:00z", dt.datetime(2020, 1, 1, tzinfo=UTC)),
    ("2020-01-01 02:00:00+02:00", dt.datetime(2020, 1, 1, tzinfo=UTC)),
    (
        "2020-01-01T00:00:00.1234567Z",
        dt.datetime(2020, 1, 1, 0, 0, 0, 123456, tzinfo=UTC),
    ),
    ("2020-01-01", dt.datetime(2020, 1, 1)),
    (dt.date(2020, 1, 1), dt.datetime(2020, 1, 1)),
    (dt.datetime(2020, 1, 1), dt.datetime(2020, 1, 1)),
    (1577836800, dt.datetime(2020, 1, 1, tzinfo=UTC)),
    (1577836800.5, dt.datetime(2020, 1, 1, 0, 0, 0, 500000, tzinfo=UTC)),
    ("1577836800", dt.datetime(2020, 1, 1, tzinfo=UTC)),
    ("0001-01-01T00:00:00Z", dt.datetime(1, 1, 1, tzinfo=UTC)),
]


@pytest.mark.parametrize(("given", "stored"), TIMES, ids=[str(row[0]) for row in TIMES])
def test_times(models: Any, given: Any, stored: dt.datetime) -> None:
    """Q22: datetimes, dates, RFC 3339 and date text, epoch numbers and numeric text."""
    assert meta(models, given) == stored


def test_equal_instants_in_two_zones_are_equal(models: Any) -> None:
    """Objects compare times as instants, and keep the offset they came with."""
    there = models.V1ObjectMeta(creation_timestamp="2020-01-01T02:00:00+02:00")
    here = models.V1ObjectMeta(creation_timestamp="2020-01-01T00:00:00Z")
    assert there == here
    assert wire(there) == {"creationTimestamp": "2020-01-01T02:00:00+02:00"}


def test_json_fields_hold_the_wire_dict_of_a_model(models: Any, aio: Any) -> None:
    """Q14: JSON and RawExtension fields take a model of any tree, made plain at once."""
    for tree in (models, aio):
        schema = tree.V1JSONSchemaProps(_not={"type": "x"})
        lease = tree.V1LeaseSpec(renew_time=dt.datetime(2020, 1, 1))
        made = models.V1JSONSchemaProps(
            items=schema,
            additional_properties=schema,
            additional_items=schema,
            default=lease,
            example=[schema, 1],
            enum=[schema, None],
            dependencies={"a": schema, "b": ["c"]},
        )
        plain = {"not": {"type": "x"}}
        assert (
            made.items == made.additional_properties == made.additional_items == plain
        )
        assert made.default == {"renewTime": "2020-01-01T00:00:00.000000Z"}
        assert made.example == [plain, 1]
        assert made.enum == [plain, None]
        assert made.dependencies == {"a": plain, "b": ["c"]}
        assert models.V1JSONSchemaProps(items=[schema]).items == [plain]


def test_raw_extension_takes_a_model(models: Any) -> None:
    """Q15: as Q14; a wrong type stays `dict_type`, and FieldsV1 takes no model."""
    event = models.V1WatchEvent(
        type="ADDED", object=models.V1Pod(metadata={"name": "x"})
    )
    assert event.object == {"metadata": {"name": "x"}}
    event.object = models.V1Node(kind="Node")
    assert event.object == {"kind": "Node"}
    wrong = complaint(lambda: models.V1WatchEvent(type="A", object=[1]))[1]
    assert wrong == [(("object",), "dict_type")]
    entry = complaint(lambda: models.V1ManagedFieldsEntry(fields_v1=event))[1]
    assert entry == [(("fields_v1",), "dict_type")]


def test_hand_patched_json_schema_types(models: Any) -> None:
    """2.3: dict or bool, dict or list of dicts, dict or list of text, any value."""
    props = models.V1JSONSchemaProps
    assert props(additional_properties=False).additional_properties is False
    assert complaint(lambda: props(additional_items=1))[1] == [
        (("additionalItems", "dict[str,any]"), "dict_type"),
        (("additionalItems", "bool"), "bool_type"),
    ]
    for wrong in (lambda: props(items=3), lambda: props.from_json('{"items":3}')):
        assert complaint(wrong)[1] == [
            (("items", "dict[str,any]"), "dict_type"),
            (("items", "list[dict[str,any]]"), "list_type"),
        ]
    assert props(default=0, example=[None], enum=[1, "a", None]).enum == [1, "a", None]


def test_values_of_custom_resource_schemas(models: Any) -> None:
    """Any JSON value is a default, an example or a member of enum, and stays itself."""
    props = models.V1JSONSchemaProps
    every = [False, 1, 1.5, "value", [], {}, None]
    for value in every:
        assert props(default=value).default == value
        assert props(example=value).model_dump(by_alias=True)["example"] == value
    assert props(enum=every).enum == every
    for field in ("additional_items", "additional_properties"):
        for value in (True, {"type": "string"}):
            assert getattr(props(**{field: value}), field) == value
        for value in ("false", 1, None, []):
            if value is not None:
                assert complaint(
                    lambda field=field, value=value: props(**{field: value})
                )


INT_OR_STRING = [
    ("V1HTTPGetAction", "port"),
    ("V1NetworkPolicyPort", "port"),
    ("V1PodDisruptionBudgetSpec", "max_unavailable"),
    ("V1PodDisruptionBudgetSpec", "min_available"),
    ("V1RollingUpdateDaemonSet", "max_surge"),
    ("V1RollingUpdateDaemonSet", "max_unavailable"),
    ("V1RollingUpdateDeployment", "max_surge"),
    ("V1RollingUpdateDeployment", "max_unavailable"),
    ("V1RollingUpdateStatefulSetStrategy", "max_unavailable"),
    ("V1ServicePort", "target_port"),
    ("V1TCPSocketAction", "port"),
]


def test_all_int_or_string_fields(models: Any) -> None:
    """2.3: the eleven references to IntOrString take an int or a text, nothing else does."""
    found = []
    for name in models.__all__:
        cls = getattr(models, name)
        fields = getattr(cls, "model_fields", {})
        for field, info in fields.items():
            words = str(info.annotation)
            if (
                "int" in words
                and "str" in words
                and cls.openapi_types.get(field) == "object"
            ):
                found.append((name, field))
    assert sorted(found) == INT_OR_STRING
