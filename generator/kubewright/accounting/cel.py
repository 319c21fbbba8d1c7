"""Device selectors: the part of CEL that device classes are written in.

A class selects devices by driver, attributes and capacity. This reads comparisons, `in`, `&&`,
`||`, `!`, `?:`, `has()`, `quantity()` and the text tests; what it does not know makes the
selector unknown (None), never a wrong answer. Types and names are those of
dynamic-resource-allocation cel/compile.go.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from kubewright.accounting.amounts import quantity
from kubewright.quantity import Quantity, QuantityError

Wire = Mapping[str, Any]
Selector = Callable[[str, Wire], "bool | None"]  # driver and body of a device
Env = Mapping[str, Any]
Node = Callable[[Env], Any]


class Unsupported(Exception):
    """The expression uses more of CEL than is read here."""


class NoSuchKey(Exception):
    """The expression asks for what the device does not have: CEL's runtime error."""


_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.\d+|\d+)(?![\w.])|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>&&|\|\||==|!=|<=|>=|[-<>!?:.,()\[\]]))"
)
_COMPARE: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "contains": str.__contains__,
    "lowerAscii": str.lower,
    "compareTo": lambda a, b: (a > b) - (a < b),
    "isGreaterThan": lambda a, b: a > b,
    "isLessThan": lambda a, b: a < b,
}
_MEMBERS: Final = {"string": str, "int": int, "bool": bool}


@lru_cache(maxsize=512)
def compiled(text: str) -> Selector | None:
    """A selector, or None where the expression is beyond this reader."""
    try:
        tree = _Parser(text).whole()
    except (Unsupported, RecursionError):
        return None

    def answer(driver: str, body: Wire) -> bool | None:
        try:
            found = tree({"device": _Device(driver, body)})
        except NoSuchKey:
            return False
        except (Unsupported, TypeError, AttributeError, QuantityError):
            return None
        return found if isinstance(found, bool) else None

    return answer


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while text[position:].strip():
        found = _TOKEN.match(text, position)
        if found is None or found.lastgroup is None:
            raise Unsupported(text[position:])
        yield found.lastgroup, found[found.lastgroup]
        position = found.end()
    yield "end", ""


class _Device:
    """A device as a selector sees it."""

    def __init__(self, driver: str, body: Wire) -> None:
        self.members = {
            "driver": driver,
            "attributes": _Domains(driver, body.get("attributes") or {}, _attribute),
            "capacity": _Domains(driver, body.get("capacity") or {}, _capacity),
            "allowMultipleAllocations": body.get("allowMultipleAllocations") is True,
        }


class _Domains:
    """Attributes or capacity by domain; a bare key is in the driver's own."""

    def __init__(self, driver: str, listed: Wire, value: Callable[[Any], Any]) -> None:
        self.driver, self.listed, self.value = driver, listed, value

    def of(self, domain: str) -> _Values:
        """A domain without keys is an empty map, no error."""
        found: dict[str, Any] = {}
        for key, item in self.listed.items():
            prefix, slash, name = key.rpartition("/")
            if (prefix if slash else self.driver) == domain:
                found[name] = item
        return _Values(found, self.value)


class _Values:
    """The values of a domain, each read when it is asked for."""

    def __init__(self, listed: Wire, value: Callable[[Any], Any]) -> None:
        self.listed, self.value = listed, value

    def __contains__(self, name: object) -> bool:
        return name in self.listed

    def __getitem__(self, name: str) -> Any:
        return self.value(self.listed[name])


def _attribute(item: Any) -> Any:
    for member, kind in _MEMBERS.items():
        if isinstance(item.get(member), kind):
            return item[member]
    raise Unsupported("a version or a list")


def _capacity(item: Any) -> Quantity:
    return quantity(item.get("value") if isinstance(item, Mapping) else item)


