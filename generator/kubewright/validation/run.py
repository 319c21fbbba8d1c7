"""The one entry: which checks an object of a kind gets for an operation."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Literal

from kubewright.objects import (
    EXACT_FIELDS,
    Kind,
    ObjectError,
    Wire,
    hoisted_request,
    kind_of,
    wire,
)
from kubewright.validation import (
    claim_status,
    claims,
    classes,
    nodes,
    pod_status,
    pods,
    slices,
)
from kubewright.validation.common import object_meta
from kubewright.validation.cursor import At, Report
from kubewright.validation.defaults import defaulted
from kubewright.validation.equality import same
from kubewright.validation.findings import FIRST, LAST, Finding, Release
from kubewright.validation.rules import RULES

Operation = Literal["create", "update", "status"]
Check = Callable[[At, At], None]


def _claim(at: At, old: At) -> None:
    object_meta(at.get("metadata"))
    claims.claim_spec(at.get("spec"))


def _template(at: At, old: At) -> None:
    object_meta(at.get("metadata"))
    claims.claim_spec(at.get("spec").get("spec"))


def _immutable_spec(at: At, old: At) -> None:
    new, before = defaulted(at.get("spec").value), defaulted(old.get("spec").value)
    if not same(new, before):
        at.get("spec").fail("claim/immutable")


def _slice(at: At, old: At) -> None:
    object_meta(at.get("metadata"))
    slices.slice_spec(at.get("spec"), old.get("spec"))


def _class(at: At, old: At) -> None:
    object_meta(at.get("metadata"))
    classes.class_spec(at.get("spec"), old.get("spec"))


def _taint_rule(at: At, old: At) -> None:
    object_meta(at.get("metadata"))
    classes.taint_rule_spec(at.get("spec"), old.get("spec"))


CHECKS: Mapping[str, Mapping[Operation, Check]] = {
    "ResourceClaim": {
        "create": _claim,
        "update": _immutable_spec,
        "status": claim_status.claim_status,
    },
    "ResourceClaimTemplate": {"create": _template, "update": _immutable_spec},
    "ResourceSlice": {"create": _slice, "update": _slice},
    "DeviceClass": {"create": _class, "update": _class},
    "DeviceTaintRule": {
        "create": _taint_rule,
        "update": _taint_rule,
        "status": lambda at, old: classes.taint_rule_status(at.get("status")),
    },
    "Pod": {
        "create": pods.pod,
        "update": pods.pod_update,
        "status": pod_status.pod_status,
    },
    "Node": dict.fromkeys(("create", "update", "status"), nodes.node),
    "LimitRange": dict.fromkeys(("create", "update"), nodes.limit_range),
}
_DRA = {kind for kind in CHECKS if kind not in ("Pod", "Node", "LimitRange")}


def has_rules(kind: Kind) -> bool:
    """Whether objects of a kind are checked; a kind of a foreign group is not."""
    group = "resource.k8s.io" if kind.name in _DRA else ""
    return kind.name in CHECKS and (kind.group == group or not kind.version)


def validate(
    obj: object,
    *,
    operation: Operation = "create",
    old: object = None,
    release: str = "1.37",
    gates: Collection[str] = frozenset(),
    kind: str | None = None,
) -> list[Finding]:
    """What the API server of a release would say about an object, in its order where known.

    `obj` and `old` are models or wire mappings. `old` is the object before an update or a
    change of status; an update needs it. Feature gates count as on, except for
    DRAFractionalCapacityRange; `gates` turns one on ("Name") or off ("Name=false").
    What is no wire data gives one finding of the rule decode/object.
    Raises ValueError for an unknown release, operation or kind, or an update without `old`.
    """
    level = parse_release(release)
    try:
        body, found = wire(obj), kind_of(obj, kind)
        new = canonical(body, found)
        before = (
            canonical(wire(old), kind_of(old, found.name)) if old is not None else None
        )
    except ObjectError as error:
        return [_undecodable(error)]
    check = _check(found, operation, before)
    report = Report(
        level, _named(gates), versioned(found, new[1]), before and before[0], new[0]
    )
    check(At(new[0], "", report), At(before[0] if before else None, "", Report(level)))
    return report.findings


def _named(gates: Collection[str]) -> frozenset[str]:
    """The names of gates; a single text would be read by its letters."""
    listed = isinstance(gates, Collection) and not isinstance(gates, str)
    if not listed:
        raise ValueError(f"gates {gates!r}: expected a set of names")
    return frozenset(gates)


def _undecodable(error: ObjectError) -> Finding:
    message = f"found {error.found}, expected {error.expected}"
    rule = RULES["decode/object"]
    return Finding(rule.type, error.field, None, message, rule.id)


def _check(kind: Kind, operation: Operation, before: object) -> Check:
    if not has_rules(kind):
        known = ", ".join(CHECKS)
        raise ValueError(f"kind {kind.name!r}: no rules; kinds with rules: {known}")
    checks = CHECKS[kind.name]
    found = checks.get(operation) if isinstance(operation, str) else None
    if found is None:
        known = ", ".join(CHECKS[kind.name])
        raise ValueError(
            f"operation {operation!r} of {kind.name}: expected one of {known}"
        )
    if operation == "update" and before is None:
        raise ValueError(
            "operation 'update': expected old=, the object before the update"
        )
    return found


def parse_release(release: str) -> Release:
    """A release as numbers; raises ValueError for one whose rules are not known."""
    text = release if isinstance(release, str) else ""
    found = re.fullmatch(r"v?([0-9]{1,3})\.([0-9]{1,3})(\.[0-9]+)?", text)
    level = (int(found[1]), int(found[2])) if found else (0, 0)
    if not FIRST <= level <= LAST:
        span = f"{FIRST[0]}.{FIRST[1]} to {LAST[0]}.{LAST[1]}"
        raise ValueError(f"release {release!r}: expected one of {span}")
    return level


def canonical(obj: Wire, kind: Kind) -> tuple[Wire, bool]:
    """The object in the form of v1, and whether it was in the form of v1beta1.

    What says that it is v1beta1 has that form only: the server drops other versions' fields.
    What says no version may have either form.
    """
    spec = obj.get("spec")
    if kind.version not in ("", "v1beta1") or not isinstance(spec, dict):
        return obj, False
    strict = kind.version == "v1beta1"
    if kind.name == "ResourceSlice":
        flat = _beta_device if strict else _flat_device
        changed = {**spec, "devices": _listed(spec.get("devices"), flat)}
    elif kind.name == "ResourceClaimTemplate" and isinstance(spec.get("spec"), dict):
        changed = {**spec, "spec": _hoisted(spec["spec"], strict)}
    elif kind.name == "ResourceClaim":
        changed = _hoisted(spec, strict)
    else:
        return obj, False
    beta = strict or changed != spec
    return ({**obj, "spec": changed}, True) if beta else (obj, False)


def _hoisted(spec: Wire, strict: bool) -> Wire:
    devices = spec.get("devices")
    if not isinstance(devices, dict):
        return spec
    hoisted = _beta_request if strict else hoisted_request
    requests = _listed(devices.get("requests"), hoisted)
    return {**spec, "devices": {**devices, "requests": requests}}


def _beta_request(request: Mapping[str, Any]) -> Mapping[str, Any]:
    return hoisted_request({k: v for k, v in request.items() if k != "exactly"})


def _beta_device(device: Mapping[str, Any]) -> Mapping[str, Any]:
    body = device.get("basic")
    name = {"name": device.get("name")}
    return {**body, **name} if isinstance(body, dict) else name


def _flat_device(device: Mapping[str, Any]) -> Mapping[str, Any]:
    if "basic" not in device:
        return device
    body = device["basic"] if isinstance(device["basic"], dict) else {}
    return {**{k: v for k, v in device.items() if k != "basic"}, **body}


def _listed(
    value: Any, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]
) -> Any:
    if not isinstance(value, list):
        return value
    return [change(item) if isinstance(item, dict) else item for item in value]


_FLAT = re.compile(r"^(spec\.devices\[\d+\])\.(?!name$)")
_EXACT = re.compile(
    rf"(\.devices\.requests\[\d+\])\.exactly\.(?={'|'.join(EXACT_FIELDS)})"
)


def versioned(kind: Kind, beta: bool) -> Callable[[str], str]:
    """How the object's own version spells a path of v1."""
    if not beta:
        return lambda path: path
    if kind.name == "ResourceSlice":
        return lambda path: _FLAT.sub(r"\1.basic.", path)
    return lambda path: _EXACT.sub(r"\1.", path)
