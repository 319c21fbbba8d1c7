"""What the tests of the contract say often."""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

UTC = datetime.timezone.utc


def request_body(obj: Any) -> Any:
    """What the official ApiClient hands to the JSON writer for an object of ours.

    Its rule, in our words: take the projection of a model only where the projection and
    the class's `to_dict` name each other, else `to_dict()`; then walk lists and dicts,
    and write times by `isoformat()`.
    """
    if isinstance(obj, (datetime.datetime, datetime.date)):
        return obj.isoformat()
    if isinstance(obj, list):
        return [request_body(item) for item in obj]
    if isinstance(obj, dict):
        return {key: request_body(item) for key, item in obj.items()}
    if hasattr(obj, "to_dict"):
        return request_body(projection(obj))
    return obj


def projection(obj: Any) -> Any:
    """The dict that ApiClient takes from a model."""
    to_dict = type(obj).to_dict
    function = getattr(to_dict, "_openapi_generator_to_dict", None)
    if getattr(function, "_openapi_generator_to_dict", None) is not to_dict:
        return obj.to_dict()
    return function(obj)


def wire(obj: Any) -> Any:
    """What `to_json()` says."""
    return json.loads(obj.to_json())


def set_only(written: dict[str, Any]) -> dict[str, Any]:
    """A dict and the dicts in it without the keys that are None."""
    return {
        key: set_only(value) if isinstance(value, dict) else value
        for key, value in written.items()
        if value is not None
    }


def complaint(call: Callable[[], Any]) -> tuple[str, list[tuple[Any, str]]]:
    """Title of the ValidationError that a call raises, and the place and type of each."""
    try:
        call()
    except ValidationError as error:
        return error.title, [(line["loc"], line["type"]) for line in error.errors()]
    raise AssertionError("no ValidationError")