class _Parser:
    """Recursive descent, one method a level of precedence."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))
        self.at = 0

    def whole(self) -> Node:
        tree = self.ternary()
        if self.tokens[self.at][0] != "end":
            raise Unsupported(self.tokens[self.at][1])
        return tree

    def accept(self, *signs: str) -> str:
        kind, text = self.tokens[self.at]
        if kind in ("sign", "name") and text in signs:
            self.at += 1
            return text
        return ""

    def expect(self, sign: str) -> None:
        if not self.accept(sign):
            raise Unsupported(f"expected {sign}")

    def ternary(self) -> Node:
        test = self.either()
        if not self.accept("?"):
            return test
        then = self.ternary()
        self.expect(":")
        other = self.ternary()
        return lambda env: then(env) if _bool(test(env)) else other(env)

    def either(self) -> Node:
        return self._chain(self.both, "||", True)

    def both(self) -> Node:
        return self._chain(self.relation, "&&", False)

    def _chain(self, level: Callable[[], Node], sign: str, settles: bool) -> Node:
        parts = [level()]
        while self.accept(sign):
            parts.append(level())
        return parts[0] if len(parts) == 1 else lambda env: _logic(parts, env, settles)

    def relation(self) -> Node:
        left = self.unary()
        sign = self.accept("in", *_COMPARE)
        if not sign:
            return left
        right = self.unary()
        if sign == "in":
            return lambda env: left(env) in right(env)
        test = _COMPARE[sign]
        return lambda env: test(*_same_type(left(env), right(env)))

    def unary(self) -> Node:
        if self.accept("!"):
            inner = self.unary()
            return lambda env: not _bool(inner(env))
        if self.accept("-"):
            inner = self.unary()
            return lambda env: -inner(env)
        return self.member(self.primary())

    def primary(self) -> Node:
        kind, text = self.tokens[self.at]
        self.at += 1
        if kind in ("number", "text"):
            value = ast.literal_eval(text)
            return lambda env: value
        if text == "(":
            inner = self.ternary()
            self.expect(")")
            return inner
        if text == "[":
            items = self.arguments("]")
            return lambda env: [item(env) for item in items]
        return self.named(text) if kind == "name" else self.unknown(text)

    def named(self, name: str) -> Node:
        if name in ("true", "false"):
            return lambda env: name == "true"
        if name == "device":
            return lambda env: env["device"]
        self.expect("(")
        items = self.arguments(")")
        if name == "quantity" and len(items) == 1:
            return lambda env: quantity(items[0](env))
        if name == "has" and len(items) == 1:
            return lambda env: _has(items[0], env)
        return self.unknown(name)

    def unknown(self, text: str) -> Node:
        raise Unsupported(text)

    def arguments(self, end: str) -> list[Node]:
        items: list[Node] = []
        while not self.accept(end):
            if items:
                self.expect(",")
            items.append(self.ternary())
        return items

    def member(self, target: Node) -> Node:
        if self.accept("["):
            key = self.ternary()
            self.expect("]")
            return self.member(lambda env: _index(target(env), key(env)))
        if not self.accept("."):
            return target
        name = self.tokens[self.at][1]
        self.at += 1
        if not self.accept("("):
            return self.member(lambda env: _index(target(env), name))
        items = self.arguments(")")
        if name not in _METHODS:
            raise Unsupported(name)
        method = _METHODS[name]
        return self.member(lambda env: method(target(env), *(it(env) for it in items)))


def _index(target: Any, key: Any) -> Any:
    if isinstance(target, _Domains):
        return target.of(key)
    members = target.members if isinstance(target, _Device) else target
    if not isinstance(members, (Mapping, _Values)):
        raise Unsupported(str(key))
    if key not in members:
        if isinstance(target, _Device):
            raise Unsupported(str(key))
        raise NoSuchKey(key)
    return members[key]


def _bool(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Unsupported("a condition that is not true or false")


def _same_type(left: Any, right: Any) -> tuple[Any, Any]:
    if type(left) is not type(right):
        raise Unsupported("values of two types")
    return left, right


def _logic(parts: list[Node], env: Env, settles: bool) -> bool:
    """&& and || take an answer from either side of an error, as CEL does."""
    failed = False
    for part in parts:
        answer = _attempt(part, env)
        if answer is settles:
            return settles
        failed = failed or answer is None
    if failed:
        raise NoSuchKey
    return not settles


def _attempt(part: Node, env: Env) -> bool | None:
    try:
        return _bool(part(env))
    except NoSuchKey:
        return None


def _has(item: Node, env: Env) -> bool:
    try:
        item(env)
    except NoSuchKey:
        return False
    return True
