"""What follows from what, and how a found use counts for both."""

from __future__ import annotations

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
