"""The bundle's form of a release, turned back into upstream's.

`kubernetes-validate` ships every minor release's Swagger definitions as JSON Schema,
changed mechanically: null allowed where a property is not required, `$defs` as the root,
and `apiVersion` and `kind` of objects narrowed to their one value.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kubewright.spec.schemas import rewrite, unwrapped

PACKAGE = "kubernetes_validate"
TYPE_META = ("apiVersion", "kind")


def file_of(release: str) -> Path | None:
    """The bundle's file for `release` (`1.37`), or None; its package is not imported."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / "kubernetes-json-schema"
    path = folder / f"v{release}.0-local" / "_definitions.json"
    return path if path.is_file() else None


def restore(definitions: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Upstream's definitions from the bundle's."""
    return {
        key: _free_type_meta(rewrite(body, _restore_schema))
        for key, body in definitions.items()
    }


def _restore_schema(schema: dict[str, Any]) -> dict[str, Any]:
    kind = schema.get("type")
    if isinstance(kind, list) and len(kind) == 2 and kind[1] == "null":
        schema["type"] = kind[0]
    schema = unwrapped(schema)
    target = schema.get("$ref")
    if isinstance(target, str):
        schema["$ref"] = target.replace("#/$defs/", "#/definitions/", 1)
    return schema


def _free_type_meta(body: dict[str, Any]) -> dict[str, Any]:
    properties = body.get("properties")
    if "x-kubernetes-group-version-kind" in body and isinstance(properties, dict):
        for name in TYPE_META:
            if isinstance(schema := properties.get(name), dict):
                schema.pop("enum", None)
    return body
