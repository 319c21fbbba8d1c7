"""to_dict, to_json, the request body, repr and str (3.5, 3.6; Q1, Q2, Q11, Q13, Q16, Q17...)."""

from __future__ import annotations

import datetime as dt
import json
import warnings
from typing import Any

import pytest

from contract.helpers import UTC, complaint, projection, request_body, set_only, wire

NAIVE = dt.datetime(2020, 1, 1)
EAST = dt.timezone(dt.timedelta(hours=2, minutes=30))


def test_to_dict_has_every_declared_field(models: Any) -> None:
    """All fields in the order of the API, None included; wire names with serialize=True."""
    assert models.V1LabelSelector(match_labels={}).to_dict() == {
        "match_expressions": None,
        "match_labels": {},
    }
    cls = models.V1ObjectMeta
    assert list(cls().to_dict()) == list(cls.attribute_map)
    assert list(cls().to_dict(serialize=True)) == list(cls.attribute_map.values())
    assert list(cls().to_dict(True)) == list(cls.attribute_map.values())
    nested = models.V1Pod(metadata={"name": "a"}).to_dict(serialize=True)["metadata"]
    assert list(nested) == list(cls.attribute_map.values())


def test_times_and_bytes_stay_objects_in_to_dict(models: Any) -> None:
    """Both forms of to_dict hold datetimes, MicroTimes and bytes as they are stored."""
    for serialize in (False, True):
        lease = models.V1LeaseSpec(renew_time=NAIVE).to_dict(serialize)
        assert NAIVE in lease.values()
        meta = models.V1ObjectMeta(creation_timestamp=NAIVE).to_dict(serialize)
        assert NAIVE in meta.values()
        secret = models.V1Secret(data={"k": b"Zm9v"}).to_dict(serialize)
        assert secret["data"] == {"k": b"Zm9v"}


def test_to_json_leaves_out_none_only(models: Any) -> None:
    """Empty lists, maps and text, 0 and False are written; nulls of free-form data too."""
    container = models.V1Container(
        name="", args=[], tty=False, env=[{"name": "a", "value": ""}]
    )
    assert wire(container) == {
        "name": "",
        "args": [],
        "tty": False,
        "env": [{"name": "a", "value": ""}],
    }
    assert wire(models.V1ObjectMeta(generation=0, labels={})) == {
        "generation": 0,
        "labels": {},
    }
    data = {"a": None, "b": [None, {"c": None}]}
    revision = models.V1ControllerRevision(revision=0, data=data)
    assert wire(revision) == projection(revision) == {"data": data, "revision": 0}
    assert type(revision).from_json(revision.to_json()) == revision


def test_to_json_is_compact_ascii(models: Any) -> None:
    """Q26: no blanks, no letter beyond ASCII, in the order of the API."""
    meta = models.V1ObjectMeta(name="é\u2028😀", generate_name="g", labels={"ü": '"'})
    assert meta.to_json() == (
        '{"generateName":"g","labels":{"\\u00fc":"\\""},"name":"\\u00e9\\u2028\\ud83d\\ude00"}'
    )
    assert models.V1ObjectMeta.from_json(meta.to_json()) == meta


def test_free_form_keys_keep_their_order(models: Any) -> None:
    """Keys of free-form data are written in the order they came."""
    config = models.V1OpaqueDeviceConfiguration(
        driver="d", parameters={"b": 1, "a": {"z": 2}}
    )
    assert config.to_json() == '{"driver":"d","parameters":{"b":1,"a":{"z":2}}}'


TIMES = [
    (
        dt.datetime(2020, 1, 1, tzinfo=UTC),
        "2020-01-01T00:00:00Z",
        "2020-01-01T00:00:00.000000Z",
    ),
    (
        dt.datetime(2020, 1, 1, 0, 0, 0, 5, tzinfo=UTC),
        "2020-01-01T00:00:00.000005Z",
        "2020-01-01T00:00:00.000005Z",
    ),
    (
        dt.datetime(2020, 1, 1, 2, 30, tzinfo=EAST),
        "2020-01-01T02:30:00+02:30",
        "2020-01-01T00:00:00.000000Z",
    ),
    (NAIVE, "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000Z"),
    (
        dt.datetime(1, 1, 1, tzinfo=UTC),
        "0001-01-01T00:00:00Z",
        "0001-01-01T00:00:00.000000Z",
    ),
    (
        dt.datetime(1, 1, 1, tzinfo=EAST),
        "0001-01-01T00:00:00+02:30",
        "0001-01-01T00:00:00.000000+02:30",
    ),
]


