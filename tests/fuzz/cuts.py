"""Small cuts of a release: a few definitions with all that they refer to.

The texts of a release stay outside this repository: a case names what it takes from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from fuzz import edits
from kubewright.spec import sources
from kubewright.spec.schemas import reference, walk

RELEASES = ("1.37", "1.36")
LARGEST = 30
KEYS = (
    *(
        "",
        "Pod",
        "a",
        "a.b",
        "x.y.z",
        "io.k8s.api.core.v1.Pod",
        "io.k8s.api.core.v1.POD",
    ),
    *(
        "a.b.v1.Con",
        "a.b.c-d",
        "a.b.class",
        "a.b.V1Pod",
        "a.b.model",
        "a.b.Field",
        "b.a.List",
    ),
)
WIRES = (
    *(
        "x",
        "from",
        "class",
        "schema",
        "field",
        "copy",
        "json",
        "modelFields",
        "_x",
        "$ref",
    ),
    *(
        "a-b",
        "a.b",
        "aB",
        "a_b",
        "AB",
        "not",
        "None",
        "self",
        "openapiTypes",
        "toDict",
        "__x",
    ),
)
TEXTS = (
    *(
        '"""',
        "\\",
        "'",
        "\n",
        "\r\n",
        "\t",
        "{{ x }}",
        "# type: ignore",
        "\x0c",
        "\x85",
        "\u2028",
    ),
    *(
        "a" * 200,
        "word " * 60,
        "{%",
        "`x`",
        "é" * 100,
        "\U0001f600",
        "\\N{DASH}",
        "\\u0041",
        "*/",
    ),
)


@cache
def definitions(release: str) -> dict[str, Any]:
    """All definitions of a release."""
    return dict(sources.load(release).definitions)


def cut(release: str, roots: Iterable[str]) -> dict[str, Any]:
    """The definitions `roots` and those that they refer to, in the order of the release."""
    known = definitions(release)
    wanted = [key for key in roots if key in known]
    for key in wanted:
        wanted.extend(key for key in _targets(release, key) if key not in wanted)
    return {key: known[key] for key in known if key in set(wanted)}


@cache
def _targets(release: str, key: str) -> tuple[str, ...]:
    parts = (reference(part) for _, part, _ in walk(definitions(release)[key]))
    return tuple(dict.fromkeys(target for target in parts if target))


@cache
def small(release: str) -> tuple[str, ...]:
    """The keys of the definitions whose cut is small."""
    return tuple(
        key for key in definitions(release) if len(cut(release, [key])) <= LARGEST // 2
    )


def roots(rng: Random, release: str) -> list[str]:
    """One definition to three."""
    return rng.choices(small(release), k=rng.randint(1, 3))


def schema(rng: Random, known: dict[str, Any]) -> Any:
    """A schema that is taken or refused, or any value."""
    kind = rng.randrange(8)
    if kind == 0:
        return {"$ref": f"#/definitions/{rng.choice((*known, 'no.such.Key'))}"}
    if kind == 1:
        form = rng.choice(
            ("byte", "date-time", "int32", "int-or-string", "double", "x", "")
        )
        plain = rng.choice(
            ("string", "integer", "number", "boolean", "object", "null", "any")
        )
        return {"type": plain, "format": form, "description": rng.choice(TEXTS)}
    if kind == 2:
        word = rng.choice(("items", "additionalProperties", "not"))
        outer = rng.choice(("array", "object", "string"))
        return {"type": outer, word: schema(rng, known)}
    if kind == 3:
        word = rng.choice(("allOf", "anyOf", "oneOf"))
        return {word: [schema(rng, known) for _ in range(rng.randint(0, 2))]}
    if kind == 4:
        wires = rng.choices(WIRES, k=rng.randint(0, 4))
        return {
            "type": "object",
            "properties": {wire: schema(rng, known) for wire in wires},
        }
    if kind == 5:
        extra = rng.choice(
            ("enum", "default", "nullable", "x-kubernetes-list-type", "required")
        )
        return {"type": "string", extra: edits.value(rng)}
    return rng.choice((*TEXTS, *KEYS, *WIRES)) if kind == 6 else edits.value(rng)


def sound(rng: Random, known: dict[str, Any], depth: int = 0) -> dict[str, Any]:
    """A schema that is taken, with texts that are hard to write."""
    made: dict[str, Any] = (
        {"description": rng.choice(TEXTS)} if rng.random() < 0.5 else {}
    )
    kind = rng.randrange(5 if depth < 3 else 3)
    if kind == 0:
        return {**made, "$ref": f"#/definitions/{rng.choice(list(known))}"}
    if kind == 3:
        return {**made, "type": "array", "items": sound(rng, known, depth + 1)}
    if kind == 4:
        values = rng.choice((True, False, sound(rng, known, depth + 1)))
        return {**made, "type": "object", "additionalProperties": values}
    plain = rng.choice(("string", "string", "integer", "number", "boolean", "object"))
    form = rng.choice(
        ("byte", "date-time", "int32", "int-or-string", "double", "x", "")
    )
    return {**made, "type": plain, **({"format": form} if rng.random() < 0.5 else {})}


def changes(rng: Random, base: dict[str, Any]) -> list[edits.Edit]:
    """Changes of a few schemas, texts and names; most sets of them are taken."""
    if not base:
        return []
    if rng.random() < 0.6:
        return [_mild(rng, base) for _ in range(rng.randint(1, 5))]
    made = edits.edits(rng, base, lambda inner: schema(inner, base))
    for edit in made:
        if edit[1] == "rename" and rng.random() < 0.8:
            edit[2] = rng.choice(KEYS if len(edit[0]) < 2 else WIRES)
    return made


def _mild(rng: Random, base: dict[str, Any]) -> edits.Edit:
    """One change of a definition or property."""
    key = rng.choice(list(base))
    wires = list(base[key].get("properties", ())) or ["x"]
    wire, kind = rng.choice(wires), rng.randrange(8)
    if kind < 3:
        return [[key, "properties", wire], "set", sound(rng, base)]
    if kind == 3:
        return [[key, "properties", wire], "rename", rng.choice(WIRES)]
    if kind == 4:
        return [[key, "properties", wire], "drop", None]
    if kind == 5:
        renamed = [[key], "rename", rng.choice(KEYS)]
        return renamed if rng.random() < 0.5 else [[key], "set", sound(rng, base)]
    if kind == 6:
        return [
            [key, "required"],
            "set",
            rng.choices((*wires, "other"), k=rng.randint(0, 3)),
        ]
    return [[key, "description"], "set", rng.choice(TEXTS)]
