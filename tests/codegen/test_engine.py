"""The engine reads what a direct reader reads, and fails closed where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from codegen.direct_reader import read as read_directly
from kubewright.codegen import engine
from kubewright.codegen.parsed import ParsedModel, Primitive
from kubewright.codegen.structure import slices
from kubewright.errors import KubewrightError
from kubewright.spec import fixups, sources
from kubewright.spec.document import Definitions


def read(definitions: Definitions, count: int = 1) -> dict[str, ParsedModel]:
    """All definitions as the engine reads them in `count` slices."""
    parts = [engine.read(part) for part in slices(definitions, count)]
    return {key: model for part in parts for key, model in part.items()}


@pytest.mark.parametrize("count", [1, 2, 7])
@pytest.mark.parametrize("release", ["1.25", "1.36", "1.37"])
def test_engine_agrees_with_the_direct_reader(release: str, count: int) -> None:
    """All definitions of a release have the same fields, order, types and required ones.

    However many slices they are read in.
    """
    definitions = fixups.apply(sources.load(release)).definitions
    expected = read_directly(definitions)
    found = read(definitions, count)
    assert found == expected
    assert list(found) == list(expected)


@pytest.mark.parametrize("count", [1, 2, 3, 50])
def test_slices_hold_each_definition_once(count: int) -> None:
    """Slices are about as large as one another, none is empty, and each stands alone."""
    definitions = fixups.apply(sources.load("1.37")).definitions
    parts = slices(definitions, count)
    assert len(parts) == count
    assert [key for part in parts for key in part.schemas] == list(definitions)
    assert all(part.others.isdisjoint(part.schemas) for part in parts)
    assert all(part.others <= definitions.keys() for part in parts)


def test_fewer_definitions_than_processes() -> None:
    """There are never more slices than definitions."""
    assert len(slices({"a.B": {"type": "string"}}, 8)) == 1


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
    parsed = read({"a.B": {"type": "object", "properties": properties}})
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
    assert read(definitions, 1) == read_directly(definitions)


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
    assert "SECRET" not in str(slices({"a.B": body}, 1))


def test_unknown_result_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A type that the adapter does not know ends the run and names definition and field."""
    monkeypatch.delitem(engine.PRIMITIVES, "int")
    body = {"type": "object", "properties": {"n": {"type": "integer"}}}
    with pytest.raises(
        KubewrightError, match=r"definition a\.B, field n: found the engine's type"
    ):
        read({"a.B": body})
