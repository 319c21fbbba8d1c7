"""Each example of the README's table of differences does what its comment says."""

from __future__ import annotations

import importlib
import json
import re
import warnings
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

README = Path(__file__).parents[2] / "README.md"
ROW = re.compile(
    r"^\| (?P<difference>[^|]+) \| `(?P<first>[^`]+)`<br>`(?P<second>[^`]+)` \|$", re.M
)
ROWS = ROW.findall(README.read_text("utf-8"))


def names(tree: Path) -> dict[str, Any]:
    """What the examples name: the package, a stand-in for ApiClient, times."""
    models = importlib.import_module("k8s_under_test.client")

    def sanitize(obj: Any) -> Any:
        return type(obj).to_dict._openapi_generator_to_dict(obj)

    api = SimpleNamespace(sanitize_for_serialization=sanitize)
    return {"m": models, "api": api, "datetime": datetime, "timezone": timezone}


def test_every_difference_has_an_example() -> None:
    """The table has a row a verdict that changes behaviour, each with two lines of code."""
    assert len(ROWS) >= 17
    assert len(set(ROWS)) == len(ROWS)


@pytest.mark.parametrize(("difference", "first", "second"), ROWS)
def test_example(difference: str, first: str, second: str, tree_137: Path) -> None:
    """The first line runs, and the second gives the value or the error that it names."""
    space = names(tree_137)
    code, _, comment = second.partition("# ")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if code.strip():
            exec(first, space)
            show(code.strip(), comment.strip(), space)
        elif first.startswith("print("):
            assert eval(first[6:-1], space).__str__()[:23] == comment[:23]
        else:
            refuse(first, comment.split(), space)


def show(code: str, comment: str, space: dict[str, Any]) -> None:
    """The value of `code` is what the comment says."""
    if comment == "ValueError":
        with pytest.raises(ValueError, match="JSON"):
            eval(code, space)
        return
    value = eval(code, space)
    if comment == "no UserWarning":
        assert json.loads(value) == {"containers": [{"name": "b"}]}
    else:
        assert value == (
            comment
            if isinstance(value, str) and comment[0] == "{"
            else json.loads(comment)
        )


def refuse(code: str, comment: list[str], space: dict[str, Any]) -> None:
    """`code` raises a ValidationError with the type, and the place, of the comment."""
    with pytest.raises(ValueError, match=r".") as caught:
        exec(code, space)
    error, *_ = caught.value.errors()  # type: ignore[attr-defined]
    assert error["type"] == comment[-1]
    place = ".".join(map(str, error["loc"]))
    assert comment[-2] in ("ValidationError:", f"{place}:")
