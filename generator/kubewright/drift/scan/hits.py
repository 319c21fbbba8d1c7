"""What is reported of one Python source: classes, fields and texts that changes concern."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from kubewright.drift.outcome import HIGH, LOW, MEDIUM, Use
from kubewright.drift.scan.bindings import Class, Instance, Value
from kubewright.drift.scan.index import Index, Target
from kubewright.drift.scan.source import Source, Span


class Hits:
    """The uses found so far, and how each sort of place becomes one."""

    def __init__(self, source: Source, index: Index) -> None:
        self.source, self.index = source, index
        self.found: list[Use] = []
        # Attributes that are gone, by their bare name.
        self.lost: dict[str, list[Target]] = defaultdict(list)
        for (_, attr), targets in index.attributes.items():
            gone = [each for each in targets if {"key", "read"} <= set(each.finds)]
            self.lost[attr].extend(gone)

    def add(
        self,
        span: Span,
        symbol: str,
        target: Target,
        how: str,
        confidence: str,
        rewrite: str = "",
    ) -> None:
        """Report `target` at `span`; what is a guess is never rewritten."""
        self.found.append(
            Use(
                file=self.source.file,
                line=span.line,
                column=span.column,
                end_column=span.end,
                symbol=symbol,
                id=target.id,
                how=how,
                confidence=confidence,
                change=target.fingerprint,
                rewrite="" if confidence == LOW else rewrite,
            )
        )

    def of_class(self, value: Class, span: Span, how: str, written: str = "") -> None:
        """A class that changed; a name given by `as` needs no rewrite: its import gets one."""
        target = self.index.classes.get(value.name)
        # Importing a reused name goes well: what is done with it does not.
        if target is not None and (how, target.id) != ("import", "class-name-reused"):
            rewrite = target.name if written in ("", value.name) else ""
            confidence = LOW if value.starred else HIGH
            self.add(span, value.name, target, how, confidence, rewrite)

    def of_module(self, name: str, span: Span | None) -> None:
        """The module of a class in an import."""
        target = self.index.modules.get(name)
        if target is not None and span is not None:
            self.add(span, name, target, "import", HIGH, target.module)

    def of_construction(self, node: ast.Call, name: str, confidence: str) -> None:
        """A class that is built: the keywords given, and those that are missing."""
        written = [part for each in node.keywords for part in unpacked(each)]
        for keyword in written:
            self._keyword(keyword, name, confidence)
            self._kind(keyword, name)
        given = {keyword.arg for keyword in written}
        if None in given or node.args:
            return
        for attr, _, target in self.index.omitted.get(name, ()):
            if attr not in given:
                self.add(self.source.head(node), attr, target, "construct", confidence)

    def _keyword(self, keyword: ast.keyword, name: str, confidence: str) -> None:
        attr = keyword.arg or ""
        for target in self.index.attributes.get((name, attr), ()):
            if given(target, keyword.value):
                span = self._named(keyword, attr)
                self.add(span, attr, target, "keyword", confidence, target.attribute)

    def _named(self, keyword: ast.keyword, attr: str) -> Span:
        """The name of a keyword; one from a dictionary is a text."""
        if isinstance(keyword, Unpacked):
            return self.source.quoted(keyword.key)
        return self.source.span(keyword, len(attr))

    def _kind(self, keyword: ast.keyword, name: str) -> None:
        """The version and kind that a constructor is given go with the class."""
        target, value = self.index.classes.get(name), keyword.value
        if target is None or not isinstance(value, ast.Constant):
            return
        pairs = {
            "api_version": (target.old_api_version, target.api_version),
            "kind": (target.old_kind, target.kind),
        }
        old, new = pairs.get(keyword.arg or "", ("", ""))
        if new and old != new and value.value == old:
            span = self.source.quoted(value)
            rewrite = new if span.length == len(old) else ""
            self.add(span, old, target, "keyword", HIGH, rewrite)

    def of_field(self, name: str, node: ast.Attribute) -> None:
        """An attribute of a class that is known by inference."""
        wanted = "read" if isinstance(node.ctx, ast.Load) else "key"
        for target in self.index.attributes.get((name, node.attr), ()):
            if wanted in target.finds:
                span = self.source.last(node)
                self.add(span, node.attr, target, "attribute", MEDIUM, target.attribute)

    def of_value(
        self, base: Value | None, target: ast.Attribute, value: ast.expr
    ) -> None:
        """A literal that is assigned to an attribute whose values changed."""
        if not isinstance(base, Instance) or base.containers:
            return
        for found in self.index.attributes.get((base.name, target.attr), ()):
            if "value" in found.finds and given(found, value):
                span = self.source.last(target)
                self.add(span, target.attr, found, "attribute", MEDIUM)

    def of_bare(self, node: ast.Attribute) -> None:
        """An attribute of something unknown: a hint, where the name alone tells."""
        for target in self.lost.get(node.attr, ()):
            self.add(self.source.last(node), node.attr, target, "attribute", LOW)

    def of_access(self, base: Value | None, text: ast.Constant) -> None:
        """`getattr` and its kin with a literal name: a hint."""
        if isinstance(base, Instance) and not base.containers:
            attr = str(text.value)
            for target in self.index.attributes.get((base.name, attr), ()):
                self.add(self.source.quoted(text), attr, target, "string", LOW)

    def of_text(self, node: ast.Constant) -> None:
        """A text that is a class or an API version: a hint."""
        if not isinstance(node.value, str) or node.end_lineno != node.lineno:
            return
        for known in (self.index.classes, self.index.api_versions):
            if (target := known.get(node.value)) is not None:
                self.add(self.source.quoted(node), node.value, target, "string", LOW)


class Unpacked(ast.keyword):
    """A keyword that is written as the text `key` of a dictionary after `**`."""

    key: ast.Constant


def unpacked(keyword: ast.keyword) -> Iterator[ast.keyword]:
    """The keywords that `keyword` gives: itself, or those of a literal after `**`."""
    match keyword:
        case ast.keyword(arg=None, value=ast.Dict(keys=keys, values=values)):
            for key, value in zip(keys, values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield _of_text(key, value)
                else:
                    yield ast.keyword(arg=None, value=value)
        case ast.keyword(
            arg=None, value=ast.Call(func=ast.Name(id="dict"), args=[], keywords=inner)
        ):
            yield from (part for each in inner for part in unpacked(each))
        case _:
            yield keyword


def _of_text(key: ast.Constant, value: ast.expr) -> Unpacked:
    part = Unpacked(arg=str(key.value), value=value)
    part.key = key
    return part


def given(target: Target, value: ast.expr) -> bool:
    """Whether giving `value` is a use: any value, or a literal that counts."""
    if "value" not in target.finds:
        return "key" in target.finds
    match value:
        case ast.Constant(value=literal):
            return target.minds(literal)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return any(given(target, part) for part in parts)
        case ast.Dict(values=parts):
            return any(given(target, part) for part in parts)
    return False
