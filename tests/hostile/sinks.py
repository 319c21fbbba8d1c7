"""Places in a specification that a text can stand in, each as definitions made of that text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hostile.payloads import FAMILIES, Payload, payloads

Definitions = dict[str, Any]
Make = Callable[[str, Any], Definitions]

TEXT: dict[str, Any] = {"type": "string"}
TYPE_META = {"apiVersion": TEXT, "kind": TEXT}
# What may stand where a text is meant.
ODD: Mapping[str, Any] = {
    "null": None,
    "number": 7,
    "fraction": 0.1,
    "infinite": 1e999,
    "huge": 10**400,
    "true": True,
    "list": [],
    "object": {},
    "list-of-lists": [[["a"]]],
    "object-of-objects": {"a": {"b": {"": None}}},
    "list-of-null": [None],
    "deep": {"a": [{"a": [{"a": [{"a": [1]}]}]}]},
    "reference": {"$ref": "#/definitions/nowhere"},
}


def key_of(case: str) -> str:
    """The definition key of a case's model."""
    return f"com.example.v1.{case}"


def model(case: str, value: Any = None, **keywords: Any) -> Definitions:
    """A model with one property `value`; `keywords` stand beside its properties."""
    properties = {"value": TEXT if value is None else value}
    return {key_of(case): {"type": "object", "properties": properties, **keywords}}


def of_field(keyword: str, kind: str = "string") -> Make:
    """The sink that is a keyword of a property."""
    return lambda case, text: model(case, {"type": kind, keyword: text})


def of_model(keyword: str, wrap: Callable[[Any], Any] = lambda text: text) -> Make:
    """The sink that is a keyword of a definition."""
    return lambda case, text: model(case, **{keyword: wrap(text)})


def in_list(keyword: str) -> Make:
    """The sink that is an item of a keyword of a property."""
    return lambda case, text: model(case, {"type": "string", keyword: [text, "other"]})


def of_kind(part: str) -> Make:
    """The sink that is a part of a kind's group, version and name."""

    def make(case: str, text: Any) -> Definitions:
        mark = {"group": "example.com", "version": "v1", "kind": case, part: text}
        made = model(case, **{"x-kubernetes-group-version-kind": [mark]})
        made[key_of(case)]["properties"].update(TYPE_META)
        return made

    return make


def inlined(case: str, text: Any) -> Definitions:
    """The description of a definition without a class, which its users show."""
    key = f"com.example.v1.Scalar{case}"
    value = {"$ref": f"#/definitions/{key}"}
    return {key: {**TEXT, "description": text}, **model(case, value)}


def referring(form: str) -> Make:
    """The sink that is a reference, whole or behind a good beginning."""
    return lambda case, text: model(case, {"$ref": form.replace("TEXT", str(text))})


def vendor(case: str, text: Any) -> Definitions:
    return model(case, {"type": "string", f"x-{text}": 1}, **{f"x-{text}": {"a": text}})


