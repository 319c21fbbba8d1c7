"""An example of each model as wire JSON: from a manifest written by hand, else filled in.

Manifests are whole objects; the parts of an object are the examples of their models. What
a release does not know is left out of a manifest, what it asks for is filled in, so one
manifest serves all releases and all versions of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from kubewright.codegen.ir import (
    Field,
    ListOf,
    MapOf,
    Model,
    ModelRef,
    Package,
    Scalar,
    TypeRef,
)
from kubewright.refdocs import placeholders
from kubewright.refdocs.kinds import Kind

Wire = dict[str, Any]
SHOWN = 3
META = {"name": "example"}
OBJECT_META = ModelRef("V1ObjectMeta", "v1_object_meta")
NUMBERS = frozenset({Scalar.INTEGER, Scalar.NUMBER, Scalar.INT_OR_STRING})
# What the JSON value of a scalar is; of all others any.
FORMS: Mapping[Scalar, tuple[type, ...]] = {
    **dict.fromkeys((Scalar.STRING, Scalar.QUANTITY, Scalar.BYTES), (str,)),
    **dict.fromkeys((Scalar.TIME, Scalar.MICRO_TIME), (str,)),
    Scalar.INTEGER: (int,),
    Scalar.NUMBER: (int, float),
    Scalar.BOOLEAN: (bool,),
    Scalar.INT_OR_STRING: (int, str),
    **dict.fromkeys((Scalar.OBJECT, Scalar.RAW_EXTENSION), (dict,)),
}
# An example is for people; what is deeper, or comes after so many parts, is left empty.
DEPTH, PARTS = 12, 500


class Examples:
    """The example of each model of a package, by class name."""

    def __init__(
        self, package: Package, kinds: Mapping[str, Kind], manifests: Iterable[Wire]
    ) -> None:
        self._models = {model.class_name: model for model in package.models}
        self._kinds = {
            model.class_name: kinds[model.key]
            for model in package.models
            if model.key in kinds
        }
        self._written: dict[str, Wire] = {}
        self._read(list(manifests))

    def of(self, class_name: str) -> Wire:
        """The example of that class: built from its required fields where none is written."""
        found = self._written.get(class_name)
        if found is None:
            self._left = PARTS
            found = self._filled(self._models[class_name], frozenset())
            self._written[class_name] = found
        return found

    def is_written(self, class_name: str) -> bool:
        """Whether the example is, or is part of, a manifest written by hand."""
        return class_name in self._written

    def _read(self, manifests: list[Wire]) -> None:
        """Take the first manifest of each kind, else one of another version; then the parts."""
        names = {(k.api_version, k.kind): name for name, k in self._kinds.items()}
        roots = [
            (name, self._fitted(manifest, self._models[name], frozenset()))
            for manifest in manifests
            if (name := names.get((manifest["apiVersion"], manifest["kind"])))
        ]
        known = {name for name, _ in roots}
        alike = {(_group(m), m["kind"]): m for m in reversed(manifests)}
        roots.extend(
            (name, self._other_version(found, name, kind))
            for name, kind in self._kinds.items()
            if name not in known and (found := alike.get((kind.group, kind.kind)))
        )
        for name, root in roots:
            self._harvest(root, ModelRef(name, ""))

    def _other_version(self, manifest: Wire, name: str, kind: Kind) -> Wire:
        told = {**manifest, **_type_meta(kind)}
        return self._fitted(told, self._models[name], frozenset())

    def _harvest(self, value: Any, kind: TypeRef) -> None:
        """Keep the first example of each model inside `value`."""
        for part, ref in self._parts(value, kind):
            if part:
                self._written.setdefault(ref.class_name, part)
            for field in self._models[ref.class_name].fields:
                if field.wire in part:
                    self._harvest(part[field.wire], field.type)

    def _parts(self, value: Any, kind: TypeRef) -> Iterator[tuple[Wire, ModelRef]]:
        match kind:
            case ModelRef():
                yield value, kind
            case ListOf(item):
                for part in value:
                    yield from self._parts(part, item)
            case MapOf(inner):
                for part in value.values():
                    yield from self._parts(part, inner)

    def _fitted(self, value: Wire, model: Model, inside: frozenset[str]) -> Wire:
        """`value` without what `model` does not know, and with what it requires."""
        inside |= {model.class_name}
        kept = self._known(value, model, inside)
        self._left = PARTS
        missing = (f for f in model.fields if f.required and f.wire not in kept)
        return kept | {field.wire: self._value(field, inside) for field in missing}

    def _known(self, value: Wire, model: Model, inside: frozenset[str]) -> Wire:
        """The parts of `value` that are fields of `model`, and of their types."""
        types = {field.wire: field.type for field in model.fields}
        return {
            wire: self._fit(part, types[wire], inside)
            for wire, part in value.items()
            if wire in types and _suits(part, types[wire])
        }

    def _fit(self, value: Any, kind: TypeRef, inside: frozenset[str]) -> Any:
        match kind:
            case ModelRef(name):
                return self._fitted(value, self._models[name], inside)
            case ListOf(item):
                suiting = (part for part in value if _suits(part, item))
                return [self._fit(part, item, inside) for part in suiting]
            case MapOf(inner):
                return {
                    key: self._fit(part, inner, inside)
                    for key, part in value.items()
                    if _suits(part, inner)
                }
        return value

    def _filled(self, model: Model, inside: frozenset[str]) -> Wire:
        inside |= {model.class_name}
        kind = self._kinds.get(model.class_name)
        start = self._known(_type_meta(kind), model, inside) if kind else {}
        chosen = (f for f in _chosen(model, bool(kind)) if f.wire not in start)
        return start | {field.wire: self._value(field, inside) for field in chosen}

    def _value(self, field: Field, inside: frozenset[str]) -> Any:
        if field.type == OBJECT_META and OBJECT_META.class_name not in inside:
            return self._fit(META, field.type, inside)
        return self._of_type(field.wire, field.type, inside)

    def _of_type(self, wire: str, kind: TypeRef, inside: frozenset[str]) -> Any:
        match kind:
            case Scalar():
                return placeholders.scalar(wire, kind)
            case ListOf(item):
                return (
                    [] if _again(item, inside) else [self._of_type(wire, item, inside)]
                )
            case MapOf(value):
                key = "cpu" if value is Scalar.QUANTITY else "example"
                inner = {key: self._of_type(wire, value, inside)}
                return {} if _again(value, inside) else inner
            case ModelRef(name):
                return self._inner(name, inside)

    def _inner(self, name: str, inside: frozenset[str]) -> Wire:
        self._left -= 1
        if name in inside or len(inside) >= DEPTH or self._left < 0:
            return {}
        return self._written.get(name) or self._filled(self._models[name], inside)


def _chosen(model: Model, is_kind: bool) -> list[Field]:
    """The required fields of `model`, of a kind also its name and spec, else some others."""
    wanted = {"metadata", "spec"} if is_kind else set()
    fields = [f for f in model.fields if f.required or f.wire in wanted]
    if fields:
        return fields
    simple = [f for f in model.fields if isinstance(f.type, Scalar)]
    return list(islice(simple or model.fields, SHOWN if simple else 1))


def _suits(value: Any, kind: TypeRef) -> bool:
    """Whether a JSON value has the form of that type; what is inside it is another matter."""
    match kind:
        case ModelRef() | MapOf():
            return isinstance(value, dict)
        case ListOf():
            return isinstance(value, list)
        case Scalar():
            forms = FORMS.get(kind, (object,))
            return isinstance(value, forms) and (
                not isinstance(value, bool) or kind not in NUMBERS
            )


def _again(kind: TypeRef, inside: frozenset[str]) -> bool:
    while isinstance(kind, ListOf | MapOf):
        kind = kind.item if isinstance(kind, ListOf) else kind.value
    return isinstance(kind, ModelRef) and kind.class_name in inside


def _group(manifest: Wire) -> str:
    return str(manifest["apiVersion"]).rpartition("/")[0]


def _type_meta(kind: Kind) -> Wire:
    return {"apiVersion": kind.api_version, "kind": kind.kind}
