"""One definition among many: found by key, short name or class name, and told in fields."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kubewright.errors import KubewrightError, Problem, quoted
from kubewright.spec.schemas import Schema, reference

SHOWN = 20


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A property as people read it."""

    name: str
    type: str
    required: bool
    description: str


def find(name: str, classes: Mapping[str, str], lost: Mapping[str, str]) -> str:
    """The key among `classes` (key to class name) that `name` means.

    `lost` maps class names of earlier releases to those of now. Raises `KubewrightError`
    for several matches or none.
    """
    matches = _matches(lost.get(name, name), classes)
    if len(matches) == 1:
        return matches[0]
    where = f"definition {quoted(name)}"
    if matches:
        shown = ", ".join(matches[:SHOWN]) + (", ..." if len(matches) > SHOWN else "")
        found = f"{len(matches)} definitions"
        raise KubewrightError(Problem(where, found, "one", f"name one of {shown}"))
    close = _close(name, classes)
    hint = f"did you mean {' or '.join(close)}?" if close else ""
    raise KubewrightError(
        Problem(
            where, "no such definition", "a key, a short name or a class name", hint
        )
    )


def _matches(name: str, classes: Mapping[str, str]) -> list[str]:
    """The key called `name`, else the class, else all keys that end in it."""
    if name in classes:
        return [name]
    of_class = [key for key, class_name in classes.items() if class_name == name]
    return of_class or [key for key in classes if key.endswith(f".{name}")]


def names(classes: Mapping[str, str]) -> Iterator[str]:
    """What `find` takes: class names, short names and keys."""
    for key, class_name in classes.items():
        yield from (class_name, *_endings(key))


def _endings(key: str) -> Iterator[str]:
    """`key` and its endings of one to three parts: Pod, v1.Pod, core.v1.Pod."""
    parts = key.split(".")
    yield from (".".join(parts[-count:]) for count in (1, 2, 3) if count < len(parts))
    yield key


def _close(name: str, classes: Mapping[str, str]) -> list[str]:
    """Up to three names that look like `name`, whatever the case of letters."""
    lower = {known.lower(): known for known in reversed(list(names(classes)))}
    return [lower[text] for text in difflib.get_close_matches(name.lower(), lower, n=3)]


def fields(body: Schema) -> list[FieldLine]:
    """The properties of a definition, in its order."""
    required = body.get("required", [])
    return [
        FieldLine(
            name, type_text(schema), name in required, schema.get("description", "")
        )
        for name, schema in body.get("properties", {}).items()
    ]


def type_text(schema: Schema) -> str:
    """The type of a schema in words: `array of v1.Container`, `string (date-time)`."""
    if target := reference(schema):
        return ".".join(target.split(".")[-2:])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"array of {type_text(schema['items'])}"
    values = schema.get("additionalProperties")
    if kind == "object" and isinstance(values, dict):
        return f"map of {type_text(values)}"
    return f"{kind} ({schema['format']})" if "format" in schema else str(kind)


def starting(text: str, known: Iterable[str]) -> list[str]:
    """The distinct names among `known` that start with `text`, sorted."""
    return sorted({name for name in known if name.startswith(text)})
