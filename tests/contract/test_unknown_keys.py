"""Keys a class does not know: dropped, kept or reported, as the user says (Q5)."""

from __future__ import annotations

import copy
import json
import pickle
import threading
from typing import Any

import pytest

from contract.helpers import complaint, projection, request_body, set_only, wire

DOCUMENT = {
    "metadata": {"name": "x", "newMeta": 1},
    "spec": {
        "containers": [
            {
                "name": "c",
                "newList": [1, None],
                "livenessProbe": {"exec": {"newExec": {}}},
            }
        ],
        "volumes": [{"name": "v", "emptyDir": {"newDir": False}}],
    },
    "newTop": {"a": None},
}
PATHS = [
    ("metadata", "newMeta"),
    ("spec", "containers", 0, "livenessProbe", "exec", "newExec"),
    ("spec", "containers", 0, "newList"),
    ("spec", "volumes", 0, "emptyDir", "newDir"),
    ("newTop",),
]
# A request as v1beta1 has it: what v1 keeps under `exactly` stands in the request itself.
OLD_CLAIM = {
    "apiVersion": "resource.k8s.io/v1beta1",
    "kind": "ResourceClaim",
    "metadata": {"name": "claim"},
    "spec": {
        "devices": {
            "requests": [
                {
                    "name": "gpu",
                    "deviceClassName": "gpu.example.com",
                    "selectors": [{"cel": {"expression": "true"}}],
                }
            ]
        }
    },
}


def test_unknown_keys_are_dropped_by_default(models: Any) -> None:
    """At every depth, from dicts and from text."""
    for pod in (
        models.V1Pod.from_dict(DOCUMENT),
        models.V1Pod.from_json(json.dumps(DOCUMENT), unknown="drop"),
    ):
        assert wire(pod) == {
            "metadata": {"name": "x"},
            "spec": {
                "containers": [{"name": "c", "livenessProbe": {"exec": {}}}],
                "volumes": [{"name": "v", "emptyDir": {}}],
            },
        }


def test_kept_keys_are_written(models: Any) -> None:
    """By to_json and in request bodies, at every depth, nulls in them included."""
    for pod in (
        models.V1Pod.from_dict(DOCUMENT, unknown="keep"),
        models.V1Pod.from_json(json.dumps(DOCUMENT), unknown="keep"),
    ):
        assert wire(pod) == DOCUMENT
        assert projection(pod) == DOCUMENT
        assert request_body(pod) == DOCUMENT


def test_kept_keys_show_nowhere_else(models: Any) -> None:
    """Not in to_dict, repr, equality, model_fields_set or model_dump."""
    pod, plain = models.V1Pod.from_dict(
        DOCUMENT, unknown="keep"
    ), models.V1Pod.from_dict(DOCUMENT)
    assert pod == plain
    assert pod.to_dict() == plain.to_dict()
    assert pod.to_dict(serialize=True) == plain.to_dict(serialize=True)
    assert repr(pod) == repr(plain)
    assert pod.model_fields_set == plain.model_fields_set
    assert pod.model_dump() == plain.model_dump()
    assert set_only(pod.metadata.to_dict()) == {"name": "x"}


def test_copies_keep_them(models: Any) -> None:
    """copy, deepcopy, pickle and model_copy."""
    pod = models.V1Pod.from_dict(DOCUMENT, unknown="keep")
    copies = [
        copy.copy(pod),
        copy.deepcopy(pod),
        pickle.loads(pickle.dumps(pod)),
        pod.model_copy(),
        pod.model_copy(deep=True),
    ]
    assert all(wire(twin) == DOCUMENT for twin in copies)


def test_read_modify_replace_loses_nothing(models: Any) -> None:
    """Assignment, nested and remapped, and lists of kept objects keep unknown keys."""
    pod = models.V1Pod.from_dict(DOCUMENT, unknown="keep")
    pod.kind = "Pod"
    pod.metadata.labels = {"a": "b"}
    pod.spec.containers[0].liveness_probe._exec.command = ["x"]
    pod.spec = pod.spec
    assert wire(pod)["newTop"] == {"a": None}
    assert wire(pod)["metadata"] == {"labels": {"a": "b"}, **DOCUMENT["metadata"]}
    probe = wire(pod)["spec"]["containers"][0]["livenessProbe"]
    assert probe == {"exec": {"command": ["x"], "newExec": {}}}
    assert wire(models.V1PodList(items=[pod]))["items"] == [wire(pod)]
    assert wire(models.V1WatchEvent(type="A", object=pod))["object"] == wire(pod)


def test_hidden_name_is_an_unknown_key(models: Any) -> None:
    """Q6: from_dict treats `var_exec` as any key it does not know."""
    given = {"var_exec": 1}
    assert wire(models.V1Probe.from_dict(given)) == {}
    assert wire(models.V1Probe.from_dict(given, unknown="keep")) == given
    found = complaint(lambda: models.V1Probe.from_dict(given, unknown="error"))[1]
    assert found == [(("var_exec",), "extra_forbidden")]


