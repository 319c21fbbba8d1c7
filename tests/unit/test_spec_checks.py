"""The faults of definitions, each as one line that names definition and field."""

from __future__ import annotations

from typing import Any

import pytest

from kubewright.spec import checks, releases, sources

REF = "#/definitions/"


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "array", "items": schema}
    return schema


def of_field(schema: Any) -> dict[str, Any]:
    """Definitions whose field `f` has that schema."""
    return {"a.b": {"properties": {"f": schema}}}


AT_FIELD = "definition 'a.b', field 'f'"
FAULTS: list[tuple[dict[str, Any], str]] = [
    (
        {"a/b": {}},
        "definition 'a/b': found a key that is no dotted name, expected letters",
    ),
    ({"": {}}, "definition '': found a key that is no dotted name"),
    ({"1a.b": {}}, "definition '1a.b': found a key that is no dotted name"),
    ({"a.b\n": {}}, r"definition 'a.b\n': found a key that is no dotted name"),
    ({"a..b": {}}, "definition 'a..b': found a key that is no dotted name"),
    ({"ä.b": {}}, "definition 'ä.b': found a key that is no dotted name"),
    ({"a" * 201: {}}, f"definition '{'a' * 77}...': found a key"),
    (
        {"a.b": {"properties": {"x y": {}}}},
        "definition 'a.b', property 'x y': found a name outside the allowed characters",
    ),
    (
        of_field({"properties": {'"""': {}}}),
        f'{AT_FIELD}, property \'"""\': found a name outside the allowed characters',
    ),
    (
        {"a.b": {"$ref": f"{REF}c.d"}},
        f"definition 'a.b': found $ref to '{REF}c.d', expected a definition of that key",
    ),
    (
        of_field({"items": {"$ref": f"{REF}c"}, "type": "array"}),
        f"definition 'a.b', field 'f[]': found $ref to '{REF}c', expected",
    ),
    (
        {"a.b": {"additionalProperties": {"$ref": f"{REF}c"}}},
        f"definition 'a.b', field '{{}}': found $ref to '{REF}c', expected",
    ),
    (
        of_field({"not": {"$ref": f"{REF}c"}}),
        f"definition 'a.b', field 'f.not': found $ref to '{REF}c', expected",
    ),
    (
        of_field({"allOf": [{}, {"$ref": f"{REF}c"}]}),
        f"definition 'a.b', field 'f.allOf[1]': found $ref to '{REF}c', expected",
    ),
    (
        of_field({"$ref": "other.json#/x"}),
        f"{AT_FIELD}: found $ref 'other.json#/x', expected a reference inside the document",
    ),
    (
        of_field({"$ref": ["x"]}),
        f"{AT_FIELD}: found $ref \"['x']\", expected a reference",
    ),
    (of_field([]), f"{AT_FIELD}: found [], expected a schema object"),
    (of_field(True), f"{AT_FIELD}: found True, expected a schema object"),
    (
        of_field({"type": "strnig"}),
        f"{AT_FIELD}: found type 'strnig', expected one of array",
    ),
    (
        of_field({"type": ["string"]}),
        f"{AT_FIELD}: found type ['string'], expected one of",
    ),
    (
        of_field({"type": {"a": []}}),
        f"{AT_FIELD}: found type {{'a': []}}, expected one of",
    ),
    (of_field({"type": None}), f"{AT_FIELD}: found type None, expected one of"),
    (
        of_field({"type": "array"}),
        f"{AT_FIELD}: found an array without items, expected",
    ),
    (
        of_field({"type": "array", "items": True}),
        f"{AT_FIELD}: found an array without items",
    ),
    (
        of_field({"type": "array", "items": [{}]}),
        f"{AT_FIELD}: found `items` [{{}}], expected a",
    ),
    (of_field({"items": "x"}), f"{AT_FIELD}: found `items` 'x', expected a schema"),
    (
        of_field({"properties": []}),
        f"{AT_FIELD}: found `properties` [], expected an object",
    ),
    (
        of_field({"allOf": {}}),
        f"{AT_FIELD}: found `allOf` {{}}, expected a list of schemas",
    ),
    (
        of_field({"additionalProperties": "yes"}),
        f"{AT_FIELD}: found `additionalProperties` 'yes', expected a schema",
    ),
    (
        of_field({"enum": True}),
        f"{AT_FIELD}: found `enum` True, expected a list of values",
    ),
    (
        of_field({"enum": "x"}),
        f"{AT_FIELD}: found `enum` 'x', expected a list of values",
    ),
    (of_field({"description": 1}), f"{AT_FIELD}: found a description that is no text"),
    (of_field({"format": []}), f"{AT_FIELD}: found a format that is no text, expected"),
    (
        of_field({"required": "x"}),
        f"{AT_FIELD}: found `required` that is no list of names",
    ),
    (
        of_field({"required": [1]}),
        f"{AT_FIELD}: found `required` that is no list of names",
    ),
    (
        of_field({"description": "\ud800"}),
        f"{AT_FIELD}: found half a character in 'descr",
    ),
    (of_field({"enum": ["\udfff"]}), f"{AT_FIELD}: found half a character in 'enum'"),
    (
        of_field({"x" * 5000: "\ud800"}),
        f"{AT_FIELD}: found half a character in '{'x' * 77}...', expected",
    ),
    (
        {f"k{at}": {"$ref": f"{REF}k{(at + 1) % 999}"} for at in range(999)},
        "definition 'k",
    ),
    (
        of_field(nested(61)),
        f"definition 'a.b', field 'f{'[]' * 38}...': found deeper nesting",
    ),
    (
        {"a.b": {"$ref": f"{REF}a.b"}},
        "definition 'a.b': found the cycle of references a.b -> a.b",
    ),
    (
        {
            "a.b": {"$ref": f"{REF}c"},
            "c": {"$ref": f"{REF}d"},
            "d": {"$ref": f"{REF}c"},
        },
        "definition 'c': found the cycle of references c -> d -> c, expected a schema that",
    ),
    (
        {"a.b": {"type": "array", "items": {"$ref": f"{REF}a.b"}}},
        "definition 'a.b': found the cycle of references a.b -> a.b, expected a schema that",
    ),
]


