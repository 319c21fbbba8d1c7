"""The engine reads what a direct reader reads, and fails closed where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.direct_reader import read as read_directly
from kubewright.codegen import engine
from kubewright.codegen.parsed import Primitive
from kubewright.codegen.structure import structures
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


def test_each_schema_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine sees a schema once, however many fields have it, and no name of ours."""
    seen = []
    document = engine._document
    monkeypatch.setattr(
        engine, "_document", lambda *given: seen.append(document(*given)) or seen[-1]
    )
    body = {"type": "object", "properties": {"mine": {"type": "string"}}}
    definitions = {f"a.{name}": body for name in "BCD"} | {"a.E": {"type": "string"}}
    assert engine.read(definitions) == read_directly(definitions)
    (text,) = seen
    assert text.count('"string"') == 1
    assert "mine" not in text


def test_more_schemas_than_an_object_holds() -> None:
    """Fields are told apart over all objects of the engine's document."""
    properties = {
        f"f{number}": {"$ref": f"#/definitions/a.R{number}"} for number in range(250)
    }
    definitions = {f"a.R{number}": {"type": "string"} for number in range(250)}
    definitions |= {"a.B": {"type": "object", "properties": properties}}
    assert engine.read(definitions) == read_directly(definitions)


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
    assert "SECRET" not in str(structures({"a.B": body}))


def test_unknown_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A type that the adapter does not know ends the run and names definition and field."""
    monkeypatch.delitem(engine.PRIMITIVES, "int")
    body = {"type": "object", "properties": {"n": {"type": "integer"}}}
    with pytest.raises(
        KubewrightError, match=r"definition a\.B, field n: found the engine's type"
    ):
        engine.read({"a.B": body})
