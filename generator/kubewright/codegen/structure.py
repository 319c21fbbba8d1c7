"""What of the definitions the engine gets to see: their structure, in slices.

Descriptions, extensions and all keywords that make no type stay outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import Any

from kubewright.spec.document import Definitions
from kubewright.spec.schemas import rewrite

KEYWORDS = frozenset(
    {
        "$ref",
        "type",
        "format",
        "items",
        "additionalProperties",
        "properties",
        "required",
    }
)
# Keywords that say something of values of one type, and nothing of others.
BELONGS = {"items": "array", "additionalProperties": "object"}
# Any other format of a string or number is the plain type, as in the official client.
FORMATS = frozenset({"byte", "date-time"})
ROOT = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Slice:
    """Definitions that can be read without the rest: `others` are the keys they refer to."""

    schemas: Mapping[str, Mapping[str, Any]]
    others: Set[str]


def slices(definitions: Definitions, count: int) -> list[Slice]:
    """The structure of `definitions` in at most `count` slices of about as many properties."""
    schemas = {key: rewrite(body, _structure) for key, body in definitions.items()}
    sizes = {key: 1 + len(body.get("properties", ())) for key, body in schemas.items()}
    total = sum(sizes.values())
    parts: list[dict[str, Mapping[str, Any]]] = [{} for _ in range(count)]
    before = 0
    for key, body in schemas.items():
        parts[before * count // total][key] = body
        before += sizes[key]
    return [_slice(part) for part in parts if part]


def _slice(schemas: Mapping[str, Mapping[str, Any]]) -> Slice:
    found = {key for body in schemas.values() for key in _references(body)}
    return Slice(schemas, found - schemas.keys())


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(reference := value.get("$ref"), str):
            yield reference.removeprefix(ROOT)
        for item in value.values():
            yield from _references(item)


def _structure(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in schema.items() if name in KEYWORDS}
    if kept.get("type") != "string" or kept.get("format") not in FORMATS:
        kept.pop("format", None)
    for name, kind in BELONGS.items():
        if kept.get("type") != kind:
            kept.pop(name, None)
    if "properties" in kept:
        # Other keys of such an object are unknown keys, whatever the schema says of them.
        kept.pop("additionalProperties", None)
    if "$ref" in kept:
        return {"$ref": kept["$ref"].replace("#/definitions/", ROOT, 1)}
    return kept
