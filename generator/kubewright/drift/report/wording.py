"""What a finding says in one line, in every form of report."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from kubewright.drift.judge import Finding
from kubewright.drift.outcome import Outcome
from kubewright.drift.rules import BREAKING
from kubewright.drift.values import Change, Json
from kubewright.errors import printable

LONG = 60


def subject(change: Change) -> str:
    """What a change is about: `V1Pod.spec`, a class, or a group version."""
    place = change.before if change.before.key else change.after
    if not place.field and change.after.field:
        place = change.after
    owner = place.class_name or place.key
    return f"{owner}.{place.field}" if place.field else owner


def value(found: Json) -> str:
    """A value on one line, cut where it is long."""
    if isinstance(found, list) and all(isinstance(item, str) for item in found):
        text = ", ".join(found)
    else:
        text = found if isinstance(found, str) else json.dumps(found, sort_keys=True)
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."


def sentence(finding: Finding) -> str:
    """What happened, in words: subject, rule, values, and what to use instead."""
    change = finding.change
    build = _SPECIAL.get(change.id, _values)
    return printable(f"{subject(change)}: {finding.rule.text}{build(change)}")


def _values(change: Change) -> str:
    if change.old is not None and change.new is not None:
        return f": {value(change.old)} -> {value(change.new)}"
    if change.new is not None or change.old is not None:
        return f" ({value(change.new if change.old is None else change.old)})"
    return ""


def _successor(change: Change) -> str:
    details = change.details
    if "replacement" in details:
        shape = details["shape"]
        return f", {details['replacement']} has {_SHAPES[shape]}"
    if "candidates" in details:
        return f", candidates: {', '.join(details['candidates'])}"
    return ""


_SHAPES: Mapping[str, str] = {
    "identical": "the same shape",
    "superset": "all its fields and more",
    "subset": "only some of its fields",
    "different": "another shape",
}


def _kind_gone(change: Change) -> str:
    return f" ({change.old}){_successor(change)}"


def _collision(change: Change) -> str:
    because = ", ".join(change.details.get("because", ()))
    reason = f", because of {because}" if because else ""
    return f": {change.new}{reason}"


def _renamed_field(change: Change) -> str:
    words = f": {change.new}"
    if change.details.get("type_changed"):
        words += f", type {change.details['type_old']} -> {change.details['type_new']}"
    return words


def _keyword(change: Change) -> str:
    old, new = (
        "not set" if each is None else value(each) for each in (change.old, change.new)
    )
    return f" ({change.details['key']}: {old} -> {new})"


def _nothing(change: Change) -> str:
    return ""


def _retargeted(change: Change) -> str:
    return f"{_values(change)}, which has {_SHAPES[change.details['shape']]}"


_SPECIAL: Mapping[str, Callable[[Change], str]] = {
    "model-removed": _successor,
    "model-added": _nothing,
    "model-replaced": lambda change: f": {value(change.new)}",
    "kind-removed": _kind_gone,
    "kind-version-removed": _kind_gone,
    "class-renamed-by-collision": _collision,
    "field-renamed": _renamed_field,
    "field-list-semantics-changed": _keyword,
    "field-constraint-changed": _keyword,
    "field-ref-retargeted": _retargeted,
    "field-became-required": _nothing,
    "field-became-optional": _nothing,
    "field-description-changed": _nothing,
    "model-description-changed": _nothing,
    "group-version-removed": _nothing,
    "group-version-added": _nothing,
}


def verdict(outcome: Outcome) -> str:
    """The first line: `breaking: 7 (2 used by your code), warnings 12, info 160`."""
    if not outcome.findings:
        return "no changes"
    counts = outcome.counts()
    used = outcome.used_counts()[BREAKING]
    note = f" ({used} used by your code)" if outcome.scanned is not None else ""
    breaking = f"breaking: {counts['breaking']}{note}"
    return f"{breaking}, warnings {counts['warning']}, info {counts['info']}"


def left_out(outcome: Outcome) -> str:
    """What the verdict does not count: texts, and what follows from something counted."""
    folded = sum(outcome.folded().values())
    return f"{outcome.counts()['doc']} changed texts, {folded} consequences"


def title(outcome: Outcome) -> str:
    """What is compared: `1.36 -> 1.37`."""
    return printable(f"{outcome.old} -> {outcome.new}")
