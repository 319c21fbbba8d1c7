"""From the representation to the text of every file, in memory."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from keyword import iskeyword

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from kubewright import resources
from kubewright.codegen import layout, views
from kubewright.codegen.cycles import on_cycles
from kubewright.codegen.ir import Model, Package
from kubewright.errors import KubewrightError, Problem

Files = dict[str, str]

TREES = ("client", "aio/client")
# Packages that generated code imports, so it may not stand in their place.
USED = (
    frozenset({"pydantic", "pydantic_core", "typing_extensions"})
    | sys.stdlib_module_names
)
PACKAGE = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tree:
    """What the files that are not models need to know of the whole."""

    title: str
    version: str
    package: str
    root: str
    distribution: str
    example: str
    models: tuple[Model, ...]
    exports: tuple[str, ...]
    aliases: tuple[tuple[str, str], ...]


def tree(package: Package, name: str, title: str, version: str) -> Tree:
    """The tree of `package` as the import package `name` (dotted); raises on a bad name."""
    parts = name.split(".")
    if not PACKAGE.fullmatch(name) or any(map(_is_reserved, parts)) or parts[0] in USED:
        expected = (
            "lower-case Python names joined by dots, such as kubernetes or example.k8s"
        )
        raise KubewrightError(Problem("--package", repr(name), expected))
    return Tree(
        title=title,
        version=version,
        package=name,
        root=name.replace(".", "/"),
        distribution=f"kubewright-{name.replace('.', '-').replace('_', '-')}",
        example=_example(package.models),
        models=package.models,
        exports=tuple(map(_export, package.models)),
        aliases=tuple(sorted(package.aliases.items())),
    )


def _is_reserved(part: str) -> bool:
    return iskeyword(part) or part.startswith("__")


def common(tree: Tree) -> Files:
    """The files of a models folder that are no model's: its exports and the runtime."""
    init = template("models_init.py.jinja").render(tree=tree)
    return {"__init__.py": init, **_runtime()}


def modules(models: Iterable[Model], cyclic: Set[str]) -> Files:
    """The modules of `models` by file name; `cyclic` as `cyclic_classes` tells."""
    form = template("module.py.jinja")
    return {
        f"{model.module}.py": form.render(model=views.module(model, cyclic))
        for model in models
    }


def cyclic_classes(models: Iterable[Model]) -> Set[str]:
    """The classes whose modules import one another in a circle."""
    graph = {
        model.class_name: {ref.class_name for ref in views.references(model)}
        for model in models
    }
    return on_cycles(graph)


def project(tree: Tree, models: Mapping[str, str]) -> Files:
    """All files of the installable project around the `models` of both trees, by path."""
    files = {
        "README.md": template("project/README.md.jinja").render(tree=tree),
        "pyproject.toml": template("project/pyproject.toml.jinja").render(tree=tree),
    }
    files.update((f"{tree.root}/{path}", text) for path, text in _packages(tree))
    for side in TREES:
        folder = f"{tree.root}/{side}/models"
        files.update((f"{folder}/{path}", text) for path, text in models.items())
    return files


def _packages(tree: Tree) -> Iterator[tuple[str, str]]:
    init = template("package_init.py.jinja")
    for path, sides, text in (
        ("__init__.py", ("aio", "client"), f"Python models of {tree.title}."),
        ("aio/__init__.py", ("client",), f"Async side of the models of {tree.title}."),
    ):
        yield path, init.render(tree=tree, packages=sides, docstring=text)
    yield "py.typed", ""
    for side in TREES:
        yield f"{side}/__init__.py", template("client_init.py.jinja").render(tree=tree)
        yield f"{side}/py.typed", ""


def _runtime() -> Files:
    """The runtime's modules, as they stand in the templates."""
    folder = resources.folder("templates") / "package"
    return {path.name: path.read_text("utf-8") for path in sorted(folder.glob("_*.py"))}


def _export(model: Model) -> str:
    """The import that shows type checkers the class; `__all__` makes it an export."""
    return layout.imports(f".{model.module}", [model.class_name], layout.INDENT)


def _example(models: Iterable[Model]) -> str:
    names = [model.class_name for model in models]
    return "V1Pod" if "V1Pod" in names else names[0]


@cache
def environment() -> Environment:
    """The Jinja environment of all templates."""
    # The output is Python, TOML and Markdown of checked names and literals, never HTML.
    return Environment(  # noqa: S701
        loader=FileSystemLoader(resources.folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def template(name: str) -> Template:
    """The template of that path below `templates`."""
    return environment().get_template(name)
