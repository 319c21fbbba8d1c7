"""Fields that are found again deeper or higher."""

from __future__ import annotations

from typing import Any

import pytest

from drift import support

STRING = {"type": "string"}
NUMBER = {"type": "integer"}


def _to(name: str) -> dict[str, str]:
    return {"$ref": f"#/definitions/{support.PREFIX}{name}"}


def moves(before: Any, after: Any) -> list[tuple[str, str, str, str]]:
    """Class, field and new path of each move, and its direction."""
    return [
        (each["class_old"], each["field_old"], each["to"], each["direction"])
        for each in support.changes(support.bakery(**before), support.bakery(**after))
        if each["id"] == "field-moved"
    ]


FLAT = {"Cake": support.model(cream=STRING, name=STRING, top=_to("Top"))}
TOP = {"Top": support.model(size=NUMBER)}
CREAMY = {"Top": support.model(size=NUMBER, cream=STRING)}
BARE = {"Cake": support.model(name=STRING, top=_to("Top"))}


def test_into_a_part_that_was_there() -> None:
    """A field that a part gains while its owner loses it stands deeper, and the reverse higher."""
    one, other = {**FLAT, **TOP}, {**BARE, **CREAMY}
    assert moves(one, other) == [("V1Cake", "cream", "top.cream", "deeper")]
    assert moves(other, one) == [("V1Top", "cream", "cream", "higher")]


def test_into_a_part_that_had_it() -> None:
    """A part that had such a field before has gained nothing: the other one is removed."""
    assert moves({**FLAT, **CREAMY}, {**BARE, **CREAMY}) == []
    assert moves({**BARE, **CREAMY}, {**FLAT, **CREAMY}) == []


def test_some_levels_down() -> None:
    """A field may stand below a part of a new part."""
    after = {
        "Cake": support.model(name=STRING, top=_to("Top"), deco=_to("Deco")),
        "Deco": support.model(outer=_to("Outer")),
        "Outer": support.model(cream=STRING),
    }
    found = moves({**FLAT, **TOP}, {**after, **TOP})
    assert found == [("V1Cake", "cream", "deco.outer.cream", "deeper")]


@pytest.mark.parametrize(
    "after",
    [
        {"Cake": support.model(name=STRING, a=_to("Top"), b=_to("Top")), **CREAMY},
        {**BARE, "Top": support.model(size=NUMBER, cream=NUMBER)},
        {"Cake": support.model(name=STRING, top={"type": "array", "items": _to("Top")}), **CREAMY},
    ],
)  # fmt: skip
def test_no_move(after: Any) -> None:
    """Two places, another type, or the elements of a list are no place to have moved to."""
    assert moves({**FLAT, **TOP}, after) == []


def test_definitions_that_refer_to_themselves_end() -> None:
    """A model that holds itself is looked through once."""
    part = {"Top": support.model(top=_to("Top"))}
    assert moves({**FLAT, **part}, {**BARE, **part}) == []


def test_from_elements_is_no_move() -> None:
    """What every element of a list had is not what their owner has now."""
    rows = {"type": "array", "items": _to("Top")}
    before = {"Cake": support.model(rows=rows), **CREAMY}
    after = {"Cake": support.model(rows=rows, cream=STRING), **TOP}
    assert moves(before, after) == []
