"""Wire documents for any generated class, made from what the class says of its fields."""

from __future__ import annotations

import base64
import random
import re
from dataclasses import dataclass, field
from typing import Any

_WORDS = ["a", "web-0", "10.0.0.1", "x/y", "", "é", "True", "null", "0", " "]
_TIMES = [
    "2020-01-01T00:00:00Z",
    "2026-11-29T23:59:59.000001Z",
    "0001-01-01T00:00:00Z",
    "2020-06-30T12:00:00+02:00",
    "2020-06-30T12:00:00.5-03:30",
]
_FREE: list[Any] = [
    {},
    {"a": None},
    {"f:a": {".": {}}, "b": [1, None, {"c": "d"}]},
    {"x": 1.5},
]
_TYPE = re.compile(r"(?:(List)\[(.*)\]|(Dict)\[str, (.*)\]|(\w+))")


@dataclass
class Spot:
    """One value of a document: where it is, of what kind, and of which field."""

    holder: Any
    key: Any
    kind: str
    required: bool
    rule: str


@dataclass
class Documents:
    """Makes documents; `spots` tells what the last one consists of."""

    models: Any
    rng: random.Random
    unknown: bool = False
    spots: list[Spot] = field(default_factory=list)

    def make(self, cls: Any, depth: int = 0) -> dict[str, Any]:
        """A document of `cls`: all required fields, fewer optional ones the deeper."""
        made: dict[str, Any] = {}
        hidden = {public: name for name, public in cls._hidden.items()}
        for public, wire in cls.attribute_map.items():
            info = cls.model_fields[hidden.get(public, public)]
            if info.is_required() or self.rng.random() < 0.5 / (1 + depth):
                rule = f"{info.annotation} {info.metadata}"
                self._put(
                    made,
                    wire,
                    cls.openapi_types[public],
                    info.is_required(),
                    rule,
                    depth,
                )
        if self.unknown and self.rng.random() < 0.4:
            made["zzUnknown"] = self.rng.choice(_FREE)
        return made

    def _put(
        self, holder: Any, key: Any, kind: str, required: bool, rule: str, depth: int
    ) -> None:
        self.spots.append(Spot(holder, key, kind, required, rule))
        value = self._value(kind, rule, depth)
        if isinstance(holder, list):
            holder.append(value)
        else:
            holder[key] = value

    def _value(self, kind: str, rule: str, depth: int) -> Any:
        match = _TYPE.fullmatch(kind)
        assert match, kind
        if match[1]:
            made: Any = []
            for index in range(self._count(depth)):
                self._put(made, index, match[2], False, rule, depth + 1)
            return made
        if match[3]:
            made = {}
            for index in range(self._count(depth)):
                self._put(made, f"key{index}", match[4], False, rule, depth + 1)
            return made
        return self._single(kind, rule, depth)

    def _count(self, depth: int) -> int:
        return self.rng.randint(0, 2 if depth < 4 else 1)

    def _single(self, kind: str, rule: str, depth: int) -> Any:
        choose = self.rng.choice
        if kind == "str":
            return (
                choose(["1", "500m", "1Gi"]) if "Quantity" in rule else choose(_WORDS)
            )
        if kind == "int":
            return choose([0, 1, -5, 2**40])
        if kind == "float":
            return choose([0, 1, 1.0, -2.5])
        if kind == "bool":
            return choose([True, False])
        if kind == "datetime":
            return choose(_TIMES)
        if kind == "bytes":
            return base64.b64encode(choose([b"", b"a", b"\xff\x00"])).decode()
        if kind == "object":
            return choose([8080, "http"]) if "int" in rule else choose(_FREE)
        return self.make(getattr(self.models, kind), depth + 1)
