"""Python sources and manifests of users, made of the names of a few definitions, and torn."""

from __future__ import annotations

import contextlib
import json
from random import Random
from typing import Any

import yaml

from fuzz import edits
from kubewright.codegen.naming import attribute, class_names, underscore
from kubewright.spec.schemas import reference

IMPORTS = (
    *("from kubernetes import client", "from kubernetes import client as k, config"),
    *(
        "from kubernetes.client import {name}, {other} as Other",
        "from .client import {name}",
    ),
    *(
        "from kubernetes.client.models.{module} import {name}",
        "from kubernetes.client import *",
    ),
    *(
        "import kubernetes.client.models as m",
        "from kubernetes.aio.client import ({name},)",
    ),
    *(
        "import typing as t, dataclasses",
        "from kubernetes.client.models import {module}",
    ),
)
LINES = (
    *(
        "x = {name}({field}={value}, {field2}=None)",
        "x = client.{name}(**{{'{field}': 1}})",
    ),
    *(
        "x.{field} = {value}",
        "y: Optional[{name}] = x.{field}.{field2}",
        "print(x.{field}[0])",
    ),
    *(
        "z = lambda q, *r: q.{field}",
        "xs = [i.{field} for i in x.{field2} if i.{field}]",
        "pass",
    ),
    *(
        "getattr(x, '{field}')",
        'setattr(x, "{field}", {value})',
        "x = {name}.from_dict({{}})",
    ),
    *(
        "isinstance(x, ({name}, client.{other}))",
        "if (y := {name}()).{field}: y.{field} += 1",
    ),
    *(
        "await client.CoreV1Api().read(x)",
        "del x.{field}",
        "# é {name}",
        "yield x.{field}",
    ),
    *(
        "x = '''{name}\n{field}'''",
        "x = {name}(\n        {field}=1,\n    )",
        "global {name}",
    ),
    *(
        "{field} = {name} = None",
        "print(f'{{x.{field}!r:>{{y.{field2}}}}}')",
        "raise {name} from x",
    ),
    *(
        "x.{field}  # drift: ignore[*]",
        "x.{field}  # drift: ignore[field-removed]",
        "return x",
    ),
    *(
        "api.{call}(body=x, {field}=1)",
        "x = client.V1Pod(metadata=client.V1ObjectMeta(name='a'))",
    ),
    *(
        "'{name}'.join(f'{{y.{field}}}' '{field}')",
        "*a, x.{field} = b",
        "x, y = {name}(), {other}()",
    ),
    *(
        "body = {{'apiVersion': '{version}', 'kind': '{kind}', '{wire}': {{'{wire2}': {value}}}}}",
    ),
    *(
        "x = {other}({field}={name}({field2}={value}))",
        "x.{field}.{field2} = {name}.{field}",
        "x = 1",
    ),
    *(
        "x: 'List[{name}]' = []",
        "cast('{name}', x).{field}",
        "x = y if x.{field} else {name}()",
    ),
    *(
        "w = {name}().to_dict()['{field}']",
        "x = {{**x, '{wire}': 1}}",
        "x = '{name}'",
        "assert x.{field}",
    ),
)
HEADS = (
    *(
        "def f(a: {name}, *b: 'client.{other}', c=lambda q: q.{field}) -> list[{name}]:",
    ),
    *(
        "class S({name}):",
        'def g(self, {field}: "{name}" = None):',
        "for i, x in enumerate(x.{field}):",
    ),
    *(
        "with open(f'{{x.{field}!r}}') as {field}:",
        "if x.{field} is None:",
        "while x.{field}:",
        "try:",
    ),
    *(
        "async def h(x: {name} | None = None):",
        "for x in {name}().{field}:",
        "@{name}\ndef d(x):",
    ),
    *(
        "match x:\n    case {name}({field}=z):",
        "with {name}() as x, y:",
        "if isinstance(x, {name}):",
    ),
    *(
        "for x.{field} in y:",
        "class T:\n    {field}: {name} = None\n    def m(self, x: 'k.{other}'):",
    ),
)
VALUES = (
    "1",
    "None",
    "'a'",
    "[{name}()]",
    "{{}}",
    "x",
    "f'{{x}}'",
    "b'a'",
    "...",
    "-1e999",
    "0o7",
)
PIECES = (
    *(
        "(",
        ")",
        "[",
        "{",
        "'",
        '"',
        '"""',
        ":",
        ",",
        "\\\n",
        "\r",
        "\x0c",
        "\0",
        "\t",
        " ",
        "\n",
    ),
    *(
        "é",
        "\u2028",
        "\ufeff",
        "\ud800",
        "# -*- coding: latin-1 -*-\n",
        "# coding: x\n",
        "lambda",
        "=",
    ),
    *(
        "(" * 300,
        "-" * 1500 + "1",
        "x." * 1200 + "x",
        "[" * 150,
        "not " * 900 + "1",
        ";",
        "**",
        "@",
    ),
    *(
        "1_0",
        "0777",
        "1if x else y",
        "\\N{BULLET}",
        "f'{x!'",
        "'\\d'",
        "is 1",
        "assert (x, 'y')",
    ),
)


