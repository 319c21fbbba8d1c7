"""What an expression is, by the names around it and the types of the old release."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from kubewright.drift import syntax
from kubewright.drift.scan.bindings import (
    COPIES,
    GENERICS,
    MAKERS,
    Class,
    Function,
    Instance,
    Module,
    Own,
    Packages,
    Scope,
    Value,
    first,
)
from kubewright.drift.scan.index import Index

# Calls of a group version: `read_namespaced_pod`, `list_pod_for_all_namespaces`.
CALL = re.compile(
    r"(?P<verb>list|read|create|replace|patch)_(?:namespaced_)?(?P<kind>\w+?)"
    r"(?:_status)?(?:_for_all_namespaces)?",
    re.ASCII,
)
ELEMENTS = frozenset({"get", "pop", "setdefault", "popitem"})


class Inference:
    """Values of expressions; every method takes the scope in which one stands."""

    def __init__(self, index: Index, packages: Packages) -> None:
        self.index, self.packages = index, packages

    def value(self, node: ast.expr | None, scope: Scope) -> Value | None:
        """What `node` stands for, or None where that is not known."""
        match node:
            case ast.Name(id=name):
                return self.name(name, scope)
            case ast.Attribute(value=base, attr=attr):
                return self.attribute(self.value(base, scope), attr)
            case ast.Call():
                return self.call(node, scope)
            case ast.Subscript(value=base, slice=part):
                return self._element(self.value(base, scope), part)
            case ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self.value(inner, scope)
            case ast.BoolOp(values=values):
                return first(self.value(each, scope) for each in values)
            case ast.IfExp(body=one, orelse=other):
                return first(self.value(each, scope) for each in (one, other))
            case ast.List(elts=items) | ast.Tuple(elts=items) if items:
                return self._contained(self.value(items[0], scope), "[]")
            case ast.ListComp() | ast.GeneratorExp():
                return self._contained(self.value(node.elt, scope), "[]")
            case ast.Dict(values=values) if values:
                return self._contained(self.value(values[0], scope), "{}")
        return None

    def name(self, name: str, scope: Scope) -> Value | None:
        """What a bare name stands for; a star import may have brought any class."""
        if not scope.known(name) and scope.has_star() and name in self.index.types:
            return Class(name, starred=True)
        return scope.find(name)

    def attribute(self, base: Value | None, attr: str) -> Value | None:
        """What the attribute of a value is."""
        match base:
            case Module(path):
                return self.packages.member(path, attr)
            case Instance(name, ""):
                found = self.index.types.get(name, {}).get(attr)
                if found is None or not found.class_name:
                    return None
                return Instance(found.class_name, found.containers)
            case Own(attributes):
                return attributes.get(attr)
        return None

    def call(self, node: ast.Call, scope: Scope) -> Value | None:
        """What a call gives back."""
        match self.value(node.func, scope):
            case Class(name):
                return Instance(name)
            case Function(result):
                return result
        match node.func:
            case ast.Attribute(value=base, attr=attr):
                return self._method(self.value(base, scope), attr) or self._copy(
                    attr, node, scope
                )
            case ast.Name(id=name):
                return self._copy(name, node, scope)
        return None

    def _method(self, base: Value | None, attr: str) -> Value | None:
        match base:
            case Class(name) if attr in MAKERS:
                return Instance(name)
            case Instance(name, "") if name in self.index.calls:
                return self._answer(self.index.calls[name], attr)
            case Instance(_, "") if attr in COPIES:
                return base
            case Instance(name, containers) if containers and attr in ELEMENTS:
                return Instance(name, containers[2:])
            case Instance(name, containers) if containers and attr == "values":
                return Instance(name, "[]" + containers[2:])
        return None

    @staticmethod
    def _answer(kinds: Mapping[str, str], attr: str) -> Value | None:
        """What a call of the API answers with: an object, or a list of such."""
        match = CALL.fullmatch(attr)
        if match is None or match["kind"] not in kinds:
            return None
        name = kinds[match["kind"]]
        return Instance(f"{name}List" if match["verb"] == "list" else name)

    def _copy(self, name: str, node: ast.Call, scope: Scope) -> Value | None:
        """What `cast(V1Pod, x)`, `deepcopy(pod)` and `sorted(pods)` give."""
        if name == "cast" and node.args:
            return self.annotated(node.args[0], scope)
        if name in COPIES | {"sorted", "list", "reversed", "tuple"} and node.args:
            return self.value(node.args[0], scope)
        return None

    def _element(self, base: Value | None, part: ast.expr) -> Value | None:
        if not (isinstance(base, Instance) and base.containers):
            return None
        return base if isinstance(part, ast.Slice) else base.inner()

    @staticmethod
    def _contained(value: Value | None, container: str) -> Value | None:
        return value.inside(container) if isinstance(value, Instance) else None

    def element(self, node: ast.expr, scope: Scope) -> Value | None:
        """What a loop over `node` binds."""
        match node:
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]):
                return self.element(inner, scope)
            case ast.Call(func=ast.Attribute(value=base, attr="items")):
                found = self.value(base, scope)
            case _:
                found = self.value(node, scope)
        return (
            found.inner() if isinstance(found, Instance) and found.containers else None
        )

    def annotated(self, node: ast.expr | None, scope: Scope) -> Instance | Own | None:
        """What a name with that annotation holds."""
        match node:
            case ast.Constant(value=str(text)):
                return self.annotated(expression(text), scope)
            case ast.BinOp(left=one, op=ast.BitOr(), right=other):
                return self.annotated(one, scope) or self.annotated(other, scope)
            case ast.Subscript(value=base, slice=part):
                return self._generic(last_name(base), part, scope)
        found = self.value(node, scope)
        return Instance(found.name) if isinstance(found, Class) else None

    def _generic(self, name: str, part: ast.expr, scope: Scope) -> Instance | None:
        if name not in GENERICS:
            return None
        inner = list(_arguments(part))
        container = GENERICS[name]
        tried = inner[-1:] if container == "{}" else inner
        found = first(self.annotated(each, scope) for each in tried)
        return found.inside(container) if isinstance(found, Instance) else None


def _arguments(part: ast.expr) -> Iterator[ast.expr]:
    yield from part.elts if isinstance(part, ast.Tuple) else (part,)


def last_name(node: ast.expr) -> str:
    """The last part of a dotted name."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def expression(text: str) -> ast.expr | None:
    """The expression in an annotation that is written as text."""
    try:
        return syntax.expression(text.strip())
    except syntax.FAULTS:
        return None
