"""The pages that list models: start page, groups, changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kubewright.codegen.ir import Model
from kubewright.refdocs.site import words
from kubewright.refdocs.site.facts import (
    Change,
    ChangesFacts,
    Entry,
    GroupFacts,
    GroupLine,
    StartFacts,
)
from kubewright.refdocs.site.groups import Group
from kubewright.refdocs.site.prose import summary

if TYPE_CHECKING:
    from kubewright.refdocs.site.content import Content

# What most readers look for first, in this order.
COMMON = (
    "V1Pod",
    "V1Deployment",
    "V1Service",
    "V1Job",
    "V1ConfigMap",
    "V1Node",
    "V1ResourceSlice",
    "ResourceV1ResourceClaim",
    "V1DeviceClass",
    "V1CustomResourceDefinition",
    "V1NetworkPolicy",
    "V1ObjectMeta",
)
TITLES = {"kind": "Kinds", "list": "Lists", "part": "Parts"}


def start(content: Content, guide: list[tuple[str, str, str]]) -> StartFacts:
    """The start page: numbers, common kinds, groups, and the guide where there is one."""
    models = content.models.values()
    badges = [content.badge(model) for model in models]
    return {
        "form": "start",
        "title": f"Python models of Kubernetes {content.release}",
        "release": content.release,
        "package": content.facts.tree.package,
        "models": len(models),
        "fields": sum(len(model.fields) for model in models),
        "new": sum(badge.startswith("new") for badge in badges),
        "changed": sum(badge.startswith("changed") for badge in badges),
        "removed": len(content.removed),
        "common": [
            _entry(content, content.models[name], limit=90)
            for name in COMMON
            if name in content.models
        ],
        "groups": [line(content, group) for group in content.groups],
        "guide": guide,
    }


def line(content: Content, group: Group) -> GroupLine:
    """A group in the start page's table and in the navigation."""
    return {
        "title": group.title,
        "group": group.title.rpartition("/")[0] or group.title,
        "version": group.version,
        "slug": group.slug,
        "kinds": [model.class_name for model in group.members["kind"]],
        "models": len(group.models),
        "changed": sum(bool(content.badge(model)) for model in group.models),
    }


def group_page(content: Content, group: Group) -> GroupFacts:
    """The page of a group and version."""
    return {
        "form": "group",
        "title": group.title,
        "group": group.slug,
        "prefix": group.prefix,
        "package": content.facts.tree.package,
        "entries": {
            TITLES[role]: [_entry(content, model) for model in members]
            for role, members in group.members.items()
            if members
        },
    }


def changes(content: Content) -> ChangesFacts:
    """What the release brought."""
    badges = {
        model.class_name: content.badge(model) for model in content.models.values()
    }
    models = content.models
    return {
        "form": "changes",
        "title": f"What changed in Kubernetes {content.release}",
        "release": content.release,
        "new": [
            _entry(content, models[name])
            for name, badge in badges.items()
            if badge.startswith("new")
        ],
        "changed": [
            _change(content, models[name])
            for name, badge in badges.items()
            if badge.startswith("changed")
        ],
        "removed": list(content.removed),
    }


def _change(content: Content, model: Model) -> Change:
    lines = words.lines(content.history[model.key], model)
    found = [text for release, text in lines if release == content.release]
    return {"name": model.class_name, "lines": found}


def _entry(content: Content, model: Model, limit: int = 160) -> Entry:
    return {
        "name": model.class_name,
        "summary": summary(content.description(model), limit),
        "badge": content.badge(model),
    }
