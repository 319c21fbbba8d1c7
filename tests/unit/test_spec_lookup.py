"""One definition found by the names that people use for it."""

from __future__ import annotations

from typing import Any

import pytest

from kubewright.errors import KubewrightError
from kubewright.spec import lookup

CORE_EVENT = "io.k8s.api.core.v1.Event"
OTHER_EVENT = "io.k8s.api.events.v1.Event"
POD = "io.k8s.api.core.v1.Pod"
CLASSES = {CORE_EVENT: "CoreV1Event", OTHER_EVENT: "EventsV1Event", POD: "V1Pod"}
LOST = {"V1Event": "CoreV1Event"}


@pytest.mark.parametrize(
    ("name", "key"),
    [
        (POD, POD),
        ("Pod", POD),
        ("v1.Pod", POD),
        ("core.v1.Pod", POD),
        ("V1Pod", POD),
        ("CoreV1Event", CORE_EVENT),
        ("events.v1.Event", OTHER_EVENT),
        ("V1Event", CORE_EVENT),
    ],
)
def test_names_of_a_definition(name: str, key: str) -> None:
    """Key, its endings, the class name and a lost class name mean the definition."""
    assert lookup.find(name, CLASSES, LOST) == key


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "Event",
            "definition 'Event': found 2 definitions, expected one; "
            f"name one of {CORE_EVENT}, {OTHER_EVENT}",
        ),
        (
            "v1pod",
            "definition 'v1pod': found no such definition, expected a key, a short name "
            "or a class name; did you mean V1Pod or v1.Pod or Pod?",
        ),
        (
            "",
            "definition '': found no such definition, expected a key, a short name "
            "or a class name",
        ),
    ],
)
def test_names_of_no_or_many_definitions(name: str, line: str) -> None:
    """Several are listed, for none the names are offered that look alike."""
    with pytest.raises(KubewrightError) as caught:
        lookup.find(name, CLASSES, LOST)
    assert str(caught.value) == line


def test_a_long_list_is_cut() -> None:
    """Many matches stay one bearable line."""
    many = {f"group{index}.v1.Foo": f"Group{index}V1Foo" for index in range(100)}
    with pytest.raises(KubewrightError) as caught:
        lookup.find("Foo", many, {})
    assert str(caught.value).endswith("group19.v1.Foo, ...")


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date-time"}, "string (date-time)"),
        ({"$ref": f"#/definitions/{POD}"}, "v1.Pod"),
        (
            {"type": "array", "items": {"$ref": f"#/definitions/{POD}"}},
            "array of v1.Pod",
        ),
        (
            {"type": "object", "additionalProperties": {"type": "array", "items": {}}},
            "map of array of any",
        ),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({"type": "object"}, "object"),
        ({}, "any"),
    ],
)
def test_types_in_words(schema: dict[str, Any], text: str) -> None:
    """A type is told in a few words."""
    assert lookup.type_text(schema) == text


def test_fields() -> None:
    """Properties come in their order, with what is required of them."""
    body = {
        "properties": {"b": {"type": "string", "description": "B"}, "a": {}},
        "required": ["b"],
    }
    assert lookup.fields(body) == [
        lookup.FieldLine("b", "string", True, "B"),
        lookup.FieldLine("a", "any", False, ""),
    ]


def test_completions() -> None:
    """What a shell offers for the start of a name."""
    assert lookup.starting("V1", lookup.names(CLASSES)) == ["V1Pod"]
    assert lookup.starting("core", lookup.names(CLASSES)) == [
        "core.v1.Event",
        "core.v1.Pod",
    ]
