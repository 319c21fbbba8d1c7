"""Against the official client: each disagreement has the name of an improvement."""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from contract.documents import Documents, Spot
from contract.outcomes import outcome
from contract.test_every_class import classes, same_instants

SEED = 137
WRONG = [None, 0, 7, 1.5, True, "", "text", [], [None], {}, {"a": 1}]


def changed(documents: Documents) -> str:
    """Spoil one value of the last document; says how."""
    spots = [spot for spot in documents.spots if spot.key is not None]
    if not spots:
        return "as made"
    spot = documents.rng.choice(spots)
    wrong = documents.rng.choice(WRONG)
    spot.holder[spot.key] = wrong
    return f"{described(spot)} given {json.dumps(wrong)}"


def described(spot: Spot) -> str:
    """Kind of the value at a spot, as the rules below name it."""
    kind = spot.kind
    if "Quantity" in spot.rule:
        kind = {"str": "Quantity", "Dict[str, str]": "Dict[str, Quantity]"}.get(
            kind, kind
        )
    place = (
        "item"
        if isinstance(spot.holder, list) or spot.key.startswith("key")
        else "field"
    )
    return f"{'required ' if spot.required else ''}{kind} {place}"


@pytest.fixture(scope="module")
def compared(k8s: Any, official_python: Path) -> list[tuple[str, Any, str, Any, Any]]:
    """Class, document, change, official outcome and ours, for all classes."""
    rows = [row for cls in classes(k8s) for row in _documents(k8s, cls)]
    lines = "\n".join(json.dumps([name, document]) for name, document, _ in rows)
    script = Path(__file__).with_name("outcomes.py")
    command = [str(official_python), str(script), "kubernetes.client.models"]
    done = subprocess.run(
        command, input=lines, capture_output=True, text=True, check=True
    )
    theirs = [json.loads(line) for line in done.stdout.splitlines()]
    ours = [outcome(getattr(k8s, name), document) for name, document, _ in rows]
    return [(*row, a, b) for row, a, b in zip(rows, theirs, ours, strict=True)]


def _documents(k8s: Any, cls: Any) -> list[tuple[str, Any, str]]:
    name, made = cls.__name__, []
    for number in range(4):
        documents = Documents(
            k8s, random.Random(f"{SEED} {name} {number}"), number == 1
        )
        document = documents.make(cls)
        how = changed(documents) if number > 1 else "as made"
        made.append((name, document, how))
    return made


def explained(how: str, theirs: Any, ours: Any) -> str | None:
    """The improvement that makes two outcomes differ; None where there is none."""
    if "wire" in theirs and "wire" in ours:
        same = same_instants(theirs["wire"]) == same_instants(ours["wire"])
        return "times alike (Q1, Q2)" if same else None
    if "error" in theirs and "error" in ours:
        collection = "List[" in how or "Dict[" in how
        return "a collection is never walked blindly (Q18)" if collection else None
    rules = _TAKEN if "wire" in ours else _REFUSED
    return next((name for name, test in rules.items() if test(how)), None)


# What we take and the official client refuses, and the reverse.
_TAKEN: dict[str, Callable[[str], bool]] = {
    "numbers as quantities (Q10)": lambda how: "Quantity" in how
    and how.endswith(("given 0", "given 7", "given 1.5", 'given {"a": 1}')),
    "null for a required list, map or time (Q3, Q4, Q25)": lambda how: how.startswith(
        ("required List", "required Dict", "required datetime", "required object")
    )
    and how.endswith("given null"),
}
_REFUSED: dict[str, Callable[[str], bool]] = {
    "a list field takes lists (Q18)": lambda how: "List[" in how,
}


def test_every_disagreement_has_a_name(compared: list[Any]) -> None:
    """All outcomes are equal, or differ by an improvement of the contract."""
    unexplained, names = [], Counter()
    for name, document, how, theirs, ours in compared:
        if theirs == ours:
            names["equal"] += 1
            continue
        reason = explained(how, theirs, ours)
        names[reason] += 1
        if reason is None:
            unexplained.append((name, how, theirs, ours, document))
    assert unexplained == []
    assert names["equal"] > 0.8 * len(compared)


def test_the_documents_reach_the_improvements(compared: list[Any]) -> None:
    """The comparison is not vacuous: numbers, nulls and wrong lists occur in it."""
    found = {explained(how, a, b) for _, _, how, a, b in compared if a != b}
    assert {
        "numbers as quantities (Q10)",
        "null for a required list, map or time (Q3, Q4, Q25)",
        "times alike (Q1, Q2)",
    } <= found
