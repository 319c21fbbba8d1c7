"""The engine reads what a direct reader reads, and fails closed where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.direct_reader import read as read_directly
from kubewright.codegen import engine
from kubewright.codegen.parsed import (
    OBJECT,
    Items,
    ParsedType,
    Primitive,
    Reference,
    Values,
)
from kubewright.codegen.structure import schemas
from kubewright.errors import KubewrightError
from kubewright.spec import fixups, sources


@pytest.mark.parametrize("release", ["1.25", "1.36", "1.37"])
def test_engine_agrees_with_the_direct_reader(release: str) -> None:
    """All definitions of a release have the same fields, order, types and required ones."""
    definitions = fixups.apply(sources.load(release)).definitions
    expected = read_directly(definitions)
    found = engine.read(definitions)
    assert found == expected
    assert list(found) == list(expected)


def test_each_shape_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine sees a shape once, however many fields have it, and no name or key of ours."""
    seen = []
    document = engine._document
    monkeypatch.setattr(
        engine, "_document", lambda *given: seen.append(document(*given)) or seen[-1]
    )
    properties = {
        "mine": {"type": "string"},
        "theirs": {"$ref": "#/definitions/a.B"},
        "ours": {"$ref": "#/definitions/a.E"},
    }
    body = {"type": "object", "properties": properties}
    definitions = {f"a.{name}": body for name in "BCD"} | {"a.E": {"type": "string"}}
    assert engine.read(definitions) == read_directly(definitions)
    (text,) = seen
    assert text.count('"string"') == text.count("$ref") == 1
    assert not any(name in text for name in ("mine", "theirs", "ours", "a.B", "a.E"))


def _nested(depth: int, inmost: dict[str, Any]) -> dict[str, Any]:
    """Lists of maps of lists around `inmost`, of that depth."""
    if not depth:
        return inmost
    inner = _nested(depth - 1, inmost)
    if depth % 2:
        return {"type": "array", "items": inner}
    return {"type": "object", "additionalProperties": inner}


def test_more_shapes_than_an_object_holds() -> None:
    """Shapes are told apart over all objects of the engine's document, references in place."""
    inmost = [{"type": "integer"}, {"type": "boolean"}]
    inmost += [{"$ref": f"#/definitions/a.R{number}"} for number in range(3)]
    schemas = [_nested(depth, schema) for depth in range(50) for schema in inmost]
    properties = {f"f{number}": schema for number, schema in enumerate(schemas)}
    assert len(properties) > engine.GROUP
    definitions = {f"a.R{number}": {"type": "string"} for number in range(3)}
    definitions |= {"a.B": {"type": "object", "properties": properties}}
    assert engine.read(definitions) == read_directly(definitions)


IN_PLACE = {"properties": {"f": {"$ref": "#/definitions/a.B"}}, "required": ["f"]}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (IN_PLACE, OBJECT),
        ({"type": "object", **IN_PLACE}, OBJECT),
        (
            {"type": "object", **IN_PLACE, "additionalProperties": {"type": "string"}},
            OBJECT,
        ),
        ({"type": "array", "items": IN_PLACE}, Items(OBJECT)),
        ({"type": "object", "additionalProperties": IN_PLACE}, Values(OBJECT)),
        ({"type": "string", **IN_PLACE}, Primitive("string")),
        ({"$ref": "#/definitions/a.B", **IN_PLACE}, Reference("a.B")),
    ],
    ids=str,
)
def test_an_object_in_place_is_free_form(
    schema: dict[str, Any], expected: ParsedType
) -> None:
    """Properties of a schema that is no definition have no class, and no data is lost."""
    body = {"type": "object", "properties": {"f": schema}}
    (field,) = engine.read({"a.B": body})["a.B"].fields
    assert field.type == expected


def test_formats_that_make_no_type_are_plain_strings() -> None:
    """A date, a uuid, an e-mail address stay text, as in the official client."""
    formats = [
        "date",
        "uuid",
        "email",
        "uri",
        "ipv4",
        "password",
        "int-or-string",
        "binary",
    ]
    properties = {
        f"f{i}": {"type": "string", "format": name} for i, name in enumerate(formats)
    }
    parsed = engine.read({"a.B": {"type": "object", "properties": properties}})
    assert {field.type for field in parsed["a.B"].fields} == {Primitive("string")}


STRAY: list[dict[str, Any]] = [
    {"items": {"type": "integer"}},
    {"additionalProperties": {"type": "integer"}},
    {"additionalProperties": True},
    {"format": "byte"},
    {"required": ["x"]},
]


@pytest.mark.parametrize("stray", STRAY, ids=str)
@pytest.mark.parametrize(
    "kind", ["string", "integer", "number", "boolean", "array", "object", None]
)
def test_keywords_of_other_types_say_nothing(
    kind: str | None, stray: dict[str, Any]
) -> None:
    """The type decides: `items` of a string, or values of a list, make no type."""
    plain = {} if kind is None else {"type": kind}
    plain |= {"items": {"type": "boolean"}} if kind == "array" else {}
    own = {"array": "items", "object": "additionalProperties", "string": "format"}
    schema = {**stray, **plain} if own.get(str(kind)) in stray else {**plain, **stray}
    definitions = {
        "a.B": {"type": "object", "properties": {"f": schema}},
        "a.C": schema,
    }
    assert engine.read(definitions) == read_directly(definitions)


def test_descriptions_and_extensions_do_not_reach_the_engine() -> None:
    """Only keywords that make types are passed on."""
    body = {
        "type": "object",
        "description": "SECRET",
        "x-python-import": "SECRET",
        "properties": {
            "a": {"type": "string", "default": "SECRET", "description": "SECRET"}
        },
    }
    assert "SECRET" not in str(schemas(body))


def test_unknown_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A type that the adapter does not know ends the run and names definition and field."""
    monkeypatch.delitem(engine.PRIMITIVES, "int")
    body = {"type": "object", "properties": {"n": {"type": "integer"}}}
    with pytest.raises(
        KubewrightError, match=r"definition a\.B, field n: found the engine's type"
    ):
        engine.read({"a.B": body})
