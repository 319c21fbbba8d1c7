"""From changes to findings: severity, stability, policy, what breaks, fingerprint."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kubewright.drift import rules
from kubewright.drift.rules import BREAKING, INFO, WARNING, Breaks, Rule
from kubewright.drift.values import Change, Json
from kubewright.drift.words import (
    ALPHA,
    GA,
    NONE,
    split_key,
    stability,
    version_stability,
)
from kubewright.spec import document

DISCOUNT = {BREAKING: WARNING, WARNING: INFO}
POLICY = "removed-without-version-bump"
# What the deprecation policy forbids within a stable version.
FORBIDDEN = frozenset(
    {
        "kind-removed",
        "kind-version-removed",
        "field-removed",
        "field-renamed",
        "field-moved",
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A change, judged.

    `since` is the release in which it happened, `caused_by` the fingerprint of the finding
    that this one follows from; both ``""`` where there is none.
    """

    change: Change
    rule: Rule
    severity: str
    base_severity: str
    stability: str
    policy: str
    breaks: Breaks
    fingerprint: str
    group: str
    since: str = ""
    caused_by: str = ""

    def sort_key(self) -> tuple[object, ...]:
        """Worst first, then by place; complete, so that reports are byte-stable."""
        change = self.change
        where = (
            change.before.key or change.after.key,
            change.before.field or change.after.field,
        )
        return rules.rank(self.severity), self.rule.id, *where, self.fingerprint


def judge(
    changes: Iterable[Change],
    severities: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
) -> tuple[Finding, ...]:
    """The findings of `changes`, sorted; `severities` replaces the severity of ids.

    An id of severity `none` is left out. `groups` names the API groups of keys.
    """
    chosen = severities or {}
    findings = [
        _finding(change, chosen, groups or {})
        for change in changes
        if chosen.get(change.id) != "none"
    ]
    return tuple(sorted(findings, key=Finding.sort_key))


def _finding(
    change: Change, severities: Mapping[str, str], groups: Mapping[str, str]
) -> Finding:
    rule = rules.RULES[change.id]
    base = severities.get(change.id) or _base(change, rule)
    level = _stability(change)
    return Finding(
        change=change,
        rule=rule,
        severity=DISCOUNT.get(base, base) if level == ALPHA else base,
        base_severity=base,
        stability=level,
        policy=_policy(change, level),
        breaks=_breaks(change, rule),
        fingerprint=fingerprint(change),
        group=_group(change, groups),
        caused_by=fingerprint(change.cause) if change.cause else "",
    )


def with_use(finding: Finding) -> Finding:
    """`finding` in use: it loses the discount that its stability gave it."""
    return replace(finding, severity=finding.base_severity)


def fingerprint(change: Change) -> str:
    """12 hex digits over id, place and values: no wording, no class name."""
    parts = [change.id, *_keys(change), change.before.field, change.after.field]
    text = json.dumps(
        [*parts, change.old, change.new], sort_keys=True, ensure_ascii=False
    )
    return document.sha256(text)[:12]


def _keys(change: Change) -> list[str]:
    return [change.before.key, change.after.key]


def _group(change: Change, groups: Mapping[str, str]) -> str:
    """The API group of a change as manifests write it, or what stands for one in its key."""
    if "group" in change.details:
        return str(change.details["group"]) or "core"
    part = split_key(change.before.key or change.after.key)[0]
    return (
        groups.get(part)
        or part.removeprefix("io.k8s.").removeprefix("api.")
        or "models"
    )


def _base(change: Change, rule: Rule) -> str:
    if change.details.get("python_type_changed") is False:
        return INFO
    return rule.severity


def _breaks(change: Change, rule: Rule) -> Breaks:
    if change.details.get("python_type_changed") is False:
        return rules.UNBROKEN
    if change.id == "field-ref-retargeted":
        return rules.RETARGETED[change.details["shape"]]
    return rule.breaks


def _stability(change: Change) -> str:
    if "version" in change.details:
        return version_stability(str(change.details["version"]))
    return stability(change.before.key or change.after.key)


def _policy(change: Change, level: str) -> str:
    gated: Json = change.details.get("field_stability") == ALPHA
    forbidden = change.id in FORBIDDEN and level in (GA, NONE) and not gated
    return POLICY if forbidden and change.cause is None else ""