@pytest.mark.parametrize(
    ("moment", "time", "micro"), TIMES, ids=[row[1] for row in TIMES]
)
def test_times_in_json(models: Any, moment: dt.datetime, time: str, micro: str) -> None:
    """Q1, Q2: a Time keeps its offset, naive is UTC; a MicroTime has six digits and Z."""
    meta = models.V1ObjectMeta(creation_timestamp=moment)
    assert wire(meta) == {"creationTimestamp": time}
    lease = models.V1LeaseSpec(renew_time=moment)
    assert wire(lease) == projection(lease) == {"renewTime": micro}
    assert (meta.creation_timestamp, lease.renew_time) == (moment, moment)


MICRO = {
    "V1LeaseSpec": ["acquire_time", "renew_time"],
    "V1alpha2LeaseCandidateSpec": ["ping_time", "renew_time"],
    "V1beta1LeaseCandidateSpec": ["ping_time", "renew_time"],
    "CoreV1Event": ["event_time"],
    "EventsV1Event": ["event_time"],
    "CoreV1EventSeries": ["last_observed_time"],
    "EventsV1EventSeries": ["last_observed_time"],
}


def test_micro_time_fields(models: Any) -> None:
    """Q1: exactly the fields that refer to MicroTime are written with six digits."""
    for name, fields in MICRO.items():
        cls = getattr(models, name)
        for field in fields:
            made = cls.model_construct(**{field: NAIVE})
            assert wire(made) == {
                cls.attribute_map[field]: "2020-01-01T00:00:00.000000Z"
            }
    event = models.CoreV1Event.model_construct(first_timestamp=NAIVE)
    assert wire(event) == {"firstTimestamp": "2020-01-01T00:00:00Z"}


def test_times_in_the_request_body(models: Any) -> None:
    """3.2, Q2: a Time stays a datetime there, aware; ApiClient writes `+00:00`."""
    meta = models.V1ObjectMeta(creation_timestamp=NAIVE)
    assert projection(meta) == {"creationTimestamp": NAIVE.replace(tzinfo=UTC)}
    assert request_body(meta) == {"creationTimestamp": "2020-01-01T00:00:00+00:00"}
    budget = models.V1PodDisruptionBudgetStatus.model_construct(
        disrupted_pods={"a": NAIVE}
    )
    assert projection(budget) == {"disruptedPods": {"a": NAIVE.replace(tzinfo=UTC)}}


def test_bytes_in_the_request_body(models: Any) -> None:
    """Q11: text, as in to_json."""
    secret = models.V1Secret(data={"k": b"Zm9v", "t": "dGV4dA=="})
    assert (
        projection(secret) == wire(secret) == {"data": {"k": "Zm9v", "t": "dGV4dA=="}}
    )
    config = models.ApiextensionsV1WebhookClientConfig(ca_bundle=b"Zm9v")
    assert projection(config) == {"caBundle": "Zm9v"}
    assert json.dumps(request_body(secret))


NO_JSON = [float("nan"), float("inf"), float("-inf")]


@pytest.mark.parametrize("value", NO_JSON, ids=repr)
def test_nan_is_a_plain_value_error(models: Any, value: float) -> None:
    """Q17: from to_json and from the request body, with the place, at any depth."""
    props = models.V1JSONSchemaProps
    for made, place in (
        (props(maximum=value), "maximum"),
        (props(default={"a": [value]}), r"default\.a\.0"),
        (props(properties={"p": props(minimum=value)}), r"properties\.p\.minimum"),
        (props(items={"maximum": value}), r"items\.maximum"),
        (models.V1ControllerRevision(revision=1, data={"x": value}), r"data\.x"),
    ):
        for write in (made.to_json, lambda made=made: projection(made)):
            with pytest.raises(ValueError, match=f"is not JSON: {place}") as caught:
                write()
            assert type(caught.value) is ValueError
        assert made.to_dict() == made.to_dict()
        assert type(made)(**made.to_dict()).to_dict().keys() == made.to_dict().keys()


def test_words_that_look_like_constants_are_text(models: Any) -> None:
    """Q17: `NaN` and `Infinity` inside text are written as they are."""
    made = models.V1JSONSchemaProps(title="NaN", default={"Infinity": ["-Infinity"]})
    assert wire(made) == projection(made)
    assert wire(made) == {"title": "NaN", "default": {"Infinity": ["-Infinity"]}}
    assert type(made).from_json(made.to_json()) == made


