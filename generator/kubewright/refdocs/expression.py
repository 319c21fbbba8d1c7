"""An example as the Python expression that builds it, in black's form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kubewright.codegen.ir import ListOf, MapOf, Model, ModelRef, Scalar, TypeRef
from kubewright.codegen.layout import INDENT, WIDTH, imports
from kubewright.codegen.literal import literal

TIMES = frozenset({Scalar.TIME, Scalar.MICRO_TIME})
_TIME = re.compile(r"(\d+)-(\d+)-(\d+)T(\d+):(\d+):(\d+)(?:\.(\d+))?Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class Node:
    """An expression on one line, and its parts where it may be broken into several."""

    flat: str
    opening: str = ""
    parts: tuple[tuple[str, Node], ...] = ()
    closing: str = ""


@dataclass(frozen=True, slots=True)
class Expression:
    """The text of an example, and what it needs: modules by class, and whether times."""

    text: str
    classes: Mapping[str, str]
    times: bool

    def imports(self, package: str) -> Iterator[str]:
        """The import lines, where the classes are those of `package`."""
        if self.times:
            yield from ("from datetime import datetime, timezone", "")
        if len(self.classes) == 1:
            ((name, module),) = self.classes.items()
            yield imports(f"{package}.{module}", [name])
        else:
            yield imports(package, self.classes)


def expression(
    value: Any, model: Model, models: Mapping[str, Model], name: str
) -> Expression:
    """The assignment of `value`, an example of `model`, to the variable `name`."""
    writer = _Writer(models)
    node = writer.node(value, ModelRef(model.class_name, model.module))
    head = f"{name} = "
    # No comma follows, so one more column is free.
    text = head + _shown(node, "", len(head) - 1)
    return Expression(text, writer.classes, writer.times)


class _Writer:
    """Makes nodes, and remembers the names that they need."""

    def __init__(self, models: Mapping[str, Model]) -> None:
        self._models = models
        self.classes: dict[str, str] = {}
        self.times = False

    def node(self, value: Any, kind: TypeRef) -> Node:
        match kind:
            case ModelRef():
                return self._call(value, kind)
            case ListOf(item):
                return _node("[", [("", self.node(part, item)) for part in value], "]")
            case MapOf(inner):
                pairs = [
                    (_key(key), self.node(part, inner)) for key, part in value.items()
                ]
                return _node("{", pairs, "}")
        return self._scalar(value, kind)

    def _call(self, value: Mapping[str, Any], ref: ModelRef) -> Node:
        model = self._models[ref.class_name]
        self.classes[model.class_name] = model.module
        known = {field.wire: field for field in model.fields}
        parts = [
            (f"{known[wire].public}=", self.node(part, known[wire].type))
            for wire, part in value.items()
        ]
        return _node(f"{model.class_name}(", parts, ")")

    def _scalar(self, value: Any, kind: TypeRef) -> Node:
        match = (
            _TIME.fullmatch(value) if kind in TIMES and isinstance(value, str) else None
        )
        if match is None:
            return free(value)
        self.times = True
        numbers = [str(int(part)) for part in match.groups("0")]
        while len(numbers) > 3 and numbers[-1] == "0":
            numbers.pop()
        parts = [("", Node(part)) for part in (*numbers, "tzinfo=timezone.utc")]
        return _node("datetime(", parts, ")")


def free(value: Any) -> Node:
    """A value of no declared type as an expression."""
    if isinstance(value, dict):
        return _node("{", [(_key(key), free(part)) for key, part in value.items()], "}")
    if isinstance(value, list):
        return _node("[", [("", free(part)) for part in value], "]")
    return Node(literal(value) if isinstance(value, str) else repr(value))


def _node(opening: str, parts: list[tuple[str, Node]], closing: str) -> Node:
    inner = ", ".join(head + part.flat for head, part in parts)
    return Node(f"{opening}{inner}{closing}", opening, tuple(parts), closing)


def _key(key: str) -> str:
    return f"{literal(key)}: "


def _shown(node: Node, indent: str, used: int) -> str:
    """`node` from column `used` on, a comma after it: on one line where it fits."""
    if used + len(node.flat) < WIDTH or not node.parts:
        return node.flat
    inner = "".join(_lines(node, indent + INDENT))
    return f"{node.opening}\n{inner}{indent}{node.closing}"


def _lines(node: Node, indent: str) -> Iterator[str]:
    for head, part in node.parts:
        yield f"{indent}{head}{_shown(part, indent, len(indent + head))},\n"