@pytest.mark.parametrize(
    ("definitions", "line"), FAULTS, ids=[line for _, line in FAULTS]
)
def test_a_fault_is_one_line(definitions: dict[str, Any], line: str) -> None:
    """The line says where, what was found and what was expected, and can be printed."""
    (problem,) = checks.problems(definitions)
    assert str(problem).startswith(line)
    assert str(problem).isprintable()
    assert len(str(problem)) < 2000


HOSTILE = (
    "$ref",
    "type",
    "items",
    "enum",
    "default",
    "allOf",
    "properties",
    "not",
    "required",
)


@pytest.mark.parametrize(
    "definitions",
    [
        {"com.example.v1.Foo-Bar_1": {"type": "object"}},
        {"a.b": {"properties": {name: {"type": "string"} for name in HOSTILE}}},
        {"a.b": {"properties": {"f": {"$ref": f"{REF}a.b"}}}},
        {
            "a.b": {"type": "array", "items": {"$ref": f"{REF}c"}},
            "c": of_field({})["a.b"],
        },
        of_field({"required": ["not-among-the-properties"], "properties": {"x": {}}}),
        of_field({"additionalProperties": True}),
        of_field({"description": "ä \U0001f600", "enum": ["ä", 1, None]}),
        of_field(nested(58)),
    ],
)
def test_what_is_no_fault(definitions: dict[str, Any]) -> None:
    """Odd but sound definitions pass, properties with names of keywords among them."""
    assert checks.problems(definitions) == []


def test_all_faults_are_told() -> None:
    """Faults are collected, not raised one by one."""
    definitions = {"a/b": {}, "c": {"properties": {"x y": {}, "z": {"type": "nil"}}}}
    assert len(checks.problems(definitions)) == 3


def chain(length: int, **link: object) -> dict[str, Any]:
    """Definitions of which each refers to the next; the first is at the end."""
    last = length - 1
    links = {f"a{i}": {"$ref": f"{REF}a{i + 1}", **link} for i in range(last)}
    return {**links, f"a{last}": {"type": "string"}}


def arrays(length: int) -> dict[str, Any]:
    """The same where each is an array of the next."""
    last = length - 1
    links = {
        f"a{i}": {"type": "array", "items": {"$ref": f"{REF}a{i + 1}"}}
        for i in range(last)
    }
    return {**links, f"a{last}": {"type": "string"}}


LIMITS = [
    (chain(60), chain(61), "a chain of references that nests deeper"),
    (chain(60), chain(10_000), "a chain of references that nests deeper"),
    (arrays(30), arrays(31), "a chain of references that nests deeper"),
    (
        of_field({"properties": {f"p{i}": {} for i in range(5000)}}),
        of_field({"properties": {f"p{i}": {} for i in range(5001)}}),
        "5,001 properties, expected at most 5,000",
    ),
    (
        of_field({"description": "x" * 2**20}),
        of_field({"description": "x" * (2**20 + 1)}),
        "1,048,577 characters in 'description', expected at most 1,048,576",
    ),
    (
        {f"a{i}": {} for i in range(50_000)},
        {f"a{i}": {} for i in range(50_001)},
        "50,001 definitions, expected at most 50,000",
    ),
]


@pytest.mark.parametrize(
    ("good", "bad", "text"), LIMITS, ids=[line for *_, line in LIMITS]
)
def test_a_limit_is_told_with_what_to_do(
    good: dict[str, Any], bad: dict[str, Any], text: str
) -> None:
    """What is just within a limit passes; one more is one line with the limit in it."""
    assert checks.problems(good) == []
    (problem,) = checks.problems(bad)
    assert text in str(problem)
    assert str(problem).endswith("; leave out what you do not need")


def test_a_long_chain_of_models_is_fine() -> None:
    """Only what has no class of its own stands inside others."""
    links = {
        f"a{i}": {"properties": {"next": {"$ref": f"{REF}a{i + 1}"}}}
        for i in range(5000)
    }
    assert checks.problems({**links, "a5000": {}}) == []


@pytest.mark.parametrize("release", sorted(releases.pinned()))
def test_pinned_releases_have_no_fault(release: str) -> None:
    """Each release is what its row in releases.toml says, and passes all checks."""
    pin = releases.find(release)
    definitions = sources.load(release).definitions
    assert len(definitions) == pin.definitions
    assert checks.problems(definitions) == []
