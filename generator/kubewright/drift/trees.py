"""Generated packages as sides: what a generator made of definitions, read without import.

Classes, attributes, types and bases are read from the syntax trees of the modules, so that
packages of any generator with `openapi_types` and `attribute_map` can be compared.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kubewright.codegen import manifest
from kubewright.drift import syntax
from kubewright.drift.values import Definition, Property, Snapshot, Type
from kubewright.errors import KubewrightError, Problem, reading

MODELS = "client/models"
HEADER = re.compile(r"Generated from (?P<key>\S+?)\.? ")
CONTAINER = re.compile(
    r"(?:List|list)\[(?P<item>.+)\]|(?:Dict|dict)\[str, ?(?P<value>.+)\]"
)
LEAVES = {
    "str": ("string", ""),
    "int": ("integer", ""),
    "float": ("number", ""),
    "bool": ("boolean", ""),
    "datetime": ("string", "date-time"),
    "bytes": ("string", "byte"),
}


@dataclass(frozen=True, slots=True)
class PythonClass:
    """A class of models: `attributes` and `types` by wire name."""

    name: str
    module: str
    key: str
    bases: tuple[str, ...]
    attributes: Mapping[str, str]
    types: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Tree:
    """A generated package: its classes by name, and what its manifest says of its making.

    `spec` and `tree` are digests, ``""`` where no manifest tells; `runtime` is the digest of
    the modules that hold no model.
    """

    name: str
    classes: Mapping[str, PythonClass]
    runtime: str
    spec: str
    tree: str


def is_tree(place: str) -> bool:
    """Whether `place` is a folder, which a spec never is."""
    return os.path.isdir(place)  # false where the name is too long for a path


def read(place: Path) -> Tree:
    """The package at `place`, a project, a package or a folder of models."""
    folder = _models(place)
    classes: dict[str, PythonClass] = {}
    runtime = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        with reading(str(path), "a readable module"):
            data = path.read_bytes()
        found = [] if path.name.startswith("_") else list(_classes(path, data))
        classes.update((each.name, each) for each in found)
        if not found and path.name != "__init__.py":
            runtime.update(path.name.encode() + b"\0" + data)
    if not classes:
        raise KubewrightError(
            Problem(str(folder), "no class of models", "generated modules")
        )
    table = manifest.read(place) or manifest.read(folder)
    spec = table.get("spec")
    digest = spec.get("digest", "") if isinstance(spec, dict) else ""
    return Tree(
        str(place), classes, runtime.hexdigest(), digest, str(table.get("tree", ""))
    )


def _models(place: Path) -> Path:
    """The folder of the synchronous models at or below `place`."""
    if place.name == "models" and (place / "__init__.py").is_file():
        return place
    found = sorted(
        (path for path in place.rglob(MODELS) if "aio" not in path.parts),
        key=lambda path: len(path.parts),
    )
    if not found:
        expected = f"a generated package with {MODELS}"
        raise KubewrightError(Problem(str(place), "a folder without models", expected))
    return found[0]


def _classes(path: Path, data: bytes) -> Iterator[PythonClass]:
    try:
        tree = syntax.module(data)
    except syntax.FAULTS as error:
        reason = str(error) or "nested too deep"
        problem = Problem(str(path), f"no Python ({reason})", "a generated module")
        raise KubewrightError(problem) from error
    header = HEADER.match(ast.get_docstring(tree) or "")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            maps = dict(_maps(node))
            if "attribute_map" in maps:
                key = header["key"] if header else node.name
                yield _class(node, path.stem, key, maps)


def _class(
    node: ast.ClassDef, module: str, key: str, maps: Mapping[str, dict[str, str]]
) -> PythonClass:
    wires = maps["attribute_map"]
    types = maps.get("openapi_types", {})
    return PythonClass(
        name=node.name,
        module=module,
        key=key,
        bases=tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases),
        attributes={wire: attr for attr, wire in wires.items()},
        types={
            wires[attr]: _normal(text) for attr, text in types.items() if attr in wires
        },
    )


def _maps(node: ast.ClassDef) -> Iterator[tuple[str, dict[str, str]]]:
    """The plain dictionaries of text that a class holds, by name."""
    for part in node.body:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Dict() as value):
                yield name, _texts(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict() as value):
                yield name, _texts(value)


def _texts(node: ast.Dict) -> dict[str, str]:
    return {
        str(key.value): str(value.value)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
    }


def _normal(text: str) -> str:
    """A type text of any generator in one spelling: `dict(str, int)` is `Dict[str, int]`."""
    text = re.sub(r"\b(dict|list)\(", lambda found: f"{found[1].capitalize()}[", text)
    return re.sub(
        r"\bdict\[", "Dict[", re.sub(r"\blist\[", "List[", text.replace(")", "]"))
    )


def snapshot(tree: Tree) -> Snapshot:
    """The classes of `tree` as shapes, as far as type texts tell."""
    keys = {name: each.key for name, each in tree.classes.items()}
    definitions = {each.key: _definition(each, keys) for each in tree.classes.values()}
    return Snapshot(tree.name, tree.spec or tree.tree or tree.runtime, definitions)


def _definition(each: PythonClass, keys: Mapping[str, str]) -> Definition:
    properties = {
        wire: Property(
            wire, _type(each.types.get(wire, "object"), keys), required=False
        )
        for wire in sorted(each.attributes)
    }
    return Definition(
        each.key,
        each.name,
        each.module,
        Type("", "model", "", each.key),
        "",
        properties,
    )


def _type(text: str, keys: Mapping[str, str]) -> Type:
    containers = ""
    while (match := CONTAINER.fullmatch(text)) is not None:
        containers += "[]" if match["item"] else "{}"
        text = match["item"] or match["value"]
    if text in keys:
        return Type(containers, "model", "", keys[text])
    leaf, form = LEAVES.get(text, ("object", ""))
    return Type(containers, leaf, form)