def test_lone_surrogates(models: Any) -> None:
    """5.2: JSON text that holds one is refused; writing one is a ValueError."""
    found = complaint(lambda: models.V1ObjectMeta.from_json('{"name":"\\ud800"}'))[1]
    assert found == [((), "json_invalid")]
    made = models.V1JSONSchemaProps(default={"a": "\ud800"})
    for write in (
        models.V1ObjectMeta(name="a\ud800").to_json,
        made.to_json,
        lambda: projection(made),
    ):
        with pytest.raises(ValueError, match="surrogates"):
            write()


def test_models_in_free_form_data(models: Any, aio: Any) -> None:
    """Q24: made into dicts at every depth, under the names of the form that is written."""
    for tree in (models, aio):
        lease = tree.V1LeaseSpec(renew_time=NAIVE, holder_identity="h")
        handler = tree.V1LifecycleHandler(_exec={"command": ["x"]})
        secret = tree.V1Secret(data={"k": b"Zm9v"})
        data = {"a": [lease, {"b": (handler,)}], "s": secret}
        made = models.V1ControllerRevision(revision=1, data=data)
        public, named = made.to_dict()["data"], made.to_dict(serialize=True)["data"]
        assert set_only(public["a"][0]) == {"holder_identity": "h", "renew_time": NAIVE}
        assert set_only(public["a"][1]["b"][0]) == {"_exec": {"command": ["x"]}}
        assert set_only(named["a"][0]) == {"holderIdentity": "h", "renewTime": NAIVE}
        assert set_only(named["a"][1]["b"][0]) == {"exec": {"command": ["x"]}}
        assert wire(made)["data"] == {
            "a": [
                {"holderIdentity": "h", "renewTime": "2020-01-01T00:00:00.000000Z"},
                {"b": [{"exec": {"command": ["x"]}}]},
            ],
            "s": {"data": {"k": "Zm9v"}},
        }
        assert json.loads(json.dumps(request_body(made))) == wire(made)


def test_values_put_in_by_hand(models: Any) -> None:
    """Q16: written as they are, without a warning, in every form."""
    spec = models.V1PodSpec(containers=[])
    given = [{"name": "b", "x": None}, None, 3, models.V1Container(name="c")]
    spec.containers.extend(given)
    handmade = models.V1Pod.model_construct(metadata={"a": 1}, spec=spec, status=4)
    meta = models.V1ObjectMeta.model_construct(
        creation_timestamp="soon", labels={"a": 1}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert wire(spec)["containers"] == [
            {"name": "b", "x": None},
            None,
            3,
            {"name": "c"},
        ]
        assert projection(spec) == wire(spec)
        assert spec.to_dict()["containers"][:3] == [{"name": "b", "x": None}, None, 3]
        assert wire(handmade)["metadata"] == {"a": 1}
        assert wire(handmade)["status"] == 4
        assert (
            wire(meta)
            == projection(meta)
            == {"creationTimestamp": "soon", "labels": {"a": 1}}
        )
        assert repr(handmade) == str(handmade)


def test_objects_without_required_fields(models: Any) -> None:
    """model_construct may leave them out: None in to_dict, nothing in JSON."""
    made = models.V1Container.model_construct()
    assert list(made.to_dict()) == list(models.V1Container.attribute_map)
    assert list(made.to_dict(True)) == list(models.V1Container.attribute_map.values())
    assert set(made.to_dict().values()) == {None}
    assert wire(made) == {}
    assert made == models.V1Container.model_construct()


def test_repr_and_str_are_the_pretty_printed_dict(models: Any) -> None:
    """Q13: repr, str and to_str are one text."""
    made = models.V1Affinity()
    text = "{'node_affinity': None, 'pod_affinity': None, 'pod_anti_affinity': None}"
    assert repr(made) == str(made) == made.to_str() == f"{made}" == text


def test_default_null_is_lost(models: Any) -> None:
    """Q19: as the API server loses it; false, 0 and an empty text stay."""
    props = models.V1JSONSchemaProps
    assert wire(props.from_dict({"default": None, "type": "string"})) == {
        "type": "string"
    }
    for value in (False, 0, "", [], {}):
        assert wire(props.from_dict({"default": value})) == {"default": value}
