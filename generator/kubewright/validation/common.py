"""Checks that several kinds share: lists, raw JSON, conditions, taints, selectors, metadata."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from kubewright.validation import names
from kubewright.validation.cursor import At
from kubewright.validation.names import Check, size

_REASON = re.compile(r"[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?")
_RFC3339 = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})"
)
_EFFECTS = ("NoExecute", "NoSchedule", "None")
_OPERATIONS = ("NodePrepareResources", "NodeUnprepareResources", "*")


def fits(at: At, most: int, rule: str) -> bool:
    """Report a list that is too long; its items are then left alone."""
    count = len(at.items())
    if count > most:
        at.fail(rule, count)
    return count <= most


def each(at: At, check: Check) -> None:
    """Check every item."""
    for item in at.items():
        check(item)


def unique(at: At | Sequence[At], rule: str, key: Callable[[At], Hashable]) -> None:
    """Report each item whose key stands earlier in the list."""
    seen: set[Hashable] = set()
    for item in at.items() if isinstance(at, At) else at:
        found = key(item)
        if found in seen:
            item.fail(rule, found)
        seen.add(found)


def name_of(item: At) -> str:
    """An item's name, the key of most lists."""
    return item.get("name").text()


def object_meta(at: At) -> None:
    """Names of an object; labels and annotations are not checked."""
    name, prefix = at.get("name"), at.get("generateName")
    if not name.text() and not prefix.text():
        at.get("name").fail("meta/name-required")
    if name.text() and not names.is_subdomain(name.text()):
        name.fail("meta/name", name.value)
    if prefix.text() and not names.is_subdomain(re.sub("-$", "a", prefix.text())):
        prefix.fail("meta/generate-name", prefix.value)


def raw_json(at: At, *, stored: bool = False) -> None:
    """Opaque JSON: an object of at most 10240 bytes, counted in the compact text."""
    if at.value is None:
        return at.fail("json/required")
    text = json.dumps(at.value, separators=(",", ":"), ensure_ascii=False)
    if size(text) > 10240 and not stored:
        return at.fail("json/long")
    if not isinstance(at.value, dict):
        at.fail("json/object")
    return None


def conditions(at: At) -> None:
    """Conditions as metav1 checks them; a type may stand once."""
    seen: set[str] = set()
    for item in at.items():
        kind = item.get("type").text()
        if kind in seen:
            item.fail("condition/duplicate", kind)
        seen.add(kind)
        _condition(item)


def _condition(at: At) -> None:
    _required_form(at.get("type"), "condition/type", names.is_label_key)
    status = at.get("status")
    _required_form(
        status, "condition/status", ("True", "False", "Unknown").__contains__
    )
    if at.get("observedGeneration").integer() < 0:
        at.get("observedGeneration").fail("condition/generation")
    _time(at.get("lastTransitionTime"))
    reason = at.get("reason")
    _required_form(
        reason, "condition/reason", lambda text: bool(_REASON.fullmatch(text))
    )
    if size(reason.text()) > 1024:
        reason.fail("condition/reason-long")
    if size(at.get("message").text()) > 32768:
        at.get("message").fail("condition/message-long")


def _time(at: At) -> None:
    if at.text() in ("", "0001-01-01T00:00:00Z"):
        at.fail("condition/time")
    elif not _RFC3339.fullmatch(at.text()):
        at.fail("decode/time", at.value)


def _required_form(at: At, rule: str, accepts: Callable[[str], bool]) -> None:
    if not at.text():
        at.fail(f"{rule}-required")
    elif not accepts(at.text()):
        at.fail(rule, at.value)


def taint(at: At, old: Any = None) -> None:
    """A device taint; the effect is checked again only when it changes."""
    names.label_key(at.get("key"))
    names.label_value(at.get("value"))
    effect = at.get("effect")
    if isinstance(old, dict) and old.get("effect", "") == effect.text():
        return
    _required_form(effect, "taint/effect", _EFFECTS.__contains__)


def toleration(at: At) -> None:
    """A device toleration; an unset operator is Equal."""
    if at.get("key").text() and not names.is_label_key(at.get("key").text()):
        at.get("key").fail("toleration/key", at.get("key").value)
    operator, value = at.get("operator"), at.get("value")
    if operator.text() == "Exists":
        if value.text():
            value.fail("toleration/value", value.value)
    elif operator.text() in ("", "Equal"):
        names.label_value(value)
    else:
        operator.fail("toleration/operator", operator.value)
    effect = at.get("effect")
    if effect.text() not in ("", *_EFFECTS):
        effect.fail("toleration/effect", effect.value)


def binding_conditions(at: At) -> None:
    """Conditions that binding waits for, and those that end it: both lists or none."""
    binding, failure = at.get("bindingConditions"), at.get("bindingFailureConditions")
    for listed in (binding, failure):
        if fits(listed, 4, "binding/many"):
            each(listed, names.label_key)
    unique(binding, "binding/duplicate", At.text)
    unique(failure, "binding/duplicate", At.text)
    for item in failure.items():
        if item.text() in binding.texts():
            item.fail("binding/overlap", item.value)
    if bool(binding.items()) != bool(failure.items()):
        (failure if binding.items() else binding).fail("binding/both")


def skip_node_operations(at: At) -> None:
    """Operations that a node may skip: a set; preparing not without unpreparing."""
    for item in at.items():
        if item.text() not in _OPERATIONS:
            item.fail("skip/operation", item.value)
    unique(at, "skip/duplicate", At.text)
    skipped = set(at.texts())
    if "NodePrepareResources" in skipped and skipped.isdisjoint(_OPERATIONS[1:]):
        at.fail("skip/prepare", at.texts())


def node_selector(at: At) -> None:
    """A node selector of core/v1."""
    terms = at.get("nodeSelectorTerms")
    if not terms.items():
        terms.fail("selector/terms")
    for term in terms.items():
        each(term.get("matchExpressions"), _label_requirement)
        each(term.get("matchFields"), _field_requirement)


def _label_requirement(at: At) -> None:
    operator, values = at.get("operator").text(), at.get("values")
    count = len(values.items())
    if operator in ("In", "NotIn", "Gt", "Lt"):
        if count == 0 or (operator in ("Gt", "Lt") and count != 1):
            values.fail("selector/values")
    elif operator in ("Exists", "DoesNotExist"):
        if count:
            values.fail("selector/no-values")
    else:
        at.get("operator").fail("selector/operator", operator)
    names.label_key(at.get("key"))
    each(values, names.label_value)


def _field_requirement(at: At) -> None:
    operator, values, key = at.get("operator"), at.get("values"), at.get("key")
    if operator.text() not in ("In", "NotIn"):
        operator.fail("selector/operator", operator.value)
    elif len(values.items()) != 1:
        values.fail("selector/values")
    if key.text() == "metadata.name":
        return each(values, names.subdomain)
    return key.fail("selector/field", key.value)


def one_of(at: At, fields: Sequence[str], rule: str) -> None:
    """Report a value that sets none or several of some fields."""
    if sum(at.get(name).present for name in fields) != 1:
        at.fail(rule)
