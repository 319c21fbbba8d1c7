"""Drift: changed pairs of definitions, every form of report, and search in sources of users.

A case names two sets of definitions with their changes, and holds a source.
"""

from __future__ import annotations

import atexit
import json
import re
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema

from drift import support
from drift.test_symmetry import unmatched
from fuzz import cuts, edits, sources
from fuzz.harness import Target, decode, encode, law
from fuzz.targets.spec import told
from kubewright.drift import reader, report, run
from kubewright.drift.outcome import Outcome, Use, with_uses
from kubewright.drift.report import json_form
from kubewright.drift.scan import fix, index
from kubewright.drift.scan import run as search
from kubewright.drift.scan.index import Index
from kubewright.drift.scan.wanted import Request
from kubewright.drift.settings import Settings
from kubewright.drift.values import Snapshot
from kubewright.errors import KubewrightError
from kubewright.spec import document
from kubewright.spec import sources as spec_sources

WORK = tempfile.TemporaryDirectory(prefix="fuzz-drift-")
atexit.register(WORK.cleanup)
MARK = "x-kubernetes-group-version-kind"
FILES = ("app.py", "app.pyi", "app.yaml", "app.json")
GUESSED = frozenset(
    {"model-renamed", "model-replaced", "module-renamed", "class-renamed-by-collision"}
    | {"field-renamed", "field-moved", "field-ref-renamed", "python-attribute-renamed"}
)
SCHEMA = jsonschema.Draft202012Validator(json.loads(json_form.schema()))


def check(data: bytes) -> None:
    """Two releases are compared, reported and searched for, or refused with reasons."""
    case = decode(data)
    if not isinstance(case, dict):
        return
    found = pair(json.dumps([case["old"], case["new"]]))
    if found is None:
        return
    uses = searched(case, found)
    if case["reports"]:
        reports(with_uses(found.outcome, uses, skipped=(), scanned=1))


@dataclass(frozen=True)
class Pair:
    """A comparison, and what sources are searched for."""

    outcome: Outcome
    index: Index


@lru_cache(maxsize=256)
def pair(sides: str) -> Pair | None:
    """The comparison of two sides, its laws checked; None where one of them is refused."""
    try:
        old, new = map(snapshot, json.loads(sides))
    except KubewrightError as error:
        told(error)
        return None
    found = run.compared(old, new, Settings())
    compared(old, new, found)
    return Pair(found, index.build(found.findings, old))


def snapshot(side: Any) -> Snapshot:
    """The shapes of one side."""
    definitions = edits.apply(base(side), side["edits"])
    data = json.dumps({"definitions": definitions}).encode()
    return reader.snapshot(spec_sources.checked(document.parse(data, "case")), "case")


def base(side: Any) -> dict[str, Any]:
    """The definitions that a side starts from: of a case of the tests, or of a release."""
    if side["case"]:
        return support.case(side["case"])[side["part"]]  # type: ignore[no-any-return]
    return cuts.cut(side["release"], side["roots"])


def compared(old: Snapshot, new: Snapshot, found: Outcome) -> None:
    """Findings have a name each, mirror those of the way back, and none is of a side itself."""
    prints = [each.fingerprint for each in found.findings]
    law(len(set(prints)) == len(prints), "a fingerprint twice")
    law(
        {each.caused_by for each in found.findings} - {""} <= set(prints),
        "no such cause",
    )
    law(
        support.between(old, old) == () == support.between(new, new),
        "a side and itself",
    )
    there, back = support.between(old, new), support.between(new, old)
    # Which definition is a renamed one is judged from the old side.
    if any(each.rule.id in GUESSED for each in (*there, *back)):
        return
    law(not unmatched(there, back), unmatched(there, back))


def searched(case: Any, found: Pair) -> tuple[Use, ...]:
    """The uses in the source; their rewrites leave what can be read readable."""
    path = Path(WORK.name) / case["file"]
    text = case["source"].encode("utf-8", "surrogatepass")
    path.write_bytes(text)
    request = Request((path,), ("acme.models",), case["hints"], jobs=1)
    uses, skipped = search.one(path, request, found.index)
    for each in skipped:
        law(each.reason and len(each.reason) < 500, each)
    lines = text.count(b"\n") + text.count(b"\r") + 1
    for use in uses:
        law(1 <= use.line <= lines and 1 <= use.column < use.end_column, use)
    result = fix.rewrites(uses)
    # Where a stream breaks off, the documents before it have uses, and no rewrite mends it.
    shallow = [each for each in result.left if fix.DEEP not in each]
    law(skipped or not shallow, shallow)
    law(isinstance(fix.diff(result), str), "diff")
    return tuple(uses)


def reports(found: Outcome) -> None:
    """Every form can be written, and read by what reads it."""
    for form in report.FORMS:
        text = report.render(found, form, "breaking")
        if form == "json":
            SCHEMA.validate(json.loads(text))
        elif form == "sarif":
            json.loads(text)
        elif form == "junit":
            ElementTree.fromstring(text)
        bad = [line for line in re.split("[\n\t]", text) if not line.isprintable()]
        law(not bad, form, bad[:1])


@cache
def of_kinds() -> list[str]:
    """The cases of the tests in which manifests can be written."""
    return [
        name for name in sorted(support.CASES) if MARK in json.dumps(support.case(name))
    ]


def side(
    rng: Random, release: str, roots: list[str], case: str, part: str, *, changed: bool
) -> dict[str, Any]:
    """One side of a case, changed or as it stands."""
    release = "" if case else release
    made: dict[str, Any] = {
        "release": release,
        "roots": roots,
        "case": case,
        "part": part,
    }
    edited = changed and rng.random() < 0.8
    return {**made, "edits": cuts.changes(rng, base(made)) if edited else []}


def make(rng: Random) -> bytes:
    """A pair of releases or of the tests' own definitions, and a source that uses the old one."""
    known, file = rng.random() < 0.6, rng.choice(FILES)
    is_python = file.startswith("app.py")
    cases = sorted(support.CASES) if is_python else of_kinds()
    case = rng.choice(cases) if known or rng.random() < 0.5 else ""
    releases = rng.choice((("1.36", "1.37"), ("1.37", "1.36"), ("1.37", "1.37")))
    roots = [] if case else cuts.roots(rng, "1.36")
    parts = rng.choice((("before", "after"), ("after", "before")))
    old, new = (
        side(rng, release, roots, case, part, changed=not known)
        for release, part in zip(releases, parts, strict=True)
    )
    write = sources.python if is_python else sources.manifest
    return encode(
        {
            "old": old,
            "new": new,
            "file": file,
            "hints": rng.random() < 0.5,
            "reports": not known or rng.random() < 0.1,
            "source": write(rng, base(old)),
        }
    )


TARGET = Target("drift", make, check)
