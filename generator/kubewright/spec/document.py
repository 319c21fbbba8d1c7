"""A document: the definitions of one release, in the upstream Swagger 2 form.

Three forms are read: a Swagger 2 file (`definitions`), an OpenAPI 3 file
(`components.schemas`) and the bundle's JSON Schema file (`$defs`). All end as the same
definitions, so that their digest does not depend on where they came from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isinf
from typing import Any, NoReturn

from kubewright.errors import KubewrightError, Problem, quoted, refuse
from kubewright.spec import bundle, openapi3
from kubewright.spec.schemas import rewrite, unwrapped

Schema = Mapping[str, Any]
Definitions = Mapping[str, Schema]

QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"
INT_OR_STRING = "io.k8s.apimachinery.pkg.util.intstr.IntOrString"

# The bundle and OpenAPI 3 give these two a `oneOf`; their own descriptions reach no page.
WELL_KNOWN_BODIES: Mapping[str, Schema] = {
    QUANTITY: {"type": "string"},
    INT_OR_STRING: {"type": "string", "format": "int-or-string"},
}

# Upstream's document has 4 MB; a cluster with hundreds of custom resources has ten times that.
SIZE_LIMIT = 64 * 2**20
# Upstream nests 13 levels deep. The limit keeps recursion over a document harmless.
NESTING_LIMIT = 150
FORMS = "`definitions` (Swagger 2), `components.schemas` (OpenAPI 3) or `$defs` (JSON Schema)"


@dataclass(frozen=True, slots=True)
class Document:
    """The definitions of one release by key, in upstream order, and where they came from.

    `release` is a minor release such as `1.37`, or None for a file or URL of no release.
    `pinned` is the digest of definitions that were found to be the pinned ones, and are
    sorted: their digest with the order is the same.
    """

    definitions: Definitions
    origin: str
    release: str | None = None
    pinned: str | None = None


def digest(definitions: Definitions, *, ordered: bool = False) -> str:
    """The sha256 of the canonical JSON of `definitions`: sorted keys, no blanks, UTF-8.

    With `ordered` the keys stay in their order, which is that of the models' fields.
    """
    return sha256(canonical(definitions, sort_keys=not ordered))


def canonical(definitions: Definitions, *, sort_keys: bool = True) -> str:
    """The canonical JSON of `definitions`; all keys are sorted, as upstream writes them."""
    return json.dumps(
        definitions, sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False
    )


def sha256(text: str) -> str:
    """The sha256 of `text` in UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def parse(data: bytes, origin: str, release: str | None = None) -> Document:
    """The document in `data`; raises `KubewrightError` when it is none."""
    root = _json(data, origin)
    definitions = _definitions(root, origin)
    bodies = {
        key: body for key, body in WELL_KNOWN_BODIES.items() if key in definitions
    }
    return Document({**definitions, **bodies}, origin, release)


def _definitions(root: Any, origin: str) -> Definitions:
    if not isinstance(root, dict):
        raise KubewrightError(Problem(origin, f"a JSON {_kind(root)}", "a JSON object"))
    components = root.get("components")
    if isinstance(components, dict) and "schemas" in components:
        return openapi3.restore(_mapping(components, "schemas", origin))
    if "$defs" in root and "definitions" not in root:
        return bundle.restore(_mapping(root, "$defs", origin))
    if "definitions" in root:
        found = _mapping(root, "definitions", origin)
        return {key: rewrite(body, unwrapped) for key, body in found.items()}
    raise KubewrightError(Problem(origin, "no definitions", FORMS))


def _mapping(parent: Mapping[str, Any], name: str, origin: str) -> Definitions:
    """The non-empty object `parent[name]`, whose values are objects of bearable depth."""
    value = parent[name]
    where = f"{origin}: {name}"
    if not isinstance(value, dict):
        raise KubewrightError(Problem(where, f"a JSON {_kind(value)}", "an object"))
    if not value:
        raise KubewrightError(Problem(where, "no definition", "at least one"))
    refuse(_shape_problems(value))
    return value


def _shape_problems(definitions: Mapping[str, Any]) -> Iterator[Problem]:
    for key, body in definitions.items():
        where = f"definition {quoted(key)}"
        if not isinstance(body, dict):
            yield Problem(where, f"a JSON {_kind(body)}", "a schema object")
        elif _too_deep(body):
            yield Problem(
                where, "JSON nested too deeply", f"at most {NESTING_LIMIT} levels"
            )


def _too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(NESTING_LIMIT):
        level = [inner for outer in level for inner in _containers(outer)]
        if not level:
            return False
    return True


def _containers(value: Any) -> list[Any]:
    values = value.values() if isinstance(value, dict) else value
    return [inner for inner in values if isinstance(inner, (dict, list))]


def _json(data: bytes, origin: str) -> Any:
    try:
        return json.loads(
            data,
            parse_constant=_no_constant,
            parse_float=_finite,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        problem = Problem(
            origin, "JSON nested too deeply to read", f"at most {NESTING_LIMIT} levels"
        )
    except UnicodeDecodeError as error:
        problem = Problem(origin, f"no UTF-8 at byte {error.start}", "JSON in UTF-8")
    except ValueError as error:
        found = (
            "an HTML or XML page"
            if data.lstrip().startswith(b"<")
            else f"no JSON ({error})"
        )
        problem = Problem(origin, found, "an OpenAPI document in JSON")
    raise KubewrightError(problem)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"the constant {name} is not JSON")


def _finite(text: str) -> float:
    """The number `text`; one that no float can hold would come out as no JSON."""
    value = float(text)
    if isinf(value):
        raise ValueError(f"the number {text:.20} is too large")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of `pairs`; a second value for a name would be lost without a word."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {quoted(twice)} twice in one object")
    return found


def _kind(value: object) -> str:
    names = {
        list: "array",
        str: "string",
        bool: "boolean",
        type(None): "null",
        dict: "object",
    }
    return names.get(type(value), "number")
