"""OpenAPI 3 schemas, turned into the Swagger 2 form of the same definitions.

The API server's OpenAPI 3 documents wrap a reference that has a description or a default in
`allOf`, and give defaults; for its Swagger 2 document it takes all defaults away
(kube-openapi, `PruneDefaults`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kubewright.spec.schemas import rewrite, unwrapped


def restore(schemas: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Swagger 2 definitions from OpenAPI 3 `components.schemas`."""
    return {key: rewrite(body, _restore_schema) for key, body in schemas.items()}


def _restore_schema(schema: dict[str, Any]) -> dict[str, Any]:
    schema.pop("default", None)
    schema = unwrapped(schema)
    target = schema.get("$ref")
    if isinstance(target, str):
        schema["$ref"] = target.replace("#/components/schemas/", "#/definitions/", 1)
    return schema
