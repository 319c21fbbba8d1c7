"""From parsed definitions to models: counts, inlining, members that are taken."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kubewright.codegen import engine, members, render
from kubewright.codegen.build import package
from kubewright.codegen.ir import ListOf, Model, Scalar
from kubewright.codegen.naming import SHADOWED
from kubewright.spec import fixups, releases, sources


def build(release: str) -> Any:
    """The package of a pinned release."""
    definitions = fixups.apply(sources.load(release)).definitions
    parsed = engine.read(definitions)
    return definitions, package(parsed, definitions, releases.aliases(release))


@pytest.mark.parametrize(
    ("release", "definitions", "models", "inlined"),
    [("1.37", 862 + 11, 845, 28), ("1.36", 771 + 11, 768, 14)],
)
def test_counts(release: str, definitions: int, models: int, inlined: int) -> None:
    """Every definition is a model or inlined, and the numbers are those of the contract."""
    found, built = build(release)
    assert (len(found), len(built.models), len(built.inlined)) == (
        definitions,
        models,
        inlined,
    )


def test_types_follow_the_reference() -> None:
    """IntOrString, MicroTime, Quantity and RawExtension are known by the key referred to."""
    _, built = build("1.37")
    types = {(m.class_name, f.public): f.type for m in built.models for f in m.fields}
    assert types["V1TCPSocketAction", "port"] is Scalar.INT_OR_STRING
    assert types["V1LeaseSpec", "renew_time"] is Scalar.MICRO_TIME
    assert types["V1ObjectMeta", "creation_timestamp"] is Scalar.TIME
    assert types["V1ControllerRevision", "data"] is Scalar.RAW_EXTENSION
    assert types["V1JSONSchemaProps", "enum"] == ListOf(Scalar.JSON)
    assert sum(kind is Scalar.INT_OR_STRING for kind in types.values()) == 11
    assert sum(kind is Scalar.BYTES for kind in types.values()) == 9


def test_group_version_kind_has_one_name_in_every_release() -> None:
    """`V1GroupVersionKind` is the class of the discovery answers in 1.36 and 1.37."""
    for release in ("1.36", "1.37"):
        _, built = build(release)
        assert "V1GroupVersionKind" in {model.class_name for model in built.models}


def test_taken_names_are_the_members_of_the_runtime(tree_137: Path) -> None:
    """No property may be called like a public member of the base classes as emitted."""
    from k8s_under_test.client.models import _runtime  # type: ignore[import-not-found]

    assert str(tree_137) in sys.path
    for base in (_runtime.Model, _runtime.RemappedModel):
        public = {name for name in dir(base) if not name.startswith("_")}
        assert public - SHADOWED <= members.taken()
    own = {name for name in members.RUNTIME if hasattr(_runtime.Model, name)}
    assert own | {"openapi_types", "attribute_map"} == members.RUNTIME


def test_no_model_of_the_last_releases_imports_in_a_circle() -> None:
    """1.36 and 1.37 have no import cycle over two modules."""
    for release in ("1.36", "1.37"):
        _, built = build(release)
        models: tuple[Model, ...] = built.models
        assert render.cyclic_classes(models) == set()
