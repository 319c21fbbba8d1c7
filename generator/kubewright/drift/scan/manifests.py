"""The search of objects on the wire: manifests, and dictionaries in sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kubewright.drift.outcome import HIGH, Use
from kubewright.drift.scan import nodes
from kubewright.drift.scan.index import FieldType, Index, Target
from kubewright.drift.scan.nodes import Entries, Items, Node, Scalar

MANIFEST = "manifest"
MERGE = "<<"
MARKS = ("apiVersion", "kind")
NULLS = ("", "~", "null", "Null", "NULL")


def scan(text: str, file: str, index: Index) -> Iterator[Use]:
    """The uses in a stream of documents; raises `nodes.Unreadable` where it ends early."""
    if all(mark in text for mark in MARKS):
        filled: list[int] = []
        for document in nodes.documents(text, file, filled):
            yield from Walk(file, index, _in_manifest).document(document)
        if filled:
            raise nodes.Unreadable(f"line {filled[0]}: filled in later; a template?")


@dataclass(frozen=True, slots=True)
class Written:
    """How an API version is told and rewritten: in a manifest the whole line is."""

    symbol: str
    first: Scalar
    last: Scalar
    rewrite: str


Writing = Callable[[Scalar, Scalar, str, Target], Written]


def _in_manifest(key: Scalar, value: Scalar, kind: str, target: Target) -> Written:
    new = f"{value.quote}{target.api_version}{value.quote}"
    line = f"{key.quote}apiVersion{key.quote}: {new}"
    # An anchor or a tag stands before the text, inside the value: it must not go.
    bare = value.end - value.column == len(str(value.value)) + 2 * len(value.quote)
    same = bare and key.line == value.line
    rewrite = line if target.api_version and same else ""
    return Written(f"{value.value} {kind}", key, value, rewrite)


@dataclass(slots=True)
class Walk:
    """A walk over the objects of one document; `seen` keeps shared nodes from repeating."""

    file: str
    index: Index
    writing: Writing
    seen: set[tuple[int, str]] = field(default_factory=set)

    def document(self, root: Node, depth: int = 0) -> Iterator[Use]:
        """The uses in a document: an object, a list of objects, or neither."""
        if not isinstance(root, Entries) or depth > nodes.DEPTH_LIMIT:
            return
        if any(isinstance(root.get(mark), Entries | Items) for mark in MARKS):
            raise nodes.Unreadable(
                f"line {root.line}: no text as version or kind; a template?"
            )
        version, kind = root.text("apiVersion"), root.text("kind")
        items = root.get("items")
        if kind.endswith("List") and isinstance(items, Items):
            yield from self._list(root, version, kind)
            for item in items.items:
                yield from self._item(item, version, kind.removesuffix("List"), depth)
        elif version and kind:
            yield from self.object(root, version, kind)

    def _list(self, root: Entries, version: str, kind: str) -> Iterator[Use]:
        """The version of a list, which goes with that of its items."""
        target = self.index.kinds.get((version, kind.removesuffix("List")))
        if target is not None:
            yield from self._kind(root, kind, target)

    def _item(self, item: Node, version: str, kind: str, depth: int) -> Iterator[Use]:
        """An item of a list; one without a kind of its own has that of the list."""
        if isinstance(item, Entries) and item.text("kind"):
            yield from self.document(item, depth + 1)
        elif isinstance(item, Entries) and kind:
            yield from self.object(item, version, kind)

    def object(self, root: Entries, version: str, kind: str) -> Iterator[Use]:
        """The uses in an object of that version and kind."""
        target = self.index.kinds.get((version, kind))
        if target is not None:
            yield from self._kind(root, kind, target)
        name = self.index.kind_classes.get((version, kind))
        if name:
            yield from self.value(root, FieldType("", name), None)

    def _kind(self, root: Entries, kind: str, target: Target) -> Iterator[Use]:
        for key, value in root.entries:
            if key.value == "apiVersion" and isinstance(value, Scalar):
                told = self.writing(key, value, kind, target)
                yield self._use(
                    told.first, told.last, told.symbol, target, told.rewrite
                )

    def value(self, node: Node, kind: FieldType, key: Scalar | None) -> Iterator[Use]:
        """The uses inside a value of that type, which stands at `key`."""
        if not kind.class_name:
            return
        if kind.containers:
            inner = FieldType(kind.containers[2:], kind.class_name)
            for name, part in _parts(node, kind.containers[:2]):
                # What an item lacks is told at the item, what an entry lacks at its key.
                yield from self.value(part, inner, name)
        elif (
            isinstance(node, Entries)
            and (mark := (id(node), kind.class_name)) not in self.seen
        ):
            self.seen.add(mark)
            yield from self._fields(node, kind.class_name)
            yield from self._omitted(node, kind.class_name, key)

    def _fields(self, node: Entries, name: str) -> Iterator[Use]:
        types = self.index.wire_types.get(name, {})
        for key, value in merged(node):
            for target in self.index.wires.get((name, str(key.value)), ()):
                if _concerns(target, value):
                    yield self._use(key, key, str(key.value), target, _key(key, target))
            if key.value in types:
                yield from self.value(value, types[str(key.value)], key)

    def _omitted(self, node: Entries, name: str, key: Scalar | None) -> Iterator[Use]:
        if node.open:
            return
        given = {entry.value for entry, _ in merged(node)}
        for _, wire, target in self.index.omitted.get(name, ()):
            if wire not in given:
                here = key or Scalar(
                    "", node.line, node.column, node.line, node.column + 1
                )
                yield self._use(here, here, wire, target, "")

    def _use(
        self, first: Scalar, last: Scalar, symbol: str, target: Target, rewrite: str
    ) -> Use:
        end = last.end if last.end_line == first.line else first.column + 1
        rewrite = rewrite if last.end_line == first.line else ""
        return Use(
            file=self.file,
            line=first.line,
            column=first.column,
            end_column=end,
            symbol=symbol,
            id=target.id,
            how=MANIFEST,
            confidence=HIGH,
            change=target.fingerprint,
            rewrite=rewrite,
        )


def _concerns(target: Target, value: Node) -> bool:
    if "value" not in target.finds:
        return "key" in target.finds
    match value:
        case Scalar():
            empty = not value.quote and value.value in NULLS
            return not empty and target.minds(value.value)
        case Items():
            return any(_concerns(target, part) for part in value.items)
    return any(_concerns(target, part) for _, part in value.entries)


def _key(key: Scalar, target: Target) -> str:
    """The rewritten key; one in quotes keeps them."""
    length = key.end - key.column
    inside = length == len(str(key.value))
    quote = "" if inside else key.quote
    bare = inside or length == len(str(key.value)) + 2 * len(quote)
    return f"{quote}{target.wire}{quote}" if target.wire and bare else ""


def _parts(node: Node, container: str) -> Iterator[tuple[Scalar | None, Node]]:
    if container == "[]" and isinstance(node, Items):
        yield from ((None, item) for item in node.items)
    elif container == "{}" and isinstance(node, Entries):
        yield from merged(node)


def merged(node: Entries) -> Iterator[tuple[Scalar, Node]]:
    """The entries of a mapping and of those it merges (`<<`), once each and a level deep."""
    for key, value in node.entries:
        if key.value != MERGE:
            yield key, value
            continue
        for part in value.items if isinstance(value, Items) else (value,):
            if isinstance(part, Entries):
                yield from (entry for entry in part.entries if entry[0].value != MERGE)
