"""Histories over the pinned releases."""

from __future__ import annotations

import pytest

from kubewright.refdocs import history
from kubewright.refdocs.history import Event, ModelHistory, Shape, What
from kubewright.refdocs.site import words
from kubewright.spec import sources
from kubewright.spec.document import parse


@pytest.fixture(scope="module")
def found() -> dict[str, history.Shapes]:
    """The shapes of all releases up to 1.37."""
    return history.load(sources.load("1.37"), "1.37")


@pytest.fixture(scope="module")
def histories(found: dict[str, history.Shapes]) -> dict[str, ModelHistory]:
    """The history of each model of 1.37."""
    return history.histories(found)


def shape(name: str, required: str = "", **properties: dict[str, object]) -> Shape:
    """A shape with those properties."""
    return Shape(name, properties, frozenset(required.split()))


TEXT: dict[str, object] = {"type": "string"}
MANY: dict[str, object] = {"type": "array", "items": TEXT}


def test_all_releases_are_read(found: dict[str, history.Shapes]) -> None:
    """Thirteen releases, oldest first."""
    assert list(found) == [f"1.{minor}" for minor in range(25, 38)]
    assert len(found["1.37"]) == 845


def test_a_model_of_the_oldest_release_has_no_beginning(
    histories: dict[str, ModelHistory],
) -> None:
    """What 1.25 has may be older."""
    pod = histories["io.k8s.api.core.v1.Pod"]
    assert (pod.since, pod.events) == (None, ())


def test_renamed_class(histories: dict[str, ModelHistory]) -> None:
    """A class that lost its short name to another API says what it was called."""
    assert histories["io.k8s.api.rbac.v1.Subject"].events == (
        Event("1.29", What.RENAMED, old="V1Subject"),
    )
    claim = histories["io.k8s.api.core.v1.ResourceClaim"]
    assert Event("1.34", What.RENAMED, old="V1ResourceClaim") in claim.events


def test_renamed_field_keeps_its_age(histories: dict[str, ModelHistory]) -> None:
    """The node-allocatable map of a device came in 1.36 under another name."""
    device = histories["io.k8s.api.resource.v1.Device"]
    name = "nodeAllocatableResources"
    assert device.in_release("1.37") == [
        Event("1.37", What.RENAMED, name, "nodeAllocatableResourceMappings")
    ]
    assert (device.since, device.fields[name]) == ("1.34", "1.36")


def test_every_field_has_an_age(
    found: dict[str, history.Shapes], histories: dict[str, ModelHistory]
) -> None:
    """The history of a model knows its fields of now and no others; checked release by release."""
    releases = list(found)
    for key, one in histories.items():
        now = found["1.37"][key].properties
        assert one.fields.keys() == now.keys()
        for name, since in one.fields.items():
            old = {e.old for e in one.events if e.field == name and e.old}
            first = next(
                release
                for release in releases
                if key in found[release]
                and {name, *old} & found[release][key].properties.keys()
            )
            assert since == (None if first == releases[0] else first), (key, name)


def test_required_and_optional() -> None:
    """Becoming required, optional, new and gone are told apart."""
    before = {
        "k": shape("A", "kept now_optional", kept=TEXT, now_optional=TEXT, gone=TEXT)
    }
    now = {"k": shape("A", "kept fresh", kept=TEXT, now_optional=TEXT, fresh=MANY)}
    found = history.histories({"1.1": before, "1.2": now})["k"]
    assert set(found.events) == {
        Event("1.2", What.OPTIONAL, "now_optional"),
        Event("1.2", What.ADDED, "fresh"),
        Event("1.2", What.REMOVED, "gone"),
    }
    assert found.fields == {"kept": None, "now_optional": None, "fresh": "1.2"}


def test_a_rename_keeps_its_form() -> None:
    """Names alone make no rename: a list that follows a text is another field."""
    before = {"k": shape("A", resourceName=TEXT)}
    for kind, what in ((TEXT, What.RENAMED), (MANY, What.ADDED)):
        now = {"k": shape("A", resourceNames=kind)}
        events = history.histories({"1.1": before, "1.2": now})["k"].events
        assert what in {event.what for event in events}


def test_badges() -> None:
    """A model is new or changed in its release; a field of a new model has no badge."""
    fresh = ModelHistory("1.1", "1.2", (Event("1.2", What.ADDED),), {"a": "1.2"})
    changed = ModelHistory(
        "1.1", None, (Event("1.2", What.REQUIRED, "a"),), {"a": None}
    )
    assert words.badge(fresh, "1.2") == "new in 1.2"
    assert words.badge(changed, "1.2") == "changed in 1.2"
    assert words.badge(changed, "1.3") == ""
    assert words.field_badge(fresh, "a", "1.2") == ""
    assert words.field_badge(changed, "a", "1.2") == "changed in 1.2"


def test_another_api_has_no_history() -> None:
    """Definitions that no release has are not compared with Kubernetes."""
    body = b'{"definitions": {"com.example.v1.A": {"properties": {"a": {"type": "string"}}}}}'
    assert list(history.load(parse(body, "inline"), "1.37")) == ["1.37"]
