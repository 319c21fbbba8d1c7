"""Documents: three forms of one release, and files that are none."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from kubewright.errors import KubewrightError
from kubewright.spec import document, fixups, releases, sources
from kubewright.spec.document import INT_OR_STRING, QUANTITY
from kubewright.spec.schemas import rewrite

ONE_OF = [{"type": "string"}, {"type": "number"}]


def swagger(definitions: dict[str, Any]) -> bytes:
    """An upstream file: paths, and the two known types with their descriptions."""
    told = {
        key: {"description": "known", "type": "string"}
        for key in (QUANTITY, INT_OR_STRING)
    }
    whole = {"swagger": "2.0", "info": {"title": "x"}, "paths": {"/api": {"get": {}}}}
    return json.dumps({**whole, "definitions": {**definitions, **told}}).encode()


def openapi3(definitions: dict[str, Any]) -> bytes:
    """The same definitions as the API server gives them in OpenAPI 3."""
    schemas = {key: rewrite(body, _opened) for key, body in definitions.items()}
    schemas |= {key: {"oneOf": ONE_OF} for key in (QUANTITY, INT_OR_STRING)}
    whole = {"openapi": "3.0.0", "paths": {"/api": {}}}
    return json.dumps({**whole, "components": {"schemas": schemas}}).encode()


def _opened(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type")
    zeros = {"string": "", "integer": 0, "boolean": False, "number": 80.5}
    if kind in zeros and "description" in schema:
        schema["default"] = zeros[kind]
    target = schema.get("$ref")
    if isinstance(target, str):
        reference = {"$ref": target.replace("#/definitions/", "#/components/schemas/")}
        del schema["$ref"]
        schema |= {"allOf": [reference], "default": {}} if schema else reference
    return schema


@pytest.mark.parametrize("release", ["1.25", "1.36", "1.37"])
def test_three_forms_give_equal_definitions(release: str) -> None:
    """Swagger with paths, OpenAPI 3 and the bundle's form end as the same definitions."""
    pin = releases.find(release)
    found = dict(sources.load(release).definitions)
    for form in (swagger, openapi3):
        same = document.parse(form(found), "here")
        assert same.definitions == found
        assert list(same.definitions) == list(found)
        assert document.digest(same.definitions) == pin.digest


@pytest.mark.parametrize("release", ["1.25", "1.36", "1.37"])
def test_a_pinned_document_knows_its_digests(release: str) -> None:
    """The pinned digest is that with and without the order; corrected definitions have none."""
    found = sources.load(release)
    assert found.pinned == releases.find(release).digest
    for ordered in (False, True):
        assert document.digest(found.definitions, ordered=ordered) == found.pinned
    assert fixups.apply(found).pinned is None
    assert document.parse(swagger(dict(found.definitions)), "here").pinned is None


def test_the_digest_is_that_of_canonical_json() -> None:
    """Sorted keys, no blanks, UTF-8: neither order nor source of a document matters."""
    one = {"b": {"x": 1, "ä": [1, 2]}, "a": {}}
    other = {"a": {}, "b": {"ä": [1, 2], "x": 1}}
    assert document.digest(one) == document.digest(other)
    text = '{"a":{},"b":{"x":1,"ä":[1,2]}}'
    assert document.digest(one) == hashlib.sha256(text.encode()).hexdigest()


def deep(levels: int) -> str:
    return (
        '{"definitions": {"a.b": ' + '{"items": ' * levels + "1" + "}" * levels + "}}"
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "",
            "here: found no JSON (Expecting value: line 1 column 1 (char 0)), expected",
        ),
        ("{", "here: found no JSON (Expecting property name"),
        ("\xff\xfe\xff", "here: found no UTF-8 at byte 2, expected JSON in UTF-8"),
        (
            "<!doctype html>",
            "here: found an HTML or XML page, expected an OpenAPI document",
        ),
        ("[1]", "here: found a JSON array, expected a JSON object"),
        ('"x"', "here: found a JSON string, expected a JSON object"),
        ("null", "here: found a JSON null, expected a JSON object"),
        ("1", "here: found a JSON number, expected a JSON object"),
        ('{"a": NaN}', "here: found no JSON (the constant NaN is not JSON), expected"),
        ('{"a": 1, "a": 2}', "here: found no JSON (the name 'a' twice in one object)"),
        ("{}", "here: found no definitions, expected `definitions` (Swagger 2)"),
        ('{"components": {}}', "here: found no definitions, expected `definitions`"),
        (
            '{"definitions": []}',
            "here: definitions: found a JSON array, expected an object",
        ),
        (
            '{"definitions": {}}',
            "here: definitions: found no definition, expected at least one",
        ),
        (
            '{"components": {"schemas": {}}}',
            "here: schemas: found no definition, expected",
        ),
        ('{"$defs": 1}', "here: $defs: found a JSON number, expected an object"),
        (
            '{"definitions": {"a": 1}}',
            "definition 'a': found a JSON number, expected a schema",
        ),
        (
            deep(151),
            "definition 'a.b': found JSON nested too deeply, expected at most 150",
        ),
        (
            deep(100_000),
            "here: found JSON nested too deeply to read, expected at most 150",
        ),
        ("1" * 5000, "here: found no JSON (Exceeds the limit"),
    ],
)
def test_what_is_no_document(text: str, line: str) -> None:
    """A file that is no document is one line: where, what was found, what was expected."""
    with pytest.raises(KubewrightError) as caught:
        document.parse(text.encode("latin-1"), "here")
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("form", ["definitions", "$defs", "components"])
def test_depth_is_refused_before_it_is_recursed_into(form: str) -> None:
    """All forms are measured before anything walks through them recursively."""
    nested: Any = {}
    for _ in range(300):
        nested = {"properties": {"a": nested}}
    root = {
        form: {"schemas": {"a.b": nested}} if form == "components" else {"a.b": nested}
    }
    with pytest.raises(KubewrightError, match="found JSON nested too deeply"):
        document.parse(json.dumps(root).encode(), "here")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_that_json_allows(encoding: str) -> None:
    """A byte order mark or UTF-16 does not matter."""
    data = '{"definitions": {"a.b": {"description": "ä"}}}'.encode(encoding)
    assert document.parse(data, "here").definitions == {"a.b": {"description": "ä"}}


def test_control_characters_do_not_reach_the_terminal() -> None:
    """An escape sequence in a key comes up as text."""
    data = json.dumps({"definitions": {"a\x1b[31m\n": 1}}).encode()
    with pytest.raises(KubewrightError) as caught:
        document.parse(data, "here")
    assert str(caught.value).isprintable()
