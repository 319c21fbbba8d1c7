"""What of the definitions the engine gets to see: their structure alone.

Descriptions, extensions and all keywords that make no type stay outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kubewright.spec.document import Definitions
from kubewright.spec.schemas import rewrite

Structure = Mapping[str, Any]

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


def structures(definitions: Definitions) -> dict[str, Structure]:
    """The structure of each definition by key; references lead below `ROOT`."""
    return {key: rewrite(body, _structure) for key, body in definitions.items()}


def references(value: Any) -> Iterator[str]:
    """The keys that a structure refers to, wherever in it."""
    if isinstance(value, dict):
        if isinstance(target := value.get("$ref"), str):
            yield target.removeprefix(ROOT)
        for inner in value.values():
            yield from references(inner)


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
