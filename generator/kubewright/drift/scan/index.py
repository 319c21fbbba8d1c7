"""What sources are searched for: the findings by class, module, field and kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kubewright.codegen.naming import attribute, underscore
from kubewright.drift import kinds
from kubewright.drift.judge import Finding
from kubewright.drift.values import Definition, Json, Kind, Snapshot, Type

# Of several findings about one class or kind, the first of these is told.
ORDER = (
    "model-renamed",
    "kind-removed",
    "kind-version-removed",
    "class-name-reused",
    "class-renamed-by-collision",
    "model-replaced",
    "model-inlined",
    "model-removed",
    "kind-deprecated",
)
# A text with one of these gets its value later.
FILLED = ("{{", "${")


@dataclass(frozen=True, slots=True)
class Target:
    """A finding as the search needs it; the rewrites are ``""`` where none is exact.

    `values` are the allowed ones (`field-enum-introduced`) or the removed one.
    """

    id: str
    fingerprint: str
    finds: tuple[str, ...]
    name: str = ""
    module: str = ""
    attribute: str = ""
    wire: str = ""
    old_api_version: str = ""
    api_version: str = ""
    old_kind: str = ""
    kind: str = ""
    values: tuple[Json, ...] = ()

    def minds(self, value: Json) -> bool:
        """Whether a literal `value` is one that this finding is about."""
        text = str(value)
        if value is None or any(mark in text for mark in FILLED):
            return False
        # Manifests are read as texts, so all values are compared as such.
        known = text in map(str, self.values)
        return not known if self.id == "field-enum-introduced" else known


@dataclass(frozen=True, slots=True)
class FieldType:
    """What a field holds, as far as the search follows it: containers and a class or ``""``."""

    containers: str
    class_name: str


Fields = Mapping[tuple[str, str], tuple[Target, ...]]


@dataclass(frozen=True, slots=True)
class Index:
    """Everything that is searched for, and the types of the old release to find it by."""

    classes: Mapping[str, Target]
    modules: Mapping[str, Target]
    attributes: Fields
    wires: Fields
    omitted: Mapping[str, tuple[tuple[str, str, Target], ...]]
    kinds: Mapping[tuple[str, str], Target]
    api_versions: Mapping[str, Target]
    types: Mapping[str, Mapping[str, FieldType]]
    wire_types: Mapping[str, Mapping[str, FieldType]]
    class_modules: frozenset[str]
    kind_classes: Mapping[tuple[str, str], str]
    # By the class for the calls of a group version: kinds as calls name them, and classes.
    calls: Mapping[str, Mapping[str, str]]


def build(findings: Iterable[Finding], old: Snapshot) -> Index:
    """The index of `findings` over the models of the `old` release."""
    ranked = sorted(findings, key=lambda each: (_rank(each.rule.id), each.fingerprint))
    models = old.models()
    owners = kinds.kinds(old).owners
    classes = _classes(ranked)
    calls = _calls(owners)
    return Index(
        classes=classes,
        modules=_modules(ranked),
        attributes=_fields(ranked, wire=False),
        wires=_fields(ranked, wire=True),
        omitted=_omitted(ranked),
        kinds=_kinds(ranked),
        api_versions=_api_versions(ranked),
        # The classes of calls have no fields that are known here.
        types={**{name: {} for name in (*classes, *calls)}, **_types(old, public=True)},
        wire_types=_types(old, public=False),
        class_modules=frozenset(body.module for body in models.values()),
        kind_classes={
            (kind.api_version, kind.kind): body.class_name
            for kind, body in owners.items()
        },
        calls=calls,
    )


def _calls(owners: Mapping[Kind, Definition]) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for kind, body in owners.items():
        name = underscore(kind.kind)
        found[api_class(kind.group, kind.version)][name] = body.class_name
    return dict(found)


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


def _target(finding: Finding) -> Target:
    change = finding.change
    exact = change.fix == "exact"
    after = change.after
    old, new = _wire_names(change.details)
    return Target(
        id=finding.rule.id,
        fingerprint=finding.fingerprint,
        finds=_finds(finding),
        name=after.class_name if exact else "",
        module=after.module if exact else "",
        attribute=after.attribute if exact else "",
        wire=after.field if exact else "",
        old_api_version=old[0],
        api_version=new[0] if exact else "",
        old_kind=old[1],
        kind=new[1] if exact else "",
        values=_values(finding),
    )


def _finds(finding: Finding) -> tuple[str, ...]:
    """Where a finding is looked for: what an attribute holds now may break its readers."""
    finds, breaks = finding.rule.finds, finding.breaks.strict
    other_model = finding.rule.id == "field-ref-retargeted"
    return (*finds, "read") if other_model and breaks["read"] == "yes" else finds


def _wire_names(details: Mapping[str, Json]) -> tuple[tuple[str, str], tuple[str, str]]:
    """API version and kind before and after, ``""`` where a change names none."""
    if "kind_old" in details:
        old, new = (
            str(details[side]).rpartition(" ") for side in ("kind_old", "kind_new")
        )
        return (old[0], old[2]), (new[0], new[2])
    kind = str(details.get("kind", ""))
    after = str(details.get("replacement_api_version", ""))
    return (_api_version(details), kind), (after, kind if after else "")


def _values(finding: Finding) -> tuple[Json, ...]:
    change = finding.change
    if change.id == "field-enum-introduced":
        return tuple(change.new)
    return (change.details["value"],) if "value" in change.details else ()


def _classes(findings: Iterable[Finding]) -> dict[str, Target]:
    found: dict[str, Target] = {}
    for each in findings:
        name = each.change.before.class_name
        if each.rule.id == "group-version-removed":
            name = api_class(
                each.change.details["group"], each.change.details["version"]
            )
        if "name" in each.rule.finds and name:
            found.setdefault(name, _target(each))
    return found


def api_class(group: str, version: str) -> str:
    """The client's class for the calls of a group version: `RbacAuthorizationV1Api`."""
    words = group.removesuffix(".k8s.io").split(".") if group else ["core"]
    return "".join(word[:1].upper() + word[1:] for word in (*words, version, "api"))


