"""What the real releases hold: counts that were derived apart, and the traps among them."""

from __future__ import annotations

from collections import Counter

import pytest

from drift import support
from kubewright.drift import history, settings
from kubewright.drift.judge import Finding
from kubewright.drift.run import compared
from kubewright.drift.values import Snapshot
from kubewright.spec import sources


def ids(old: str, new: str) -> Counter[str]:
    """How many findings there are of each id."""
    return Counter(each.rule.id for each in support.released(old, new))


def of(found: tuple[Finding, ...], name: str) -> list[Finding]:
    """The findings of one id."""
    return [each for each in found if each.rule.id == name]


def raw(release: str) -> dict[str, dict[str, object]]:
    """The definitions with properties, straight from the file."""
    definitions = sources.load(release).definitions
    return {
        key: dict(body) for key, body in definitions.items() if body.get("properties")
    }


def test_counts_of_1_37() -> None:
    """1.36 -> 1.37 as the issue counts it, and as the raw definitions say again here."""
    found = ids("1.36", "1.37")
    removed = found["model-removed"] + found["model-replaced"]
    added = sum(found[f"field-added-{kind}"] for kind in ("optional", "required"))
    assert (found["model-added"], removed) == (110, 33)
    assert (added + found["field-renamed"], found["field-added-required"]) == (48, 0)
    assert (found["field-became-required"], found["field-became-optional"]) == (10, 21)
    assert found["field-list-semantics-changed"] == 1
    old, new = raw("1.36"), raw("1.37")
    assert (len(new.keys() - old.keys()), len(old.keys() - new.keys())) == (110, 33)
    fields = sum(len(new[key]["properties"].keys() - old[key]["properties"].keys())  # type: ignore[attr-defined]
                 for key in old.keys() & new.keys())  # fmt: skip
    assert fields == 48


def test_traps_of_1_37() -> None:
    """No pure model rename; three wrappers; 28 models live on; renames change the type."""
    found = support.released("1.36", "1.37")
    assert of(found, "model-renamed") == []
    replaced = {each.change.before.class_name for each in of(found, "model-replaced")}
    stem = "NodeAllocatableResourceMapping"
    assert replaced == {f"{version}{stem}" for version in ("V1", "V1beta1", "V1beta2")}
    living = [
        each
        for each in of(found, "model-removed")
        if "replacement" in each.change.details
    ]
    assert len(living) == 28
    renamed = of(found, "field-renamed")
    assert {each.change.fix for each in renamed} == {"none"}
    assert all(each.change.details["type_changed"] for each in renamed)


@pytest.mark.parametrize(
    ("old", "new", "name", "before", "after"),
    [
        (
            "1.26",
            "1.27",
            "model-renamed",
            "V1alpha1PodScheduling",
            "V1alpha2PodSchedulingContext",
        ),
        ("1.28", "1.29", "class-renamed-by-collision", "V1Subject", "RbacV1Subject"),
        (
            "1.33",
            "1.34",
            "class-renamed-by-collision",
            "V1ResourceClaim",
            "CoreV1ResourceClaim",
        ),
    ],
)
def test_class_renames_of_history(
    old: str, new: str, name: str, before: str, after: str
) -> None:
    """Class renames that release notes do not tell are found."""
    found = of(support.released(old, new), name)
    pairs = {
        (each.change.before.class_name, each.change.after.class_name) for each in found
    }
    assert (before, after) in pairs


def test_fields_of_history() -> None:
    """`listMeta` was renamed in 1.32, and `source` of a claim was flattened in 1.31."""
    [renamed] = of(support.released("1.31", "1.32"), "field-renamed")
    assert (renamed.change.old, renamed.change.new) == ("listMeta", "metadata")
    moved = of(support.released("1.30", "1.31"), "field-moved")
    assert {each.change.old for each in moved} == {
        "source.resourceClaimName",
        "source.resourceClaimTemplateName",
    }
    [source] = of(support.released("1.30", "1.31"), "field-removed")
    assert source.policy == "removed-without-version-bump"
    assert {each.caused_by for each in moved} == {source.fingerprint}


def test_chain_names_the_release() -> None:
    """Over several releases each change says in which one it happened, there and back."""
    old, new = support.release("1.27"), support.release("1.32")
    for one, other in ((old, new), (new, old)):
        since = {}
        for each in compared(one, other, settings.Settings()).findings:
            for place in (each.change.before, each.change.after):
                since[each.rule.id, place.class_name, place.field] = each.since
        assert since["class-renamed-by-collision", "RbacV1Subject", ""] == "1.29"
        gone = "removed" if one is old else "added-optional"
        assert since[f"field-{gone}", "V1PodResourceClaim", "source"] == "1.31"


def test_change_that_comes_and_goes_counts_from_its_last_turn() -> None:
    """A field that was there, left and came back came in the release of its return."""
    links = []
    for number, names in enumerate(
        (("a",), ("a", "b"), ("a",), ("a", "b"), ("a", "b"))
    ):
        fields = {name: {"type": "string"} for name in names}
        shape = support.snapshot(support.bakery(Dough=support.model(**fields)))
        links.append(
            Snapshot(f"1.{number}", shape.digest, shape.definitions, f"1.{number}")
        )
    [finding] = history.dated(support.between(links[0], links[-1]), links)
    assert (finding.rule.id, finding.since) == ("field-added-optional", "1.3")


def test_newer_baseline_is_told() -> None:
    """A comparison back in time works and says that it is one."""
    found = compared(
        support.release("1.37"), support.release("1.36"), settings.Settings()
    )
    assert found.notes == (
        "1.37 is newer than 1.36: what came since then is told as removed",
    )
    assert {each.since for each in found.findings} == {"1.37"}
