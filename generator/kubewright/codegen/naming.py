"""Class, module and attribute names: the official client's rules, in one place.

Source of the rules: the names that the official Python client gives its models.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

# Reserved in the official client's generator since Python 2, so their attribute has an
# underscore in front. (`None`, `True` and `False` cannot come out of `underscore`.)
RESERVED = frozenset(map(str.lower, keyword.kwlist)) | {"exec", "print"}
# Names of pydantic's base and its `Field`; the attribute keeps its name as a property.
SHADOWED = frozenset({"schema", "field"})
# `$ref` is `ref` and `$schema` is `schema`.
SIGIL = "$"

_CAPITAL_RUN = re.compile(r"([A-Z]+)([A-Z][a-z][a-z]+)")
_WORD_START = re.compile(r"([a-z\d])([A-Z])")
_SEPARATOR = re.compile(r"[.\- ]")


@dataclass(frozen=True, slots=True)
class Attribute:
    """The names of a property: `public` for users, `storage` for pydantic's field.

    They differ for names that Python or pydantic keep for themselves.
    """

    public: str
    storage: str


@cache
def underscore(name: str) -> str:
    """`name` in lower case with underscores between words: `V1APIService` -> `v1_api_service`."""
    name = _CAPITAL_RUN.sub(r"\1_\2", name)
    name = _WORD_START.sub(r"\1_\2", name)
    return _SEPARATOR.sub("_", name).lower()


def camel(name: str) -> str:
    """The wire name that most attributes called `name` have: `host_ip` -> `hostIp`."""
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def attribute(wire: str) -> Attribute:
    """The attribute of the property that is called `wire` in JSON."""
    public = underscore(wire.removeprefix(SIGIL))
    if public in RESERVED:
        return Attribute(f"_{public}", f"var_{public}")
    if public in SHADOWED:
        return Attribute(public, f"var_{public}")
    return Attribute(public, public)


def short_names(keys: Iterable[str]) -> dict[str, str]:
    """Each definition key with its shortest unambiguous ending of two or more dot parts.

    Keys that share an ending take one part more, all of them, until none is shared.
    """
    short = {key: _ending(key, 2) for key in keys}
    parts = 2
    while clashing := _clashing(short):
        parts += 1
        longer = {key: _ending(key, parts) for key in clashing}
        if all(short[key] == name for key, name in longer.items()):
            return short
        short.update(longer)
    return short


def class_name(short: str) -> str:
    """The class of a definition with that short name: `core.v1.Event` -> `CoreV1Event`."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[.\-]", short))


def class_names(keys: Iterable[str]) -> dict[str, str]:
    """The class name of each definition key; the clash test runs over all `keys`."""
    return {key: class_name(short) for key, short in short_names(keys).items()}


def _ending(key: str, parts: int) -> str:
    return ".".join(key.split(".")[-parts:])


def _clashing(short: dict[str, str]) -> list[str]:
    uses = Counter(short.values())
    return [key for key, name in short.items() if uses[name] > 1]
