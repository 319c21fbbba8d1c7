"""What a network may send: an error with a place, never a crash, a hang or a recursion."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from contract.helpers import complaint, projection

BROKEN = {
    "empty": "",
    "blank": "  ",
    "truncated": '{"type":"a"',
    "truncated text": '{"type":"a',
    "trailing": '{"type":"a"} x',
    "single quotes": "{'type':1}",
    "comment": '{"type":"a"/**/}',
    "byte order mark": "\ufeff{}",
    "control character": '{"type":"\x00"}',
    "lone surrogate": '{"type":"\\ud800"}',
    "lone surrogate key": '{"\\udc00":1}',
    "too many digits": '{"maxLength":' + "9" * 5000 + "}",
    "deep list": '{"default":' + "[" * 10_000 + "]" * 10_000 + "}",
    "deep object": '{"default":' + '{"a":' * 10_000 + "1" + "}" * 10_001,
    "deep models": '{"not":' * 10_000 + "{}" + "}" * 10_000,
    "deep and unknown": '{"zz":' + "[" * 10_000 + "]" * 10_000 + "}",
    "open forever": "[" * 100_000,
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_text_that_is_no_json(models: Any, text: str) -> None:
    """`json_invalid`, for text and for bytes; the message says where."""
    for given in (text, text.encode()):
        with pytest.raises(ValidationError, match="line 1 column") as caught:
            models.V1JSONSchemaProps.from_json(given)
        assert [error["type"] for error in caught.value.errors()] == ["json_invalid"]
        assert str(caught.value)


@pytest.mark.parametrize("given", [b"\xff", b'{"type":"\xff"}', "{}".encode("utf-16")])
def test_bytes_that_are_no_utf8(models: Any, given: bytes) -> None:
    """`json_invalid` too."""
    found = complaint(lambda: models.V1JSONSchemaProps.from_json(given))
    assert found == ("V1JSONSchemaProps", [((), "json_invalid")])


@pytest.mark.parametrize("given", [None, 3, 1.5, object(), ["{}"], {}])
def test_what_is_no_text(models: Any, given: Any) -> None:
    """`json_type`: only str, bytes and bytearray are read."""
    found = complaint(lambda: models.V1Pod.from_json(given))
    assert found == ("V1Pod", [((), "json_type")])


@pytest.mark.parametrize("text", ["[]", '"x"', "1", "true", "1.5e3", "[{}]"])
def test_wrong_top_level(models: Any, text: str) -> None:
    """`model_type` at the root."""
    found = complaint(lambda: models.V1Pod.from_json(text))
    assert found == ("V1Pod", [((), "model_type")])


CONSTANTS = [
    ('{"default":NaN}', ("default",)),
    ('{"default":{"a":[1,-Infinity]}}', ("default", "a", 1)),
    ('{"unknown":{"b":Infinity}}', ("unknown", "b")),
    ('{"title":"NaN","enum":[NaN]}', ("enum", 0)),
]


@pytest.mark.parametrize(("text", "place"), CONSTANTS)
def test_constants_that_json_lacks(
    models: Any, text: str, place: tuple[Any, ...]
) -> None:
    """NaN and the infinities: `json_invalid` with the path, in text and bytes."""
    for given in (text, text.encode(), bytearray(text.encode())):
        found = complaint(lambda given=given: models.V1JSONSchemaProps.from_json(given))
        assert found == ("V1JSONSchemaProps", [(place, "json_invalid")])


def test_constants_in_text_are_text(models: Any) -> None:
    """Their names inside strings and keys are fine."""
    text = '{"title":"NaN -Infinity","description":"Infinity","NaN":1,"default":{"NaN":"NaN"}}'
    assert models.V1JSONSchemaProps.from_json(text).title == "NaN -Infinity"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_number_out_of_range(models: Any, number: str) -> None:
    """A number field takes no infinity from text, `1e400` included."""
    found = complaint(
        lambda: models.V1JSONSchemaProps.from_json(f'{{"maximum":{number}}}')
    )[1]
    assert (("maximum", "float"), "finite_number") in found


def test_huge_numbers(models: Any) -> None:
    """Integers are exact up to what Python converts; beyond, the text is refused."""
    number = "9" * 4000
    made = models.V1JSONSchemaProps.from_json(f'{{"maxLength":{number}}}')
    assert made.max_length == int(number)
    found = complaint(lambda: models.V1ResourceRequirements(limits={"a": 10**5000}))
    assert found == ("V1ResourceRequirements", [(("limits", "a"), "string_type")])


def test_duplicate_keys(models: Any) -> None:
    """The last one counts, as for Python's and the API server's readers."""
    read = models.V1JSONSchemaProps.from_json
    assert read('{"type":3,"type":"a"}').type == "a"
    assert read('{"default":{"a":1,"a":2}}').default == {"a": 2}
    assert complaint(lambda: read('{"type":"a","type":3}'))[1] == [
        (("type",), "string_type")
    ]


def test_long_text(k8s: Any) -> None:
    """A text of 200 MB is read as any other."""
    text = '{"description":"' + "x" * 200_000_000 + '"}'
    assert len(k8s.V1JSONSchemaProps.from_json(text).description) == 200_000_000


def test_deepest_document(models: Any) -> None:
    """199 levels are read, written, copied and compared; 201 are refused."""
    text = '{"not":' * 199 + "{}" + "}" * 199
    made = models.V1JSONSchemaProps.from_json(text)
    assert made.to_json() == text
    assert models.V1JSONSchemaProps.from_dict(made.to_dict()) == made
    assert json.loads(text) == projection(made)
    too_deep = '{"not":' * 201 + "{}" + "}" * 201
    with pytest.raises(ValidationError, match="recursion limit"):
        models.V1JSONSchemaProps.from_json(too_deep)


def nested(depth: int, key: str) -> dict[str, Any]:
    """A dict in a dict, `depth` times."""
    made: dict[str, Any] = {}
    for _ in range(depth):
        made = {key: made}
    return made


def test_deep_dict_of_models(models: Any) -> None:
    """A recursion error of pydantic's, from from_dict and the constructor, in each mode."""
    deep = nested(10_000, "not")
    for read in (
        lambda: models.V1JSONSchemaProps.from_dict(deep),
        lambda: models.V1JSONSchemaProps.from_dict(deep, unknown="keep"),
        lambda: models.V1JSONSchemaProps(**deep),
    ):
        [(_, kind)] = complaint(read)[1]
        assert kind in ("recursion_loop", "recursion_depth_exceeded")  # by release


