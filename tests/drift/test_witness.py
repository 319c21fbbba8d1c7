"""A witness for each breaking id: a program that runs on the old models and not on the new.

The programs run on packages generated from the definitions of a case, so they prove what the
table of uses says about strict models: on import, on building an object, or on reading one.
What a server refuses is shown by checking what a model sends against the definitions.
"""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from drift import support
from kubewright.codegen import generate
from kubewright.drift.rules import BREAKING, RULES
from kubewright.spec import document

MODELS = "from {package}.client.models import {name}"
# The case, the class that is imported, the program after the import, and the use it shows.
WITNESSES = {
    "model-removed": ("model-removed-without-successor", "V1Crate", "", "import"),
    "model-renamed": ("01-rename-pure", "V1Oven", "", "import"),
    "model-replaced": ("04-model-replaced-by-wrapper", "V1TrayMapping", "", "import"),
    "model-inlined": ("27-model-became-inlined", "V1Span", "", "import"),
    "class-renamed-by-collision": ("rivals", "V1Recipe", "", "import"),
    "class-name-reused": (
        "22-class-name-reused", "V1Token", "assert V1Token(audience='a').audience", "construct"),
    "module-renamed": ("01-rename-pure", "v1_oven", "", "import"),
    "kind-removed": ("boilerplate-is-no-evidence", "V1Oven", "", "import"),
    "kind-version-removed": (
        "23-gvk-version-removed-with-stable", "V1beta1Loaf", "", "import"),
    "group-version-removed": (
        "23-gvk-version-removed-with-stable", "V1beta1Loaf", "", "import"),
    "field-added-required": ("fields-added", "V1Dough", "V1Dough(flour='rye')", "construct"),
    "field-removed": ("field-removed", "V1Dough", "V1Dough(yeast=1).yeast", "read"),
    "field-renamed": (
        "38-attribute-naming", "V1Route", "V1Route.from_dict({'vanIPs': []}).van_ips", "read"),
    "field-moved": ("field-moved-deeper", "V1Jar", "V1Jar.from_dict({'lid': 'a'}).lid", "read"),
    "field-became-required": (
        "07-optional-to-required", "V1Dough", "V1Dough(water=3)", "construct"),
    "field-type-narrowed": ("type-narrowed", "V1Port", "V1Port(target='http')", "construct"),
    "field-type-changed": ("type-changed", "V1Till", "V1Till(open='yes')", "construct"),
    "field-container-changed": ("14-map-to-list", "V1Jar", "V1Jar(content={})", "construct"),
    "field-ref-retargeted": (
        "ref-retargeted-identical", "V1Shop",
        "from {package}.client.models import V1Board\nV1Shop(sign=V1Board(size=1))",
        "construct"),
    "field-format-changed": ("35-format-changed", "V1Log", "V1Log(at='noon')", "construct"),
}  # fmt: skip
# What is built and sent, where models let pass what a server does not.
SENT = {
    "field-enum-introduced": ("enum-introduced", "V1Mix", "V1Mix(speed='Turbo')"),
    "field-enum-value-removed": (
        "16-enum-value-removed-and-added",
        "V1Mix",
        "V1Mix(speed='Turbo')",
    ),
}
# Aliases keep a lost class name alive for a while; this one has none.
RIVALS = support.case("19-collision-class-rename")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for generated packages, on the import path."""
    path = tmp_path_factory.mktemp("witness")
    sys.path.insert(0, str(path))
    yield path
    sys.path.remove(str(path))


def package(folder: Path, name: str, side: str) -> str:
    """The import name of a package generated from one side of a case."""
    case = RIVALS if name == "rivals" else support.case(name)
    title = f"witness_{name.replace('-', '_')}_{side}".lower()
    if not (folder / title).exists():
        definitions = document.Document(case[side], name)
        request = generate.Request(definitions, "1.0", {}, title, formatted=False)
        for path, text in generate.build(request).project.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
        importlib.invalidate_caches()
    return title


def run(package: str, name: str, program: str) -> None:
    """Run a program against a package."""
    source = f"{MODELS}\n{program}".replace("{package}", package).replace(
        "{name}", name
    )
    exec(compile(source, "<witness>", "exec"), {})


@pytest.mark.parametrize("rule", WITNESSES)
def test_runs_on_the_old_models_and_not_on_the_new(folder: Path, rule: str) -> None:
    """The witness of an id runs before the change and fails after it."""
    case, name, program, use = WITNESSES[rule]
    run(package(folder, case, "before"), name, program)
    with pytest.raises(
        (ImportError, AttributeError, ValueError, TypeError, AssertionError)
    ):
        run(package(folder, case, "after"), name, program)
    definitions = RIVALS if case == "rivals" else support.case(case)
    found = support.findings(definitions["before"], definitions["after"])
    told = [
        each
        for each in found
        if each.rule.id == rule and each.breaks.strict[use] == "yes"
    ]
    assert told or rule.startswith(
        "group-version"
    ), "the case does not tell of the change"


@pytest.mark.parametrize(
    ("case", "name", "value", "use"),
    [
        ("08-required-to-optional", "V1Dough", {}, "flour"),
        ("07-optional-to-required", "V1Dough", {"water": 1}, None),
    ],
)
def test_reading(
    folder: Path, case: str, name: str, value: object, use: str | None
) -> None:
    """A field that became optional may be None; one that became required must be sent."""
    module = importlib.import_module(f"{package(folder, case, 'after')}.client.models")
    found = getattr(module, name)
    if use:
        assert getattr(found.from_dict(value), use) is None
    else:
        with pytest.raises(ValueError, match="flour"):
            found.from_dict(value)


@pytest.mark.parametrize("rule", SENT)
def test_sending(folder: Path, rule: str) -> None:
    """What the models of both sides send fits the old definitions and not the new ones."""
    name, model, program = SENT[rule]
    case = support.case(name)
    for side in ("before", "after"):
        module = importlib.import_module(f"{package(folder, name, side)}.client.models")
        sent = eval(program, {model: getattr(module, model)}).to_dict()
        check(case["before"], model, sent)
        with pytest.raises(jsonschema.ValidationError):
            check(case["after"], model, sent)


def check(definitions: dict[str, Any], model: str, sent: object) -> None:
    """Check what is sent as a server that knows the definitions does."""
    key = f"{support.PREFIX}{model.removeprefix('V1')}"
    schema = {**definitions[key], "definitions": definitions}
    jsonschema.Draft4Validator(schema).validate(sent)


def test_renamed_attribute(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attribute of another generator runs on its package and not on ours."""
    ours = package(folder, "38-attribute-naming", "before")
    shutil.copytree(folder / ours, tmp_path / "theirs")
    path = tmp_path / "theirs" / "client" / "models" / "v1_route.py"
    path.write_text(path.read_text("utf-8").replace("van_ips", "van_i_ps"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    program = "assert V1Route(van_i_ps=['a']).van_i_ps == ['a']"
    run("theirs", "V1Route", program)
    with pytest.raises((AttributeError, ValueError)):
        run(ours, "V1Route", program)


def test_every_breaking_id_has_a_witness() -> None:
    """No breaking id is without a witness."""
    breaking = {rule.id for rule in RULES.values() if rule.severity == BREAKING}
    assert breaking == WITNESSES.keys() | SENT.keys() | {"python-attribute-renamed"}
