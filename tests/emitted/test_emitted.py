"""What we emit runs: small specs become packages that build, read and write objects."""

from __future__ import annotations

import importlib
import itertools
import json
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kubewright.codegen.generate import Request, generate
from kubewright.spec import document, sources

Emit = Callable[..., ModuleType]
NUMBERS = itertools.count()
STRING = {"type": "string"}


def ref(key: str) -> dict[str, str]:
    """A reference to a definition."""
    return {"$ref": f"#/definitions/{key}"}


def model(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """A definition with properties."""
    return {"type": "object", "properties": properties, "required": list(required)}


@pytest.fixture
def emit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Emit:
    """A function from definitions to the imported `client` package."""

    def run(definitions: dict[str, Any], **options: Any) -> ModuleType:
        data = json.dumps({"definitions": definitions}).encode()
        found = sources.checked(document.parse(data, "spec.json"))
        name = f"emitted{next(NUMBERS)}"
        request = Request(
            found, "1.37", options.get("aliases", {}), name, formatted=False
        )
        generate(request, tmp_path / name)
        monkeypatch.syspath_prepend(tmp_path / name)
        return importlib.import_module(f"{name}.client")

    return run


def test_models_that_refer_to_one_another(emit: Emit) -> None:
    """Modules in a circle import in any order, and nested objects are models."""
    definitions = {
        "com.example.v1.Tree": model(
            {"branches": {"type": "array", "items": ref("com.example.v1.Branch")}}
        ),
        "com.example.v1.Branch": model(
            {"tree": ref("com.example.v1.Tree"), "name": STRING}, "name"
        ),
    }
    for first, second in (("V1Tree", "V1Branch"), ("V1Branch", "V1Tree")):
        client = emit(definitions)
        getattr(client, first)
        tree = client.V1Tree.from_dict(
            {"branches": [{"name": "a", "tree": {"branches": []}}]}
        )
        assert isinstance(tree.branches[0], client.V1Branch)
        assert tree.branches[0].tree == client.V1Tree(branches=[])
        assert json.loads(tree.to_json()) == {
            "branches": [{"name": "a", "tree": {"branches": []}}]
        }
        assert getattr(client, second)


WIRES = ["tree", "mainTree", "clusterIPs", "from", "oldSchema", "schema", "$ref", "a-b"]


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("other", ["exec", "hostIP", "plain"])
def test_names_of_fields_in_a_circle(emit: Emit, wire: str, other: str) -> None:
    """A field whose module comes late keeps both its names, beside remapped ones too."""
    tree, branch = "com.example.v1.Tree", "com.example.v1.Branch"
    client = emit(
        {
            tree: model({"nextBranch": ref(branch), "ownTrees": ref(tree)}),
            branch: model({wire: ref(tree), other: STRING}, wire),
        }
    )
    whole = {"nextBranch": {wire: {"ownTrees": {}}, other: "x"}}
    made = client.V1Tree.from_dict(whole)
    assert json.loads(made.to_json()) == whole
    assert client.V1Tree.from_dict(made.to_dict()) == made
    assert client.V1Tree(**made.to_dict()) == made
    with pytest.raises(ValueError, match=re.escape(f"nextBranch.{wire}")):
        client.V1Tree.from_dict({"nextBranch": {}})


def test_a_model_that_refers_to_itself(emit: Emit) -> None:
    """Recursion needs no import."""
    client = emit(
        {"a.v1.Node": model({"children": {"type": "array", "items": ref("a.v1.Node")}})}
    )
    node = client.V1Node(children=[client.V1Node(), {"children": []}])
    assert node.to_dict() == {"children": [{"children": None}, {"children": []}]}


def test_keywords_are_attributes_with_an_underscore(emit: Emit) -> None:
    """Every keyword of Python can be a property: `class` is `_class`."""
    client = emit(
        {"a.v1.Words": model({"class": STRING, "from": STRING, "lambda": STRING})}
    )
    words = client.V1Words(_class="a", _from="b")
    assert (words._class, words._from, words._lambda) == ("a", "b", None)
    assert words.to_dict() == {"_class": "a", "_from": "b", "_lambda": None}
    assert json.loads(words.to_json()) == {"class": "a", "from": "b"}
    assert client.V1Words.from_json(words.to_json()) == words


def test_names_of_builtins_shadow_nothing(emit: Emit) -> None:
    """Fields called `int`, `list` or `type` leave the types of their neighbours alone."""
    properties = {
        "int": {"type": "integer"},
        "str": {"type": "integer"},
        "list": {"type": "array", "items": STRING},
        "type": {"type": "boolean"},
        "dict": STRING,
        "object": STRING,
        "bytes": STRING,
        "datetime": {"type": "string", "format": "date-time"},
    }
    del properties["dict"]  # a method of pydantic's base
    client = emit({"a.v1.Names": model(properties)})
    names = client.V1Names(int=1, str=2, list=["a"], type=True, object="o", bytes="b")
    assert json.loads(names.to_json()) == {
        "int": 1, "str": 2, "list": ["a"], "type": True, "object": "o", "bytes": "b",
    }  # fmt: skip


def test_unusual_wire_names_survive(emit: Emit) -> None:
    """Hyphens, dots, acronyms and `$` come back as they were."""
    wires = [
        "x-kubernetes-a",
        "hostIP",
        "podCIDRs",
        "APIVersion",
        "with.dot",
        "$ref",
        "fooURLs",
    ]
    client = emit({"a.v1.Odd": model(dict.fromkeys(wires, STRING))})
    odd = client.V1Odd.from_dict(dict.fromkeys(wires, "v"))
    assert json.loads(odd.to_json()) == dict.fromkeys(wires, "v")
    assert client.V1Odd(**odd.to_dict()) == odd
    assert list(odd.attribute_map.values()) == wires


def test_lost_name_is_a_deprecated_alias(emit: Emit) -> None:
    """A name of an earlier release gives the new class and a warning, and is not listed."""
    definitions = {
        "b.core.v1.Subject": model({"name": STRING}),
        "b.rbac.v1.Subject": model({"kind": STRING}),
    }
    client = emit(
        definitions, aliases={"V1Subject": "RbacV1Subject", "V1Gone": "V1NotHere"}
    )
    with pytest.warns(
        DeprecationWarning, match="V1Subject is called RbacV1Subject"
    ) as caught:
        assert client.V1Subject is client.RbacV1Subject
    assert caught[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="V1Subject is called"):
        assert client.models.V1Subject is client.RbacV1Subject
    assert "V1Subject" not in client.__all__ + client.models.__all__
    with pytest.raises(AttributeError, match="has no attribute 'V1Gone'"):
        client.V1Gone  # noqa: B018


def test_real_release_has_its_alias(tree_137: Path) -> None:
    """`V1Subject`, lost in 1.29, is `RbacV1Subject`."""
    from k8s_under_test import client  # type: ignore[import-not-found]

    assert str(tree_137) in sys.path
    with pytest.warns(DeprecationWarning, match="V1Subject is called"):
        assert client.V1Subject is client.RbacV1Subject


@pytest.mark.parametrize(
    "package", ["client", "client.models", "aio.client", "aio.client.models"]
)
def test_packages_export_lazily(tree_137: Path, package: str) -> None:
    """845 classes in ASCII order; dir() lists them; a star import brings them all."""
    module = importlib.import_module(f"k8s_under_test.{package}")
    names = [name for name in module.__all__ if not name.startswith("__")]
    assert len(names) == 845
    assert names == sorted(names)
    assert set(names) <= set(dir(module))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        space: dict[str, Any] = {}
        exec(f"from k8s_under_test.{package} import *", space)
    assert set(module.__all__) <= set(space)
    with pytest.raises(AttributeError) as caught:
        module.V1Patch  # noqa: B018
    assert (
        str(caught.value)
        == f"module 'k8s_under_test.{package}' has no attribute 'V1Patch'"
    )


@pytest.mark.parametrize(
    "name", ["CoreV1Api", "ApiClient", "Configuration", "ApiException"]
)
def test_client_answers_for_api_classes(tree_137: Path, name: str) -> None:
    """The error for a class of the official client says that this package holds models."""
    from k8s_under_test import client

    with pytest.raises(
        AttributeError, match=f"no attribute '{name}': this package holds models"
    ):
        getattr(client, name)
    assert client.__version__ == "1.37.0"


def test_touching_one_class_imports_what_it_mentions(tree_137: Path) -> None:
    """Importing V1ObjectMeta loads three model modules, not 845."""
    import subprocess

    code = (
        f"import sys; sys.path.insert(0, {str(tree_137)!r})\n"
        "from k8s_under_test.client import V1ObjectMeta\n"
        "print(sum('.models.v' in name for name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) == 3
