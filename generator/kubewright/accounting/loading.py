"""Objects of any family, and lists of them, as (kind, wire data)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from kubewright.accounting.demand import name_of
from kubewright.accounting.findings import Fault
from kubewright.accounting.shapes import SHAPES
from kubewright.objects import Kind, ObjectError, Wire, is_model, kind_of, wire_view

KINDS: Final = tuple(SHAPES)
LIST: Final = "List"
LEVELS: Final = 20
GROUPS: Final[Mapping[str, str]] = {
    kind: "" if kind in ("Pod", "Node") else "resource.k8s.io" for kind in KINDS
}
Report = Callable[[Fault], None]


def flat(objects: object, report: Report) -> Iterator[tuple[str, Wire]]:
    """The objects with their kinds; what is none of ours is reported."""
    if isinstance(objects, Mapping) or is_model(objects):
        yield from _one(objects, report)
    elif isinstance(objects, Iterable) and not isinstance(objects, (str, bytes)):
        for item in objects:
            yield from _one(item, report)
    else:
        report(_foreign("object", f"a value of type {type(objects).__name__}"))


def _one(item: object, report: Report, level: int = 0) -> Iterator[tuple[str, Wire]]:
    """The fast way for what `kubectl get -o json` prints, else by the object's own word."""
    if type(item) is dict and (kind := _plain_kind(item)):
        yield kind, item
        return
    try:
        found, obj = kind_of(item), wire_view(item)
    except ObjectError as error:
        message = f"found {error.found}, expected {error.expected}"
        report(Fault("foreign-object", "object", error.field, message))
        return
    yield from _opened(found, obj, report, level)


def _plain_kind(item: Mapping[str, Any]) -> str | None:
    kind, version = item.get("kind"), item.get("apiVersion")
    if kind.__class__ is not str or version.__class__ is not str:
        return None
    group = GROUPS.get(str(kind))
    return kind if group == str(version).rpartition("/")[0] else None


def _opened(
    kind: Kind, obj: Wire, report: Report, level: int
) -> Iterator[tuple[str, Wire]]:
    items = obj.get("items")
    if level > LEVELS:
        report(_foreign(name_of(obj, kind.name), f"lists in lists, over {LEVELS} deep"))
    elif kind.name in KINDS and kind.group in ("", GROUPS[kind.name]):
        yield kind.name, obj
    elif kind.name.endswith(LIST) and (items is None or isinstance(items, list)):
        inner = kind.name.removesuffix(LIST)
        for item in items or ():
            yield from _item(inner, item, report, level + 1)
    else:
        report(_foreign(name_of(obj, kind.name), f"kind {kind.name}"))


def _item(
    inner: str, item: Any, report: Report, level: int
) -> Iterator[tuple[str, Wire]]:
    """An item of a typed list need not say its kind."""
    if inner in KINDS and isinstance(item, dict) and not item.get("kind"):
        yield inner, item
    else:
        yield from _one(item, report, level)


def _foreign(label: str, found: str) -> Fault:
    message = f"found {found}, expected one of {', '.join(KINDS)}, or a list of them"
    return Fault("foreign-object", label, "kind", message)
