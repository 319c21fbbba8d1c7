"""Examples are true: each one is built with the generated classes."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from black import format_str
from black.mode import Mode

from kubewright.codegen.generate import Facts
from kubewright.codegen.ir import Field, ListOf, MapOf, ModelRef, Scalar
from kubewright.refdocs import manifests
from kubewright.refdocs.examples import Examples
from kubewright.refdocs.expression import expression
from kubewright.refdocs.kinds import kinds
from kubewright.refdocs.types import model_in
from kubewright.spec import sources
from kubewright.spec.document import Document
from kubewright.validation import CHECKS, validate
from refdocs.conftest import facts_of


@pytest.fixture(scope="module")
def examples(facts_137: Facts) -> Examples:
    """The examples of 1.37."""
    return Examples(facts_137.package, kinds(facts_137.definitions), manifests.load())


def run(page: str) -> dict[str, Any]:
    """The names that the Python block of a page defines."""
    code = page.split("```python\n")[1].split("```")[0]
    names: dict[str, Any] = {"print": lambda text: json.loads(text)}
    exec(compile(code, "example", "exec"), names)
    return names


@pytest.mark.parametrize("side", ["", "aio/"])
def test_example_of_every_page_runs(
    side: str, paged_137: Path, facts_137: Facts
) -> None:
    """The block of each page builds an object, writes it as JSON and gives it back equal."""
    for model in facts_137.package.models:
        page = (paged_137 / side / "docs" / f"{model.class_name}.md").read_text("utf-8")
        names = run(page)
        built = names[f"{model.module}_instance"]
        assert type(built).__name__ == model.class_name
        assert type(built).__module__.startswith(f"k8s_with_pages.{side[:3]}"), side
        assert names[f"{model.module}_from_dict"] == built
        assert type(built).from_json(built.to_json()) == built


def test_example_is_the_wire_form(
    paged_137: Path, facts_137: Facts, examples: Examples
) -> None:
    """What the Python form builds is what the JSON form says."""
    package = importlib.import_module("k8s_with_pages.client.models")
    for model in facts_137.package.models:
        wire = examples.of(model.class_name)
        cls = getattr(package, model.class_name)
        page = (paged_137 / "docs" / f"{model.class_name}.md").read_text("utf-8")
        assert run(page)[f"{model.module}_instance"] == cls.from_dict(wire)


def test_examples_hold_no_unknown_key(facts_137: Facts, examples: Examples) -> None:
    """An example names declared fields only, at every depth, and all required ones."""
    models = {model.class_name: model for model in facts_137.package.models}
    for model in models.values():
        value = examples.of(model.class_name)
        assert value.keys() <= {field.wire for field in model.fields}
        assert value.keys() >= {field.wire for field in model.fields if field.required}
        assert value, model.class_name


def test_expressions_are_in_blacks_form(facts_137: Facts, examples: Examples) -> None:
    """black has nothing to change in an example."""
    models = {model.class_name: model for model in facts_137.package.models}
    chosen = [name for name in models if examples.is_written(name)][::4]
    texts = [
        expression(examples.of(name), models[name], models, "x").text + "\n"
        for name in chosen
    ]
    assert [text for text in texts if format_str(text, mode=Mode()) != text] == []


def test_common_kinds_have_a_spec(examples: Examples) -> None:
    """The kinds that people write first come with more than a name."""
    for name in ("V1Pod", "V1Deployment", "V1Job", "V1Service", "V1ResourceSlice"):
        assert len(examples.of(name)["spec"]) >= 1
    assert examples.of("V1Pod")["spec"]["containers"][0]["image"]


def test_worked_dra_examples(examples: Examples) -> None:
    """A core complex of eight CPUs, its overheads, and what a driver reports of a network."""
    device = examples.of("V1Device")
    cpu = device["nodeAllocatableResources"]["cpu"]
    assert cpu == {"mapping": {"deviceMultiplier": "8"}}
    memory = device["nodeAllocatableResources"]["memory"]
    assert set(memory["overhead"]) == {"perPod", "perContainer"}
    mapped = examples.of("V1ResourceSlice")["spec"]["devices"][1]
    mapping = mapped["nodeAllocatableResources"]["cpu"]["mapping"]
    assert set(mapping) == {"capacityKey", "capacityMultiplier"}
    assert mapping["capacityKey"] in mapped["capacity"]
    status = examples.of("V1AllocatedDeviceStatus")
    assert status["networkData"]["ips"]
    for version in ("V1beta1", "V1beta2"):
        assert examples.of(f"{version}AllocatedDeviceStatus")["networkData"]["ips"]


def test_every_model_is_reached(facts_137: Facts) -> None:
    """Lists and maps of models are references too."""
    pod = next(m for m in facts_137.package.models if m.class_name == "V1PodSpec")
    refs = {field.wire: model_in(field.type) for field in pod.fields}
    assert refs["containers"] == ModelRef("V1Container", "v1_container")
    assert refs["nodeSelector"] is None


@pytest.mark.parametrize("release", ["1.36", "1.37"])
def test_api_server_takes_the_examples(release: str) -> None:
    """Examples of the kinds that our validation knows have no fault, nor has their status."""
    known = facts_of(sources.load(release))
    served = kinds(known.definitions)
    made = Examples(known.package, served, manifests.load())
    judged = 0
    for model in known.package.models:
        kind = served.get(model.key)
        if (
            kind is None
            or kind.group not in ("", "resource.k8s.io")
            or kind.kind not in CHECKS
        ):
            continue
        wire = made.of(model.class_name)
        judged += 1
        assert (
            validate(wire, operation="create", release=release) == []
        ), model.class_name
        if "status" in wire:
            assert validate(wire, operation="status", old=wire, release=release) == []
    assert judged >= 15


TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "bytes": {"type": "string", "format": "byte"},
    "time": {"type": "string", "format": "date-time"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "truth": {"type": "boolean"},
    "object": {"type": "object"},
    "anything": {},
    "list": {"type": "array", "items": {"type": "integer"}},
    "lists": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
    "map": {"type": "object", "additionalProperties": {"type": "boolean"}},
    "itself": {"$ref": "#/definitions/io.k8s.api.core.v1.Pod"},
    "models": {
        "type": "array",
        "items": {"$ref": "#/definitions/io.k8s.api.core.v1.PodSpec"},
    },
}
META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"


def like_a_pod(part: str, schema: dict[str, Any], required: bool) -> dict[str, Any]:
    """Definitions of a Pod, one of whose parts has another schema."""
    core, text = "io.k8s.api.core.v1", {"type": "string"}
    parts = {
        f"{core}.Pod": {
            "apiVersion": text,
            "kind": text,
            "metadata": {"$ref": f"#/definitions/{META}"},
            "spec": {"$ref": f"#/definitions/{core}.PodSpec"},
        },
        f"{core}.PodSpec": {
            "nodeName": text,
            "containers": {
                "type": "array",
                "items": {"$ref": f"#/definitions/{core}.Container"},
            },
        },
        f"{core}.Container": {"name": text, "image": text},
        META: {"name": text, "namespace": text},
    }
    found: dict[str, Any] = {}
    for key, properties in parts.items():
        changed = {**properties, part: schema} if part in properties else properties
        asked = [part] if required and part in properties else []
        found[key] = {"type": "object", "properties": changed, "required": asked}
    kind = {"group": "", "version": "v1", "kind": "Pod"}
    found[f"{core}.Pod"]["x-kubernetes-group-version-kind"] = [kind]
    return found


@pytest.mark.parametrize("schema", TYPES.values(), ids=TYPES)
@pytest.mark.parametrize(
    "part",
    ["apiVersion", "kind", "metadata", "spec", "containers", "name", "nodeName"],
)
@pytest.mark.parametrize("required", [True, False])
def test_manifests_give_way_to_types(
    part: str, schema: dict[str, Any], required: bool
) -> None:
    """What a manifest says of a part of another type is left out, and filled where required."""
    known = facts_of(Document(like_a_pod(part, schema, required), "a test"))
    served = kinds(known.definitions)
    made = Examples(known.package, served, manifests.load())
    models = {model.class_name: model for model in known.package.models}
    for name, model in models.items():
        found = made.of(name)
        assert not any(
            _misfit(found[it.wire], it) for it in model.fields if it.wire in found
        )
        assert expression(found, model, models, "it").text.startswith(f"it = {name}(")


def _misfit(value: Any, field: Field) -> bool:
    """Whether a value is not of its field's type, as far as lists and objects go."""
    if field.type is Scalar.JSON:
        return False
    is_list, is_map = isinstance(value, list), isinstance(value, dict)
    return is_list != isinstance(field.type, ListOf) or is_map != (
        isinstance(field.type, ModelRef | MapOf) or field.type is Scalar.OBJECT
    )


def test_api_server_takes_the_manifests() -> None:
    """So it is with every manifest, those that only lend their parts included."""
    for manifest in manifests.load():
        if manifest["kind"] in CHECKS:
            found = validate(manifest, operation="create")
            if "status" in manifest:
                found += validate(manifest, operation="status", old=manifest)
            assert found == [], manifest["metadata"]
