"""Corrections of definitions: each one named function with a reason, a source, its releases.

A correction that finds nothing to correct in a release it claims is an error: either
upstream has mended it or the correction is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from kubewright import resources
from kubewright.errors import KubewrightError, Problem
from kubewright.spec.document import Definitions, Document
from kubewright.spec.schemas import reference, walk

META = "io.k8s.apimachinery.pkg.apis.meta.v1"
# A document with these describes a whole API server, so its discovery answers belong to it.
SERVER_MARKS = (f"{META}.APIGroupList", f"{META}.ObjectMeta", f"{META}.ListMeta")


@dataclass(frozen=True, slots=True)
class Fixup:
    """One correction: `apply` gives corrected definitions, or the same object where none fit.

    `claims` says whether a pinned release must need it.
    """

    apply: Callable[[Definitions], Definitions]
    reason: str
    source: str
    claims: Callable[[str], bool]


def discovery(definitions: Definitions) -> Definitions:
    """Add the aggregated discovery types, which no release's document describes."""
    if not all(mark in definitions for mark in SERVER_MARKS):
        return definitions
    missing = {
        key: body for key, body in supplement().items() if key not in definitions
    }
    return {**definitions, **missing} if missing else definitions


def deprecated_references(definitions: Definitions) -> Definitions:
    """Drop definitions that only forward to another one and that nothing refers to."""
    forwards = {
        key
        for key, body in definitions.items()
        if set(body) == {"$ref", "description"}
        and body["description"].startswith("Deprecated.")
    }
    if not forwards:
        return definitions
    used = {
        reference(part) for body in definitions.values() for _, part, _ in walk(body)
    }
    return {
        key: body for key, body in definitions.items() if key not in forwards - used
    }


FIXUPS = (
    Fixup(
        deprecated_references,
        "old keys that forward to renamed definitions would give second classes",
        "Kubernetes 1.8 to 1.13 swagger.json, dropped by the official client's generator",
        claims=lambda release: False,
    ),
    Fixup(
        discovery,
        "the API server answers /api and /apis with types of k8s.io/api/apidiscovery",
        "KEP-3352 aggregated discovery; the official client adds them by hand",
        claims=lambda release: True,
    ),
)


def apply(found: Document, fixups: tuple[Fixup, ...] = FIXUPS) -> Document:
    """`found` with all corrections applied; raises `KubewrightError` for an idle one."""
    definitions = found.definitions
    for fixup in fixups:
        corrected = fixup.apply(definitions)
        if corrected is definitions and found.release and fixup.claims(found.release):
            raise KubewrightError(_idle(fixup, found))
        definitions = corrected
    return replace(found, definitions=definitions, pinned=None)


@cache
def supplement() -> Definitions:
    """The discovery definitions, written by us, by key."""
    path = resources.folder("openapi") / "supplements" / "apidiscovery.json"
    table: Definitions = json.loads(path.read_text(encoding="utf-8"))["definitions"]
    return table


def _idle(fixup: Fixup, found: Document) -> Problem:
    name = getattr(fixup.apply, "__name__", "a fixup")
    return Problem(
        f"fixup {name} on release {found.release}",
        "nothing to correct",
        f"what it is for: {fixup.reason}",
        "narrow the releases it claims, or remove it",
    )