def test_second_spelling_is_not_kept(models: Any) -> None:
    """The wire name wins, and the public one is no unknown key to carry along."""
    given = {"generateName": "w", "generate_name": "p"}
    assert wire(models.V1ObjectMeta.from_dict(given, unknown="keep")) == {
        "generateName": "w"
    }
    given = {"continue": "w", "_continue": "p", "new": 1}
    assert wire(models.V1ListMeta.from_dict(given, unknown="keep")) == {
        "continue": "w",
        "new": 1,
    }


def test_error_names_every_path(models: Any) -> None:
    """`error` refuses the document with the path of every unknown key."""
    for read in (
        lambda: models.V1Pod.from_dict(DOCUMENT, unknown="error"),
        lambda: models.V1Pod.from_json(json.dumps(DOCUMENT), unknown="error"),
    ):
        title, found = complaint(read)
        assert title == "V1Pod"
        assert sorted(map(str, found)) == sorted(
            str((p, "extra_forbidden")) for p in PATHS
        )
    known = wire(models.V1Pod.from_dict(DOCUMENT))
    assert wire(models.V1Pod.from_dict(known, unknown="error")) == known


def test_object_without_unknown_keys_is_as_any_other(models: Any) -> None:
    """`keep` leaves no trace where nothing was unknown."""
    given = wire(models.V1Pod.from_dict(DOCUMENT))
    kept = models.V1Pod.from_dict(given, unknown="keep")
    assert pickle.dumps(kept) == pickle.dumps(models.V1Pod.from_dict(given))


def test_context_sets_the_mode(models: Any) -> None:
    """`unknown_keys` holds inside its block, nested; an argument wins over it."""
    read = models.V1Pod.from_dict
    with models.unknown_keys("keep"):
        assert wire(read({"a": 1})) == {"a": 1}
        assert wire(read({"a": 1}, unknown="drop")) == {}
        assert wire(models.V1Pod.from_json('{"a":1}')) == {"a": 1}
        with (
            models.unknown_keys("error"),
            pytest.raises(ValueError, match="extra_forbidden"),
        ):
            read({"a": 1})
        assert wire(read({"a": 1})) == {"a": 1}
    assert wire(read({"a": 1})) == {}


def test_context_ends_with_an_exception(models: Any) -> None:
    """The mode is restored whatever happens in the block."""
    with pytest.raises(KeyError), models.unknown_keys("keep"):
        raise KeyError
    assert wire(models.V1Pod.from_dict({"a": 1})) == {}


def test_context_is_of_its_thread(models: Any) -> None:
    """Another thread keeps its own mode."""
    seen: list[Any] = []
    with models.unknown_keys("keep"):
        thread = threading.Thread(
            target=lambda: seen.append(wire(models.V1Pod.from_dict({"a": 1})))
        )
        thread.start()
        thread.join()
    assert seen == [{}]


@pytest.mark.parametrize("mode", ["bogus", "Keep", "", 1, ["keep"]])
def test_unknown_mode(models: Any, mode: Any) -> None:
    """A ValueError that says what modes there are."""
    with pytest.raises(ValueError, match="'drop', 'keep' or 'error'"):
        models.V1Pod.from_dict({}, unknown=mode)
    with (
        pytest.raises(ValueError, match="'drop', 'keep' or 'error'"),
        models.unknown_keys(mode),
    ):
        pass


def test_old_claim_read_as_v1(models: Any) -> None:
    """A v1beta1-shaped request read as v1: loses its class, keeps it, or is refused."""
    cls = models.ResourceV1ResourceClaim
    assert wire(cls.from_dict(OLD_CLAIM))["spec"]["devices"]["requests"] == [
        {"name": "gpu"}
    ]
    assert wire(cls.from_dict(OLD_CLAIM, unknown="keep")) == OLD_CLAIM
    place = ("spec", "devices", "requests", 0)
    found = complaint(lambda: cls.from_dict(OLD_CLAIM, unknown="error"))[1]
    assert found == [
        ((*place, "deviceClassName"), "extra_forbidden"),
        ((*place, "selectors"), "extra_forbidden"),
    ]


def test_mode_reaches_reads_through_api_client(models: Any) -> None:
    """ApiClient calls `from_dict(data)` with no more: the context decides there."""

    def answer() -> Any:
        return models.ResourceV1ResourceClaim.from_dict(OLD_CLAIM)

    with models.unknown_keys("keep"):
        claim = answer()
    claim.metadata.labels = {"a": "b"}
    body = request_body(claim)
    assert body["spec"] == OLD_CLAIM["spec"]
    with models.unknown_keys("error"):
        assert len(complaint(answer)[1]) == 2
    assert "deviceClassName" not in json.dumps(request_body(answer()))


def test_free_form_data_is_not_searched(models: Any) -> None:
    """`keep` walks models only: free-form data may be deep, or hold itself."""
    deep: dict[str, Any] = {}
    for _ in range(50_000):
        deep = {"a": deep}
    endless: dict[str, Any] = {}
    endless["self"] = endless
    for data in (deep, endless):
        made = models.V1JSONSchemaProps.from_dict({"default": data}, unknown="keep")
        assert made.default is data
