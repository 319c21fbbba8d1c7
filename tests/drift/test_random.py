"""Definitions made at random: nothing breaks, and what must hold holds for them too."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from drift import support
from drift.test_symmetry import unmatched
from kubewright.drift import report
from kubewright.drift.report import json_form

KEYS = [
    f"io.k8s.api.{group}.{version}.{name}"
    for group in ("bakery", "kitchen")
    for version in ("v1alpha1", "v1beta1", "v1")
    for name in ("Oven", "OvenSpec", "OvenList", "Stove")
]
WIRES = ["heat", "heatLevel", "fuel", "spec", "items", "from", "rackIPs"]
TEXTS = ["", "Heat in degrees.", "Fuel that is burnt.", "Deprecated: use fuel."]
SCALARS: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "string", "format": "date-time"},
    {"type": "string", "enum": ["Gas", "Coal"]},
    {"type": "string", "enum": ["Gas", "Wood"], "default": "Gas"},
    {"type": "integer", "format": "int32"},
    {"type": "number", "minimum": 1},
    {"type": "boolean"},
    {"type": "object"},
]
EXTRAS: list[dict[str, Any]] = [
    {},
    {"x-kubernetes-list-type": "atomic"},
    {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "b"]},
]
SETTINGS = settings(
    max_examples=30, deadline=None, suppress_health_check=list(HealthCheck)
)


@some.composite
def schemas(draw: Any, keys: list[str]) -> dict[str, Any]:
    """The schema of a property: a scalar or a reference, in up to two containers."""
    references = [{"$ref": f"#/definitions/{key}"} for key in keys]
    found = dict(draw(some.sampled_from([*SCALARS, *references])))
    for _ in range(draw(some.integers(0, 2))):
        if draw(some.booleans()):
            extra = draw(some.sampled_from(EXTRAS))
            found = {"type": "array", "items": found, **extra}
        else:
            found = {"type": "object", "additionalProperties": found}
    if text := draw(some.sampled_from(TEXTS)):
        found["description"] = text
    return found


@some.composite
def definitions(draw: Any) -> dict[str, Any]:
    """Definitions of a few keys; some are kinds, some are inlined."""
    keys = draw(
        some.lists(some.sampled_from(KEYS), min_size=1, max_size=6, unique=True)
    )
    found: dict[str, Any] = {}
    for key in keys:
        # An inlined definition refers to nothing, so that inlining has an end.
        if draw(some.integers(0, 7)) == 0:
            found[key] = dict(draw(some.sampled_from(SCALARS)))
            continue
        wires = draw(some.lists(some.sampled_from(WIRES), min_size=1, unique=True))
        body = support.model(**{wire: draw(schemas(keys)) for wire in wires})
        body["required"] = draw(some.lists(some.sampled_from(wires), unique=True))
        body["description"] = draw(some.sampled_from(TEXTS))
        if draw(some.booleans()):
            *_, group, version, name = key.split(".")
            kind = {"group": f"{group}.io", "version": version, "kind": name}
            body["x-kubernetes-group-version-kind"] = [kind]
        found[key] = body
    return found


@SETTINGS
@given(definitions(), definitions())
def test_anything_can_be_compared(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Any two sets give a valid report in which each fingerprint is its own."""
    found = support.findings(before, after)
    table = json_form.table(support.outcome(found))
    jsonschema.Draft202012Validator(json.loads(json_form.schema())).validate(table)
    prints = [each.fingerprint for each in found]
    assert len(set(prints)) == len(prints)
    assert {each.caused_by for each in found} - {""} <= set(prints)
    for form in report.FORMS:
        assert report.render(support.outcome(found), form, "breaking")


@SETTINGS
@given(definitions(), definitions())
def test_anything_mirrors(before: dict[str, Any], after: dict[str, Any]) -> None:
    """What one direction tells of a place the other one tells as well."""
    there = support.findings(before, after)
    assert unmatched(there, support.findings(after, before)) == []


@SETTINGS
@given(definitions())
def test_nothing_changed(same: dict[str, Any]) -> None:
    """Definitions do not differ from themselves, whatever they hold."""
    assert support.findings(same, same) == ()