# What is generated says these texts.
DESCRIPTIONS: Mapping[str, Make] = {
    "description-of-model": of_model("description"),
    "description-of-field": of_field("description"),
    "description-of-number": of_field("description", "integer"),
    "description-of-inlined": inlined,
}
# What is generated has names of these texts.
NAMES: Mapping[str, Make] = {
    "key": lambda case, text: {str(text): model(case)[key_of(case)]},
    "key-end": lambda case, text: {f"com.{case}.v1.{text}": model(case)[key_of(case)]},
    "key-start": lambda case, text: {
        f"{text}.{case}.v1.Thing": model(case)[key_of(case)]
    },
    "key-of-inlined": lambda case, text: {f"com.{case}.v1.{text}": TEXT, **model(case)},
    "property": lambda case, text: {
        key_of(case): {"type": "object", "properties": {str(text): TEXT}}
    },
    "property-within": lambda case, text: model(
        case, {"type": "object", "properties": {str(text): TEXT}}
    ),
}
REFERENCES: Mapping[str, Make] = {
    "ref": referring("TEXT"),
    "ref-end": referring("#/definitions/TEXT"),
    "ref-of-items": lambda case, text: model(
        case, {"type": "array", "items": {"$ref": text}}
    ),
    "ref-in-all-of": lambda case, text: model(case, {"allOf": [{"$ref": text}]}),
}
# Only pages and reports read these.
KINDS: Mapping[str, Make] = {
    f"kind-{part}": of_kind(part) for part in ("group", "version", "kind")
}
# No text of these reaches a module.
UNREAD: Mapping[str, Make] = {
    "title": of_model("title"),
    "title-of-field": of_field("title"),
    "format": of_field("format"),
    "format-of-integer": of_field("format", "integer"),
    "pattern": of_field("pattern"),
    "default": of_field("default"),
    "default-of-model": of_model("default"),
    "enum": in_list("enum"),
    "const": of_field("const"),
    "example": of_field("example"),
    "examples": in_list("examples"),
    "required": of_model("required", lambda text: ["value", text]),
    "description-within": lambda case, text: model(
        case, {"type": "object", "properties": {"a": {**TEXT, "description": text}}}
    ),
    "description-of-items": lambda case, text: model(
        case, {"type": "array", "items": {**TEXT, "description": text}}
    ),
    "external-docs": of_model("externalDocs", lambda text: {"url": text}),
    "discriminator": of_model("discriminator", lambda text: {"propertyName": text}),
    "comment": of_model("$comment"),
    "id": of_model("$id"),
    "anchor": of_field("$anchor"),
    "content-encoding": of_field("contentEncoding"),
    "minimum": of_field("minimum", "integer"),
    "max-length": of_field("maxLength"),
    "patch-strategy": of_field("x-kubernetes-patch-strategy"),
    "patch-merge-key": of_field("x-kubernetes-patch-merge-key"),
    "list-type": of_field("x-kubernetes-list-type"),
    "list-map-keys": in_list("x-kubernetes-list-map-keys"),
    "map-type": of_field("x-kubernetes-map-type"),
    "validations": in_list("x-kubernetes-validations"),
    "unions": of_model("x-kubernetes-unions", lambda text: [{"discriminator": text}]),
    "kinds": of_model("x-kubernetes-group-version-kind"),
    "kind-of-kinds": of_model("x-kubernetes-group-version-kind", lambda text: [text]),
    "vendor": vendor,
    # Keywords that engines have executed, or written into code as they stand.
    "x-python-import": of_model(
        "x-python-import", lambda text: {"module": text, "name": text}
    ),
    "x-python-type": of_field("x-python-type"),
    "customTypePath": of_field("customTypePath"),
    "customBasePath": of_model("customBasePath"),
    "default_factory": of_field("default_factory"),
    "x-enum-varnames": in_list("x-enum-varnames"),
    "x-enumNames": in_list("x-enumNames"),
    "x-name": of_field("x-name"),
    "validators": of_field("validators"),
    "decorators": of_model("decorators"),
    "type-of-python": of_field("python_type"),
}
SINKS = {**DESCRIPTIONS, **NAMES, **REFERENCES, **KINDS, **UNREAD}
# Texts that differ in what a sink without markup could make of them.
PLAIN = ("docstring", "string", "comment", "jinja", "path", "terminal")


@dataclass(frozen=True, slots=True)
class Case:
    """A sink with a payload; `name` is a word that no other case of the sink has."""

    sink: str
    payload: Payload
    name: str
    value: Any

    def __str__(self) -> str:
        return f"{self.sink} <- {self.payload}"

    @property
    def definitions(self) -> Definitions:
        """The definitions of the case."""
        return SINKS[self.sink](self.name, self.value)


def cases(sink: str, *families: str) -> Iterator[Case]:
    """The cases of `sink`: all payloads, of `families` where some are named."""
    chosen = families or (PLAIN if sink in UNREAD else tuple(FAMILIES))
    for number, payload in enumerate(payloads(*chosen)):
        yield Case(sink, payload, f"Case{number}", payload.text)
    if sink not in NAMES and sink not in REFERENCES:
        for number, (name, value) in enumerate(ODD.items()):
            yield Case(sink, Payload("odd", name, ""), f"Odd{number}", value)