def _modules(findings: Sequence[Finding]) -> dict[str, Target]:
    """The modules that are gone: renamed ones, and those of classes that are gone."""
    found = [each for each in findings if "module" in each.rule.finds]
    found += [each for each in findings if each.rule.breaks.strict["import"] == "yes"]
    targets: dict[str, Target] = {}
    for each in found:
        if each.change.before.module:
            targets.setdefault(each.change.before.module, _target(each))
    return targets


def _kinds(findings: Iterable[Finding]) -> dict[tuple[str, str], Target]:
    found: dict[tuple[str, str], Target] = {}
    for each in findings:
        if "kind" in each.rule.finds:
            details = each.change.details
            found.setdefault((_api_version(details), details["kind"]), _target(each))
    return found


def _api_version(details: Mapping[str, Json]) -> str:
    group, version = details.get("group", ""), details.get("version", "")
    return f"{group}/{version}" if group else str(version)


def _api_versions(findings: Iterable[Finding]) -> dict[str, Target]:
    return {
        each.change.before.key: _target(each)
        for each in findings
        if each.rule.id == "group-version-removed"
    }


def _fields(
    findings: Iterable[Finding], *, wire: bool
) -> dict[tuple[str, str], tuple[Target, ...]]:
    found: dict[tuple[str, str], list[Target]] = defaultdict(list)
    for each in findings:
        place = each.change.before
        if not place.field or {"key", "read", "value"}.isdisjoint(each.rule.finds):
            continue
        if not wire:
            found[place.class_name, place.attribute].append(_target(each))
        elif _on_the_wire(each):
            found[place.class_name, place.field].append(_target(each))
    return {key: tuple(targets) for key, targets in found.items()}


def _on_the_wire(finding: Finding) -> bool:
    """Whether a manifest can feel the change: not that of a Python name or class."""
    same_shape = finding.change.details.get("shape") == "identical"
    return not finding.rule.id.startswith("python-") and not same_shape


def _omitted(
    findings: Iterable[Finding],
) -> dict[str, tuple[tuple[str, str, Target], ...]]:
    found: dict[str, list[tuple[str, str, Target]]] = defaultdict(list)
    for each in findings:
        if "omitted" in each.rule.finds:
            change = each.change
            row = (change.after.attribute, change.after.field, _target(each))
            found[change.before.class_name].append(row)
    return {name: tuple(rows) for name, rows in found.items()}


def _types(old: Snapshot, *, public: bool) -> dict[str, dict[str, FieldType]]:
    return {
        body.class_name: {
            (attribute(wire).public if public else wire): _field_type(entry.type, old)
            for wire, entry in body.properties.items()
        }
        for body in old.models().values()
    }


def _field_type(kind: Type, old: Snapshot) -> FieldType:
    name = old.definitions[kind.key].class_name if kind.is_model else ""
    return FieldType(kind.containers, name)
