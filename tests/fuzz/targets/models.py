"""Reading of the generated models: JSON text of any content is an object or a ValidationError.

A case is the name of a class, a line feed, and the text.
"""

from __future__ import annotations

import copy
import importlib
import json
import pickle
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from functools import cache
from random import Random
from typing import Any

from pydantic import ValidationError

from conftest import PACKAGE, generated
from contract.documents import Documents
from contract.helpers import request_body
from fuzz import edits
from fuzz.harness import Target, law

# The classes that people read most are read most here.
COMMON = (
    *(
        "V1Pod",
        "V1PodList",
        "ResourceV1ResourceClaim",
        "V1ResourceSlice",
        "V1Deployment",
    ),
    *("V1CustomResourceDefinition", "V1JSONSchemaProps", "V1Node", "V1DeviceClass"),
    *("V1Secret", "V1Lease", "CoreV1Event", "V1WatchEvent", "V1ListMeta", "V1Service"),
    *("V1CertificateSigningRequest", "V1StatusCause", "V1LifecycleHandler", "V1Status"),
)
TIMES = ("lastTransitionTime", "eventTime", "lastObservedTime")
# pydantic-core reads JSON of 200 levels.
DEEPEST = 190
ODD = (
    *("2026-01-01T00:00:00Z", "2026-01-01", "1767225600", 1767225600, 1e20, -1e11, 0.1),
    *("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "2026-01-01T24:00:00Z"),
    *(
        "2026-06-30T23:59:60Z",
        "Zm9v",
        "Zm9",
        "====",
        "80%",
        "IntOrString",
        {"name": "a"},
    ),
    *(
        "2026-01-01T00:00:00.1234567890123Z",
        [{"name": "a"}],
        {"items": []},
        [None],
        {"": ""},
    ),
)


@cache
def models() -> Any:
    """The models of 1.37."""
    folder = str(generated("1.37"))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(f"{PACKAGE}.client.models")


@cache
def names() -> list[str]:
    """The names of all classes."""
    return [
        name for name in models().__all__ if isinstance(getattr(models(), name), type)
    ]


def check(data: bytes) -> None:
    """Text and decoded text are read alike, and what was read is written and read again."""
    name, _, text = data.partition(b"\n")
    cls = getattr(models(), name.decode("ascii", "replace"), None)
    if not isinstance(cls, type):
        return
    found = attempt(lambda: cls.from_json(text))
    other = content(text, lambda value: attempt(lambda: cls.from_dict(value)))
    if other is not None:
        alike(found, other[0], text)
    if isinstance(found, cls):
        kept(cls, found, text)
        laws(cls, found)


def attempt(call: Callable[[], Any]) -> Any:
    """What a reader gives, or the ValidationError that it may raise."""
    try:
        return call()
    except ValidationError as error:
        law(error.errors() and str(error), "an error that says nothing")
        return error


def content(text: bytes, read: Callable[[Any], Any]) -> tuple[Any] | None:
    """What `read` makes of the content of the text; None where Python reads no JSON in it."""
    try:
        # As text: of bytes Python guesses the encoding, and takes a mark of the byte order.
        decoded = text.decode("utf-8")
        value = json.loads(decoded, parse_constant=constant, object_pairs_hook=unique)
        # pydantic-core reads no half characters; Python does.
        json.dumps(value, ensure_ascii=False).encode()
        levels(value)
    except (ValueError, RecursionError):
        return None
    return (read(value),)


def levels(value: Any) -> None:
    """ValueError for a value that is nested too deeply for pydantic-core."""
    layer = [value] if isinstance(value, (dict, list)) else []
    for _ in range(DEEPEST):
        inner = (it.values() if isinstance(it, dict) else it for it in layer)
        layer = [it for each in inner for it in each if isinstance(it, (dict, list))]
    if layer:
        raise ValueError("nested too deeply")


def constant(name: str) -> Any:
    """NaN and its like are no JSON."""
    raise ValueError(name)


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of a name that stands twice the two readers may take either value."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a name twice")
    return dict(pairs)


def alike(found: Any, other: Any, text: bytes) -> None:
    """Both readers take the text, as equal objects, or both refuse it."""
    refused = [isinstance(each, ValidationError) for each in (found, other)]
    law(refused[0] == refused[1], "one reader takes it", found, other, text)
    law(refused[0] or found == other, "two objects", found, other, text)


def kept(cls: Any, found: Any, text: bytes) -> None:
    """The other ways with unknown keys give an equal object, or name an unknown key."""
    law(cls.from_json(text, unknown="keep") == found, "keep", text)
    strict = attempt(lambda: cls.from_json(text, unknown="error"))
    if isinstance(strict, ValidationError):
        kinds = {error["type"] for error in strict.errors()}
        law(kinds == {"extra_forbidden"}, "error", kinds, text)
    else:
        law(strict == found, "error", text)


def laws(cls: Any, found: Any) -> None:
    """What was read can be shown, written, read again and copied."""
    law(repr(found) == str(found) == found.to_str(), "text")
    try:
        written = found.to_json()
    except ValueError as error:
        law("is not JSON" in str(error) or "surrogate" in str(error), str(error))
        return
    law(written.isascii() and not set(written) & set("\r\n"), written)
    again = attempt(lambda: cls.from_json(written))
    if isinstance(again, ValidationError):
        # A required time that was null is left out of the text: the contract's Q3 says so.
        missed = {(it["type"], it["loc"][-1]) for it in again.errors()}
        law(
            missed <= {("missing", time) for time in TIMES},
            "read again",
            written,
            again,
        )
        return
    law(again.to_json() == written, "a second text", written, again.to_json())
    law(as_utc(again.to_dict()) == as_utc(found.to_dict()), "read again", written)
    law(
        copy.deepcopy(found) == found == pickle.loads(pickle.dumps(found)),
        "copy",
        written,
    )
    law(cls.from_dict(found.to_dict()) == found, "from_dict(to_dict())", written)
    law(cls.from_dict(found.to_dict(serialize=True)) == found, "serialize", written)
    body = cls.from_json(json.dumps(request_body(found)))
    law(as_utc(body.to_dict()) == as_utc(found.to_dict()), "request body", written)


def as_utc(value: Any) -> Any:
    """The value; times without a zone, which are written as UTC, are in UTC."""
    if isinstance(value, dict):
        return {key: as_utc(part) for key, part in value.items()}
    if isinstance(value, list):
        return [as_utc(part) for part in value]
    if isinstance(value, datetime) and value.tzinfo is None:
        return value.replace(tzinfo=timezone.utc)
    return value


def value(rng: Random) -> Any:
    """A value that some field takes, or any."""
    return rng.choice(ODD) if rng.random() < 0.5 else edits.value(rng)


def make(rng: Random) -> bytes:
    """A document of a class with a few values changed, now and then torn."""
    name = rng.choice(COMMON if rng.random() < 0.5 else names())
    document = Documents(models(), rng, unknown=rng.random() < 0.3).make(
        getattr(models(), name)
    )
    changed = edits.apply(document, edits.edits(rng, document, value))
    text = json.dumps(changed, ensure_ascii=rng.random() < 0.5)
    data = text.encode("utf-8", "surrogatepass")
    return (
        name.encode() + b"\n" + (edits.torn(rng, data) if rng.random() < 0.2 else data)
    )


TARGET = Target("models", make, check)
