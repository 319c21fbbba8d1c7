"""The facts of all pages of a site, made from the models and the history of a release."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from keyword import iskeyword
from typing import Any

import yaml

from kubewright.codegen.generate import Facts
from kubewright.codegen.ir import Field, ListOf, MapOf, Model, ModelRef, TypeRef
from kubewright.codegen.naming import underscore
from kubewright.refdocs import manifests
from kubewright.refdocs.examples import Examples
from kubewright.refdocs.expression import expression
from kubewright.refdocs.history import History, ModelHistory
from kubewright.refdocs.kinds import Kind, kinds
from kubewright.refdocs.site import words
from kubewright.refdocs.site.facts import FieldFacts, ModelFacts, Page, Span
from kubewright.refdocs.site.groups import Group, groups
from kubewright.refdocs.site.lists import changes, group_page, start
from kubewright.refdocs.site.schema import schema
from kubewright.refdocs.types import leaf, model_in, python_type

Files = dict[str, str]
SUFFIX = ".page"


@dataclass(frozen=True)
class Content:
    """What pages are made of: the facts of a release, its name, and its history."""

    facts: Facts
    release: str
    history: History
    removed: tuple[str, ...]

    @cached_property
    def models(self) -> Mapping[str, Model]:
        """The models by class name."""
        return {model.class_name: model for model in self.facts.package.models}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds by definition key."""
        return kinds(self.facts.definitions)

    @cached_property
    def groups(self) -> list[Group]:
        """The groups and versions in the order of the navigation."""
        return groups(self.models.values(), self.kinds)

    @cached_property
    def examples(self) -> Examples:
        """The example of each model."""
        return Examples(self.facts.package, self.kinds, manifests.load())

    @cached_property
    def used_by(self) -> Mapping[str, list[tuple[str, str]]]:
        """The classes and fields that refer to each class."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for model in self.models.values():
            for field in model.fields:
                if ref := model_in(field.type):
                    found[ref.class_name].append((model.class_name, field.public))
        return found

    def badge(self, model: Model) -> str:
        """`new in 1.37`, `changed in 1.37` or nothing."""
        return words.badge(self.history.get(model.key), self.release)

    def description(self, model: Model) -> str:
        """The description as the definition has it, with its paragraphs."""
        return str(self.facts.definitions[model.key].get("description", ""))


def files(content: Content, guide: list[tuple[str, str, str]]) -> Files:
    """The sources of the site by path; `guide` lists document, title and text of a card."""
    pages: dict[str, Page] = {
        "index": start(content, guide),
        "changes": changes(content),
    }
    for group in content.groups:
        pages[f"api/{group.slug}"] = group_page(content, group)
        links = _links(group)
        for role, members in group.members.items():
            for model in members:
                page = _model_page(content, model, group, links)
                pages[f"models/{model.class_name}"] = {**page, "role": role}
    return {name + SUFFIX: json.dumps(page, indent=1) for name, page in pages.items()}


def _links(group: Group) -> dict[str, str]:
    """What descriptions call the models of their own group and version."""
    return {model.key.rpartition(".")[2]: model.class_name for model in group.models}


def _model_page(
    content: Content, model: Model, group: Group, links: Mapping[str, str]
) -> ModelFacts:
    history = content.history.get(model.key, ModelHistory(content.release))
    kind = content.kinds.get(model.key)
    description = content.description(model)
    fields = [_field(content, model, field, history) for field in model.fields]
    texts = " ".join([description, *(field["description"] for field in fields)])
    return {
        "form": "model",
        "title": model.class_name,
        "group": group.slug,
        "group_title": group.title,
        "key": model.key,
        "kind": _kind(kind) if kind else {},
        "role": "part",
        "badge": content.badge(model),
        "description": description,
        "imports": _imports(content, model),
        "fields": fields,
        "used_by": content.used_by.get(model.class_name, []),
        "examples": dict(_examples(content, model)),
        "schema": schema(model),
        "history": list(words.lines(history, model)),
        "links": _mentioned(texts, model, links),
    }


def _imports(content: Content, model: Model) -> dict[str, str]:
    package = content.facts.tree.package
    return {
        "Sync": f"from {package}.client import {model.class_name}",
        "Async": f"from {package}.aio.client import {model.class_name}",
    }


def _mentioned(texts: str, model: Model, links: Mapping[str, str]) -> dict[str, str]:
    """Of `links` those that the texts of a page may use; a page does not link to itself."""
    return {
        name: target
        for name, target in links.items()
        if name in texts and target != model.class_name
    }


def _kind(kind: Kind) -> dict[str, str]:
    return {
        "Kind": kind.kind,
        "Group": kind.group or "core",
        "Version": kind.version,
        "apiVersion": kind.api_version,
    }


def _field(
    content: Content, model: Model, field: Field, history: ModelHistory
) -> FieldFacts:
    properties = content.facts.definitions[model.key]["properties"]
    described = properties[field.wire].get("description") or field.description or ""
    since = history.fields.get(field.wire)
    return {
        "name": field.public,
        "wire": field.wire,
        "type": list(_spans(field.type)),
        "required": field.required,
        "description": described,
        "since": since if since and since != history.since else "",
        "badge": words.field_badge(history, field.wire, content.release),
    }


def _spans(kind: TypeRef) -> Iterator[Span]:
    """The type in pieces, of which the model in it is a link."""
    found = leaf(kind)
    if not isinstance(found, ModelRef):
        yield python_type(kind), ""
        return
    before, after = _around(kind)
    yield from (span for span in [(before, "")] if before)
    yield found.class_name, found.class_name
    yield from (span for span in [(after, "")] if after)


def _around(kind: TypeRef) -> tuple[str, str]:
    match kind:
        case ListOf(item):
            before, after = _around(item)
            return f"List[{before}", f"{after}]"
        case MapOf(value):
            before, after = _around(value)
            return f"Dict[str, {before}", f"{after}]"
    return "", ""


def _examples(content: Content, model: Model) -> Iterator[tuple[str, str]]:
    wire = content.examples.of(model.class_name)
    variable = _variable(content.kinds.get(model.key))
    built = expression(wire, model, content.models, variable)
    lines = built.imports(f"{content.facts.tree.package}.client.models")
    yield "Python", "\n".join([*lines, "", built.text])
    yield "JSON", json.dumps(wire, indent=2, ensure_ascii=False)
    yield "YAML", _yaml(wire)


def _variable(kind: Kind | None) -> str:
    """The name of an example: `resource_slice` for a kind, `example` for a part of one."""
    name = underscore(kind.kind) if kind else ""
    return name if name.isidentifier() and not iskeyword(name) else "example"


def _yaml(wire: Any) -> str:
    dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
    shown: str = yaml.dump(
        wire, Dumper=_without_anchors(dumper), sort_keys=False, width=88
    )
    return shown.rstrip("\n")


def _without_anchors(dumper: Any) -> Any:
    return type("Dumper", (dumper,), {"ignore_aliases": lambda self, data: True})
