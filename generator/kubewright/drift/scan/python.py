"""The search of one Python source, by its syntax tree; comments are never looked at."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from kubewright.drift import syntax
from kubewright.drift.outcome import HIGH, LOW, Use
from kubewright.drift.scan.bindings import (
    Class,
    Function,
    Instance,
    Module,
    Own,
    Packages,
    Scope,
    Value,
)
from kubewright.drift.scan.bodies import MARKS, Bodies, is_body
from kubewright.drift.scan.hits import Hits
from kubewright.drift.scan.index import Index
from kubewright.drift.scan.infer import Inference, expression
from kubewright.drift.scan.narrow import Narrowing, paired
from kubewright.drift.scan.source import Source, Span

ANNOTATION = re.compile(r"[\w.\[\], |]+", re.ASCII)
ACCESS = frozenset({"getattr", "setattr", "hasattr", "delattr"})
NAMING = frozenset({"import", "construct", "annotation"})


class Unreadable(Exception):
    """A source that does not parse."""


def parse(text: str) -> ast.Module:
    """The syntax tree of `text`; raises `Unreadable` with a reason."""
    try:
        return syntax.module(text)
    except SyntaxError as error:
        reason = f"does not parse at line {error.lineno} ({error.msg})"
        raise Unreadable(reason) from error
    except (ValueError, RecursionError, MemoryError) as error:
        reason = str(error) or type(error).__name__
        raise Unreadable(f"does not parse ({reason})") from error


def scan(
    text: str, file: str, index: Index, added: tuple[str, ...], hints: bool
) -> list[Use]:
    """The uses in a Python source; with `hints` also those of low confidence."""
    tree = parse(text)
    if not (hints or _may_use(text, added)):
        return []
    search = Search(Source(text, file), index, added)
    try:
        search.module(tree)
    except RecursionError as error:
        raise Unreadable("nested too deeply") from error
    found = {use for use in search.hits.found if hints or use.confidence != LOW}
    return sorted(_rewritable(use, search.names, index) for use in found)


def _may_use(text: str, added: tuple[str, ...]) -> bool:
    """Whether a source may name models or write an object at all; most files do neither."""
    names = ("client", *(name.rpartition(".")[2] for name in added))
    return any(name in text for name in names) or all(mark in text for mark in MARKS)


def _rewritable(use: Use, names: set[str], index: Index) -> Use:
    """`use` without its rewrite where the new class name means something else in the file."""
    clash = use.how in NAMING and use.rewrite in names
    return replace(use, rewrite="") if clash and use.rewrite not in index.types else use


class Search(Narrowing):
    """A walk over one tree; functions wait until the code around them has been seen."""

    def __init__(self, source: Source, index: Index, added: tuple[str, ...]) -> None:
        self.source, self.index = source, index
        self.packages = Packages(index, added)
        self.infer = Inference(index, self.packages)
        self.bodies = Bodies(index)
        self.hits = Hits(source, index)
        self.scope = Scope()
        self.own: Own | None = None
        self.waiting: list[Callable[[], None]] = []
        self.names: set[str] = set()
        self.called: set[int] = set()

    def module(self, tree: ast.Module) -> None:
        """Search the whole tree."""
        self.generic_visit(tree)
        while self.waiting:
            self.waiting.pop(0)()

    # Imports

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        path = "." * node.level + (node.module or "")
        models = self.packages.holds_models(path)
        if self.packages.is_model_module(path):
            self._segment(node, node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self.scope.starred = self.scope.starred or models
            else:
                self._imported(alias, path, models)

    def _imported(self, alias: ast.alias, path: str, models: bool) -> None:
        value = self.packages.member(path, alias.name)
        self._bind(alias.asname or alias.name, value)
        span = self.source.span(alias, len(alias.name))
        if isinstance(value, Class):
            self.hits.of_class(value, span, "import")
        elif models:
            self.hits.of_module(alias.name, span)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            path = alias.name if alias.asname else root
            self._bind(alias.asname or root, Module(path))
            if self.packages.is_model_module(alias.name):
                self._segment(alias, alias.name)

    def _segment(self, node: ast.ImportFrom | ast.alias, path: str) -> None:
        span = self.source.segment(node.lineno, node.col_offset, path)
        self.hits.of_module(path.rpartition(".")[2], span)

    # Names that are bound

    def _bind(self, name: str, value: Value | None) -> None:
        self.scope.names[name] = value
        if not isinstance(value, Class):
            self.names.add(name)

    def _assign(self, target: ast.expr, value: Value | None) -> None:
        match target:
            case ast.Name(id=name):
                self._bind(name, value)
            case ast.Attribute(value=ast.Name(id=name), attr=attr):
                if isinstance(own := self.scope.find(name), Own):
                    own.attributes[attr] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    # Of the pairs of `items` and `enumerate` the second is the element.
                    self._assign(part, value if part is parts[-1] else None)
            case ast.Starred(value=inner):
                self._assign(inner, None)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        nothing = isinstance(node.value, ast.Constant) and node.value.value is None
        for target in node.targets:
            self._stored(target, node.value)
            pairs = (
                () if nothing and self._is_class(target) else paired(target, node.value)
            )
            known = [(part, self.infer.value(each, self.scope)) for part, each in pairs]
            for part, value in known:
                self._assign(part, value)

    def _is_class(self, target: ast.expr) -> bool:
        """Whether a name is a class so far: None is what stands for one not to be had."""
        return isinstance(target, ast.Name) and isinstance(
            self.scope.names.get(target.id), Class
        )

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._annotation(node.annotation)
        if node.value is not None:
            self.visit(node.value)
        value: Value | None = self.infer.annotated(node.annotation, self.scope)
        value = value or self.infer.value(node.value, self.scope)
        self._stored(node.target, node.value)
        self._assign(node.target, value)
        if self.own is not None and isinstance(node.target, ast.Name):
            self.own.attributes[node.target.id] = value

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        self.visit(node.target)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self._assign(node.target, self.infer.value(node.value, self.scope))

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        self._assign(node.target, self.infer.element(node.iter, self.scope))
        for part in (*node.body, *node.orelse):
            self.visit(part)

    visit_AsyncFor = visit_For

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.visit(node.iter)
        self._assign(node.target, self.infer.element(node.iter, self.scope))
        for test in node.ifs:
            self.visit(test)

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp
    ) -> None:
        """Generators come first: they bind what the element is made of."""
        self._generated(node.generators, (node.elt,))

    visit_ListComp = visit_SetComp = visit_GeneratorExp = _comprehension

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._generated(node.generators, (node.key, node.value))

    def _generated(
        self, generators: list[ast.comprehension], parts: tuple[ast.expr, ...]
    ) -> None:
        outer, self.scope = self.scope, Scope(self.scope)
        for each in (*generators, *parts):
            self.visit(each)
        self.scope = outer

    def visit_withitem(self, node: ast.withitem) -> None:
        self.visit(node.context_expr)
        if node.optional_vars is not None:
            value = self.infer.value(node.context_expr, self.scope)
            self._assign(node.optional_vars, value)

    # Functions and classes

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            if part is not None:
                self.visit(part)
        result = self.infer.annotated(node.returns, self.scope)
        self._annotation(node.returns)
        self._bind(
            node.name, Function(result) if isinstance(result, Instance) else None
        )
        scope = Scope(self._enclosing())
        self._parameters(node.args, scope)
        self._wait(node.body, scope)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        scope = Scope(self.scope)
        self._parameters(node.args, scope)
        outer, self.scope = self.scope, scope
        self.visit(node.body)
        self.scope = outer

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(part)
        self._bind(node.name, None)
        outer, own = self.scope, self.own
        self.scope, self.own = Scope(self.scope), Own()
        for each in node.body:
            self.visit(each)
        self.scope, self.own = outer, own

    def _enclosing(self) -> Scope:
        """The scope that a function sees: not that of the class around it."""
        if self.own is not None and self.scope.parent is not None:
            return self.scope.parent
        return self.scope

    def _parameters(self, arguments: ast.arguments, scope: Scope) -> None:
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for each in every:
            self._annotation(each.annotation)
            scope.names[each.arg] = self.infer.annotated(each.annotation, self.scope)
        for star in (arguments.vararg, arguments.kwarg):
            if star is not None:
                self._annotation(star.annotation)
                scope.names[star.arg] = None
        if self.own is not None and every and every[0].annotation is None:
            scope.names[every[0].arg] = self.own

    def _wait(self, body: list[ast.stmt], scope: Scope) -> None:
        def search() -> None:
            self.scope, self.own = scope, None
            for part in body:
                self.visit(part)

        self.waiting.append(search)

    # Places that may be uses

    def visit_Name(self, node: ast.Name) -> None:
        value = self.infer.name(node.id, self.scope)
        if isinstance(node.ctx, ast.Load) and isinstance(value, Class):
            span = self.source.span(node, len(node.id))
            self.hits.of_class(value, span, self._how(node), node.id)
        elif isinstance(value, Module):
            self._named_module(node, value.path)

    def _named_module(self, node: ast.Name, path: str) -> None:
        """The module of a class under its own name."""
        own = node.id == path.rpartition(".")[2]
        if own and self.packages.is_model_module(path):
            self.hits.of_module(node.id, self.source.span(node, len(node.id)))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        base = self.infer.value(node.value, self.scope)
        found = self.infer.attribute(base, node.attr)
        if isinstance(found, Class):
            self.hits.of_class(
                found, self.source.last(node), self._how(node), node.attr
            )
        if isinstance(base, Instance) and not base.containers:
            self.hits.of_field(base.name, node)
        elif isinstance(base, Module) and self.packages.holds_models(base.path):
            self.hits.of_module(node.attr, self.source.last(node))
        elif base is None:
            self.hits.of_bare(node)
        self.visit(node.value)

    def _how(self, node: ast.expr) -> str:
        return "construct" if id(node) in self.called else "annotation"

    def visit_Call(self, node: ast.Call) -> None:
        self.called.add(id(node.func))
        if isinstance(node.func, ast.Attribute):
            self.called.add(id(node.func.value))
        called = self.infer.value(node.func, self.scope)
        if isinstance(called, Class):
            confidence = LOW if called.starred else HIGH
            self.hits.of_construction(node, called.name, confidence)
        self._special(node)
        if is_body(node):
            self.hits.found.extend(self.bodies.literal(self.source, node))
        self.generic_visit(node)

    def _special(self, node: ast.Call) -> None:
        """Calls that name a field by text, and those that read a dictionary as a class."""
        match node:
            case ast.Call(
                func=ast.Name(id=name),
                args=[base, ast.Constant(value=str()) as text, *_],
            ) if (
                name in ACCESS
            ):
                self.hits.of_access(self.infer.value(base, self.scope), text)
            case ast.Call(
                func=ast.Attribute(value=owner, attr="from_dict"),
                args=[ast.Dict() | ast.Call() as body, *_],
            ) if is_body(body):
                found = self.infer.value(owner, self.scope)
                if isinstance(found, Class):
                    uses = self.bodies.of_class(self.source, body, found.name)
                    self.hits.found.extend(uses)

    def visit_Dict(self, node: ast.Dict) -> None:
        self.hits.found.extend(self.bodies.literal(self.source, node))
        self.generic_visit(node)

    def _stored(self, target: ast.expr, value: ast.expr | None) -> None:
        """An assignment: to an attribute it is a use, with its value where that counts."""
        if isinstance(target, ast.Attribute) and value is not None:
            base = self.infer.value(target.value, self.scope)
            self.hits.of_value(base, target, value)
        self.visit(target)

    def visit_Constant(self, node: ast.Constant) -> None:
        self.hits.of_text(node)

    def _annotation(self, node: ast.expr | None) -> None:
        """The classes in an annotation; one written as text is read as if it were code."""
        if node is not None:
            for text in _texts(node):
                self._annotation_text(text, str(text.value))
            self.visit(node)

    def _annotation_text(self, node: ast.Constant, text: str) -> None:
        tree = expression(text) if ANNOTATION.fullmatch(text) else None
        quoted = self.source.quoted(node)
        if tree is None or node.lineno != node.end_lineno or quoted.length != len(text):
            return
        for part in ast.walk(tree):
            if isinstance(part, ast.Name | ast.Attribute):
                value = self.infer.value(part, self.scope)
                name = part.id if isinstance(part, ast.Name) else part.attr
                end = quoted.column + (part.end_col_offset or 0)
                if isinstance(value, Class):
                    span = Span(node.lineno, end - len(name), end)
                    self.hits.of_class(value, span, "annotation", name)


def _texts(node: ast.expr) -> Iterator[ast.Constant]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part
