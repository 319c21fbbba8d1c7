"""What the bundle and OpenAPI 3 change can be turned back, whatever the definitions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kubewright.spec import bundle, document, openapi3
from kubewright.spec.schemas import rewrite, walk

Schema = dict[str, Any]

# A busy machine is no fault of the code.

REF = "#/definitions/"
KINDS = ("string", "integer", "number", "boolean", "object")
# Names of keywords, which a schema may use for its properties.
NAMES = (
    "$ref",
    "type",
    "items",
    "enum",
    "default",
    "allOf",
    "properties",
    "additionalProperties",
    "required",
    "not",
    "apiVersion",
    "kind",
    "plain",
)
KEYS = ("io.k8s.api.core.v1.Pod", "com.example.v1.Foo", "a.b")
GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"

texts = st.sampled_from(("", "text", f"{REF}a.b", "#/$defs/a.b", "null"))
references = st.sampled_from([{"$ref": f"{REF}{key}"} for key in KEYS])
scalars = st.builds(lambda kind: {"type": kind}, st.sampled_from(KINDS))


def described(schemas: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """Those schemas, some with a description and an extension of any form."""
    extras = st.fixed_dictionaries(
        {},
        optional={
            "description": texts,
            "x-kubernetes-list-map-keys": st.lists(texts, max_size=2),
            "x-other": st.sampled_from(
                ({"$ref": f"{REF}a.b"}, {"type": ["string", "null"]})
            ),
        },
    )
    return st.builds(lambda schema, extra: {**schema, **extra}, schemas, extras)


def holders(inner: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    """Schemas that hold `inner` ones: arrays, maps and objects."""
    arrays = st.builds(lambda items: {"type": "array", "items": items}, inner)
    maps = st.builds(
        lambda values: {"type": "object", "additionalProperties": values}, inner
    )
    properties = st.dictionaries(st.sampled_from(NAMES), inner, max_size=5)
    objects = st.builds(
        lambda found: {"type": "object", "properties": found}, properties
    )
    return described(arrays | maps | objects)


schemas = st.recursive(described(references | scalars), holders, max_leaves=12)
documents = st.dictionaries(st.sampled_from(KEYS), schemas, min_size=1)


def bundled(schema: Schema, draw: Iterator[bool]) -> Schema:
    """`schema` as the bundle has it: null allowed in places, `$defs` as the root."""

    def change(inner: Schema) -> Schema:
        if "type" in inner and next(draw):
            inner["type"] = [inner["type"], "null"]
        if "$ref" in inner:
            inner["$ref"] = inner["$ref"].replace(REF, "#/$defs/")
        return inner

    return rewrite(schema, change)


def narrowed(body: Schema) -> Schema:
    """`body` as an object of one kind, with the values of its type told."""
    body[GROUP_VERSION_KIND] = [{"group": "", "version": "v1", "kind": "Pod"}]
    for name in ("apiVersion", "kind"):
        if name in body.get("properties", {}):
            body["properties"][name]["enum"] = ["v1"]
    return body


def opened(schema: Schema, draw: Iterator[bool]) -> Schema:
    """`schema` as OpenAPI 3 has it: defaults, and references in `allOf` beside others."""

    def change(inner: Schema) -> Schema:
        if next(draw):
            inner["default"] = {} if next(draw) else "TCP"
        target = inner.pop("$ref", None)
        if target is not None:
            reference = {"$ref": target.replace(REF, "#/components/schemas/")}
            inner |= {"allOf": [reference]} if inner or next(draw) else reference
        return inner

    return rewrite(schema, change)


def flips(data: st.DataObject) -> Iterator[bool]:
    while True:
        yield data.draw(st.booleans())


@given(documents, st.data())
def test_the_bundles_form_is_turned_back(
    definitions: Schema, data: st.DataObject
) -> None:
    """Nulls, `$defs` and narrowed kinds leave no trace, in properties of any name."""
    draw = flips(data)
    changed = {key: bundled(body, draw) for key, body in definitions.items()}
    of_kind = {key for key in definitions if data.draw(st.booleans())}
    for key in of_kind:
        narrowed(changed[key])
    expected = deepcopy(definitions)
    for key in of_kind:
        expected[key][GROUP_VERSION_KIND] = changed[key][GROUP_VERSION_KIND]
    assert bundle.restore(changed) == expected


@given(documents, st.data())
def test_openapi_3_is_turned_back(definitions: Schema, data: st.DataObject) -> None:
    """References come out of `allOf`, and all defaults go."""
    draw = flips(data)
    changed = {key: opened(body, draw) for key, body in definitions.items()}
    assert openapi3.restore(changed) == definitions


@pytest.mark.parametrize("form", ["definitions", "components", "$defs"])
def test_a_reference_in_all_of_is_one_in_every_form(form: str) -> None:
    """What wraps a lone reference goes, wherever the definitions come from."""
    prefix = {"components": "#/components/schemas/", "$defs": "#/$defs/"}.get(form, REF)
    field = {"allOf": [{"$ref": f"{prefix}a.b"}], "description": "text"}
    bodies = {"a.b": {"type": "object", "properties": {"c": field}}}
    root = {form: {"schemas": bodies} if form == "components" else bodies}
    found = document.parse(json.dumps(root).encode(), form).definitions
    expected = {"$ref": f"{REF}a.b", "description": "text"}
    assert found["a.b"]["properties"]["c"] == expected


@given(documents)
def test_what_is_read_is_not_changed(definitions: Schema) -> None:
    """To turn a form back leaves the document that was read as it was."""
    before = deepcopy(definitions)
    bundle.restore(definitions)
    openapi3.restore(definitions)
    assert definitions == before


@given(schemas)
def test_the_walk_and_the_rewrite_see_the_same(schema: Schema) -> None:
    """Each schema that `walk` finds is given to the change, once."""
    seen: list[Schema] = []

    def change(inner: Schema) -> Schema:
        seen.append(inner)
        return inner

    rewrite(schema, change)
    assert len(seen) == sum(1 for _ in walk(schema))


def test_an_all_of_with_more_than_a_reference_stays() -> None:
    """Only a lone, plain reference was a wrap."""
    for parts in ([], [{"$ref": "x"}, {}], [{"$ref": "x", "type": "object"}], "x"):
        body = {"allOf": parts}
        assert openapi3.restore({"a.b": body}) == {"a.b": body}


def test_odd_forms_pass_unchanged() -> None:
    """What is no schema is left for the checks to tell."""
    odd = {
        GROUP_VERSION_KIND: 1,
        "properties": {"kind": [], "apiVersion": {"enum": 1}, "type": 3},
        "items": [],
        "type": ["a", "b", "null"],
        "$ref": {},
    }
    expected = {**odd, "properties": {**odd["properties"], "apiVersion": {}}}
    assert bundle.restore({"a": odd, "b": {"properties": []}}) == {
        "a": expected,
        "b": {"properties": []},
    }
