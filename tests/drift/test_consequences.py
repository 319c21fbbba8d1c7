"""What follows from what, and how a found use counts for both."""

from __future__ import annotations

from typing import Any

import pytest

from drift import support
from kubewright.drift import outcome
from kubewright.drift.scan import index, python

STRING, NUMBER = {"type": "string"}, {"type": "integer"}
TEXT = "Oven bakes all the bread that the shop sells."


def test_change_inside_a_renamed_model_stands_alone() -> None:
    """A field whose type changes would break without the rename: it does not follow from it."""
    parts = {"heat": NUMBER, "fuel": STRING, "rack": STRING, "fan": STRING}
    old = {**support.model(**parts), "description": TEXT}
    new = {**support.model(**{**parts, "fan": NUMBER}), "description": TEXT}
    before = support.bakery(Oven=old, Shop=support.model(oven=_to("Oven")))
    after = support.bakery(Furnace=new, Shop=support.model(oven=_to("Furnace")))
    found = {each["id"]: each for each in support.changes(before, after)}
    assert "model-renamed" in found
    assert found["field-type-changed"]["caused_by"] is None
    assert found["field-ref-renamed"]["caused_by"] is not None


def test_used_consequence_takes_the_discount_of_its_cause_back() -> None:
    """A cause is counted for its effects: one that the code uses makes both breaking."""
    prefix = "io.k8s.api.bakery.v1alpha1."
    kind = {"group": "b.io", "version": "v1alpha1", "kind": "Loaf"}
    loaf = support.model(spec={"$ref": f"#/definitions/{prefix}LoafSpec"})
    before = {
        f"{prefix}Loaf": {**loaf, "x-kubernetes-group-version-kind": [kind]},
        f"{prefix}LoafSpec": support.model(grain=STRING),
    }
    findings = support.findings(before, support.bakery(Shop=support.model(x=STRING)))
    known = index.build(findings, support.snapshot(before))
    uses = python.scan(
        "from client import V1alpha1LoafSpec", "a.py", known, (), hints=False
    )
    found = outcome.with_uses(support.outcome(findings), uses)
    assert found.counts()["breaking"] == found.used_counts()["breaking"] == 1


def _to(name: str) -> dict[str, str]:
    return {"$ref": f"#/definitions/{support.PREFIX}{name}"}


def test_new_name_entails_no_other_container() -> None:
    """A field that holds a list of the renamed model now does not follow from the rename."""
    val = support.model(x=STRING, y=NUMBER, z=STRING)
    before = support.bakery(Rack=support.model(v=_to("Val")), Val=val)
    many = {"type": "array", "items": _to("Worth")}
    after = support.bakery(Rack=support.model(v=many), Worth=val)
    found = {each["id"]: each for each in support.changes(before, after)}
    assert "model-renamed" in found
    assert found["field-container-changed"]["caused_by"] is None


def test_collision_entails_no_other_target() -> None:
    """A field that turns to the rival of its model holds another one, whatever the names."""
    rival = "io.k8s.api.kitchen.v1.Oven"
    oven = support.bakery(Oven=support.model(heat=STRING))
    before = {**oven, **support.bakery(Shop=support.model(oven=_to("Oven")))}
    shop = support.model(oven={"$ref": f"#/definitions/{rival}"})
    after = {
        **oven,
        **support.bakery(Shop=shop),
        rival: support.model(chef=STRING),
    }
    found = {each["id"]: each for each in support.changes(before, after)}
    assert "class-renamed-by-collision" in found
    assert found["field-ref-retargeted"]["caused_by"] is None


def test_same_shape_in_another_group_is_not_replaced() -> None:
    """What stands in the place of a model and has its shape is a candidate, no replacement."""
    body = support.model(heat=STRING, fuel=STRING)
    before = support.bakery(Oven=body, Shop=support.model(oven=_to("Oven")))
    key = "io.k8s.api.kitchen.v1.Furnace"
    shop = support.model(oven={"$ref": f"#/definitions/{key}"})
    after = {**support.bakery(Shop=shop), key: body}
    found = {each["id"]: each for each in support.changes(before, after)}
    assert found["model-removed"]["candidates"] == ["V1Furnace"]
    assert found["field-ref-retargeted"]["shape"] == "identical"


def of_no_kind(definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions as those of models alone."""
    mark = "x-kubernetes-group-version-kind"
    return {
        key: {word: value for word, value in body.items() if word != mark}
        for key, body in definitions.items()
    }


@pytest.mark.parametrize("name", support.CASES)
@pytest.mark.parametrize("sides", [("before", "after"), ("after", "before")])
@pytest.mark.parametrize("bare", [False, True])
def test_every_cause_is_told(name: str, sides: tuple[str, str], bare: bool) -> None:
    """What a finding follows from is a finding of the same report, with kinds or without."""
    old, new = (support.case(name)[side] for side in sides)
    found = support.findings(old, of_no_kind(new) if bare else new)
    told = {each.fingerprint for each in found}
    assert {each.caused_by for each in found} - {""} <= told