def test_deep_free_form_data(models: Any) -> None:
    """It is held; writing it is a ValueError, printing it is no recursion."""
    made = models.V1JSONSchemaProps.from_dict({"default": nested(10_000, "a")})
    for write in (made.to_json, lambda: projection(made)):
        with pytest.raises(ValueError, match="depth"):
            write()
    assert isinstance(made.to_dict(), dict)
    assert "V1JSONSchemaProps" in repr(made)
    with pytest.raises(ValidationError):
        models.V1JSONSchemaProps(default=made)


def test_documents_that_hold_themselves(models: Any) -> None:
    """A loop in a document, among models or in free-form data is no endless walk."""
    document: dict[str, Any] = {}
    document["not"] = document
    for unknown in ("drop", "keep", "error"):
        with pytest.raises(ValidationError, match="recursion_loop"):
            models.V1JSONSchemaProps.from_dict(document, unknown=unknown)
    props = models.V1JSONSchemaProps(any_of=[])
    props.any_of.append(props)
    free = models.V1JSONSchemaProps(default={})
    free.default["self"] = free.default
    for made in (props, free):
        for write in (made.to_json, lambda made=made: projection(made)):
            with pytest.raises(ValueError, match="Circular reference"):
                write()
        assert isinstance(repr(made), str)