class Words:
    """Names of a few definitions, as templates of sources take them."""

    def __init__(self, rng: Random, known: dict[str, Any]) -> None:
        self.rng = rng
        bodies = {key: body for key, body in known.items() if isinstance(body, dict)}
        names = class_names(bodies)
        self.names = list(names.values()) or ["V1Pod"]
        wires = [
            wire for body in bodies.values() for wire in body.get("properties") or ()
        ]
        self.wires = wires or ["spec"]
        self.kinds = [
            (entry["group"], entry["version"], entry["kind"], key)
            for key, body in bodies.items()
            for entry in body.get("x-kubernetes-group-version-kind") or ()
        ] or [("", "v1", "Pod", "")]

    def filled(self, template: str) -> str:
        """The template with names in its places."""
        choose = self.rng.choice
        group, version, kind, _ = choose(self.kinds)
        wire, wire2, name = choose(self.wires), choose(self.wires), choose(self.names)
        named = {
            "name": name,
            "other": choose(self.names),
            "module": underscore(name),
            "wire": wire,
            "wire2": wire2,
            "field": attribute(wire).public,
            "field2": attribute(wire2).public,
            "kind": kind,
            "version": f"{group}/{version}" if group else version,
            "call": f"create_namespaced_{underscore(kind)}",
        }
        value = choose(VALUES).format(**named)
        return template.format(**named, value=value)


def python(rng: Random, known: dict[str, Any]) -> str:
    """A source: imports, then statements that use the names; now and then torn."""
    words = Words(rng, known)
    lines = [words.filled(rng.choice(IMPORTS)) for _ in range(rng.randint(1, 3))]
    for _ in range(rng.randint(1, 8)):
        lines += statement(words, 0)
    text = "\n".join(lines) + "\n"
    return torn(rng, text) if rng.random() < 0.25 else text


def statement(words: Words, depth: int) -> list[str]:
    """The lines of a statement, a few of which hold others."""
    rng = words.rng
    if depth > 3 or rng.random() < 0.7:
        return words.filled(rng.choice(LINES)).split("\n")
    head = words.filled(rng.choice(HEADS)).split("\n")
    indent = len(head[-1]) - len(head[-1].lstrip()) + 4
    inner = [
        line for _ in range(rng.randint(1, 3)) for line in statement(words, depth + 1)
    ]
    ending = (
        ["except (ValueError, x.y) as e:", "    pass"] if head[-1] == "try:" else []
    )
    return [*head, *(f"{' ' * indent}{line}" for line in inner), *ending]


def torn(rng: Random, text: str) -> str:
    """The text with pieces of syntax put in, taken out or moved."""
    for _ in range(rng.randint(1, 3)):
        at, length = rng.randint(0, len(text)), rng.choice((0, 0, 1, 3, 20))
        other = rng.randint(0, len(text))
        piece = rng.choice((rng.choice(PIECES), text[other : other + 20], ""))
        text = text[:at] + piece + text[at + length :]
    return text


def manifest(rng: Random, known: dict[str, Any]) -> str:
    """An object of a kind, or a list of some, with fields of the definitions."""
    words = Words(rng, known)
    group, version, kind, key = rng.choice(words.kinds)
    api = f"{group}/{version}" if group else version
    meta = {"apiVersion": api, "kind": kind}
    made = meta | _object(rng, known, known.get(key) or {}, 0) | meta
    if rng.random() < 0.2:
        made = {"apiVersion": api, "kind": f"{kind}List", "items": [made]}
    if rng.random() < 0.3:
        made = edits.apply(made, edits.edits(rng, made))
    with contextlib.suppress(UnicodeError, RecursionError):
        text = str(yaml.safe_dump(made)) if rng.random() < 0.6 else json.dumps(made)
        return torn(rng, text) if rng.random() < 0.3 else text
    return json.dumps(made)


def _object(
    rng: Random, known: dict[str, Any], body: Any, depth: int
) -> dict[str, Any]:
    properties = body.get("properties") or {} if isinstance(body, dict) else {}
    chosen = [wire for wire in properties if rng.random() < 0.7 / (1 + depth / 2)]
    return {wire: _value(rng, known, properties[wire], depth) for wire in chosen}


def _value(rng: Random, known: dict[str, Any], schema: Any, depth: int) -> Any:
    if rng.random() < 0.05 or depth > 6 or not isinstance(schema, dict):
        return edits.value(rng)
    if target := reference(schema):
        return _object(rng, known, known.get(target) or {}, depth + 1)
    if schema.get("type") == "array":
        return [_value(rng, known, schema.get("items"), depth + 1)]
    values = schema.get("additionalProperties")
    if isinstance(values, dict):
        return {"key": _value(rng, known, values, depth + 1)}
    plain = {"integer": 1, "boolean": True, "number": 0.5, "object": {}}
    return plain.get(str(schema.get("type")), "text")
