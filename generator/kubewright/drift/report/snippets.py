"""What to write instead: a line or two of before and after for each sort of change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kubewright.drift.judge import Finding
from kubewright.drift.report.wording import value
from kubewright.drift.values import Change, Place

Snippet = tuple[str, str]
IMPORT = "from kubernetes.client.models import"
NONE = "# nothing takes its place"


def snippet(finding: Finding) -> Snippet:
    """The code before and after; two empty texts where there is nothing to show."""
    change = finding.change
    if change.id.startswith("kind-") and "group" in change.details:
        return _kind(change)
    build = _BUILD.get(change.id)
    if build is None and change.before.field:
        build = _typed
    return build(change) if build else ("", "")


def _kind(change: Change) -> Snippet:
    before, after = str(change.old or ""), str(change.new or "")
    return _manifest(before), _manifest(after) if after else NONE


def _manifest(text: str) -> str:
    version, _, kind = text.rpartition(" ")
    return f"apiVersion: {version}\nkind: {kind}" if version else text


def _class(change: Change) -> Snippet:
    before = f"{IMPORT} {change.before.class_name}"
    others = change.details.get("successors") or change.details.get("candidates")
    if change.after.class_name:
        return before, f"{IMPORT} {change.after.class_name}"
    return before, f"# look at {', '.join(others)}" if others else NONE


def _module(change: Change) -> Snippet:
    path = "from kubernetes.client.models."
    return f"{path}{change.old} import ...", f"{path}{change.new} import ..."


def _field(change: Change) -> Snippet:
    before = _call(change.before)
    if not change.after.field:
        return before, f"{change.after.class_name}(...)"
    if change.id == "field-moved" and change.details.get("direction") == "deeper":
        outer, inner = change.after.attribute, change.before.attribute
        return before, f"{change.after.class_name}({outer}=...({inner}=...))"
    return before, _call(change.after)


def _call(place: Place) -> str:
    return f"{place.class_name}({place.attribute}=...)"


def _required(change: Change) -> Snippet:
    return f"{change.before.class_name}(...)", _call(change.after)


def _optional(change: Change) -> Snippet:
    name = change.before.attribute
    return f"x.{name}.use()", f"if x.{name} is not None:\n    x.{name}.use()"


def _typed(change: Change) -> Snippet:
    old = change.details.get("type_old", change.old)
    new = change.details.get("type_new", change.new)
    name = f"{change.before.class_name}.{change.before.attribute}"
    return f"{name}: {value(old)}", f"{name}: {value(new)}"


def _enum(change: Change) -> Snippet:
    name = f"{change.before.class_name}({change.before.attribute}"
    if change.id == "field-enum-introduced":
        return f"{name}=...)", f"# one of {value(change.new)}"
    shown = repr(change.details["value"])
    removed = change.id == "field-enum-value-removed"
    return (f"{name}={shown})", "# refused") if removed else ("", f"{name}={shown})")


_BUILD: Mapping[str, Callable[[Change], Snippet]] = {
    "model-removed": _class,
    "model-renamed": _class,
    "model-replaced": _class,
    "model-inlined": lambda change: (f"{change.old}(...)", str(change.new)),
    "model-uninlined": lambda change: (str(change.old), f"{change.new}(...)"),
    "class-renamed-by-collision": _class,
    "class-name-reused": lambda change: (f"# {change.old}", f"# {change.new}"),
    "module-renamed": _module,
    "field-removed": _field,
    "field-renamed": _field,
    "field-moved": _field,
    "field-added-required": _required,
    "field-became-required": _required,
    "field-became-optional": _optional,
    "field-enum-introduced": _enum,
    "field-enum-value-removed": _enum,
    "field-enum-value-added": _enum,
    "python-attribute-renamed": _field,
}
