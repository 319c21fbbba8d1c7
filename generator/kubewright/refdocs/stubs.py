"""Sphinx pages in the form that sphinx-apidoc gives them, made without importing anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kubewright import resources
from kubewright.codegen.generate import Facts
from kubewright.codegen.ir import Model
from kubewright.codegen.render import TREES, template

Files = dict[str, str]
FOLDER = "doc/source"
FORMS = ("base", "module", "package")
EXTENSION = "model_pages.py"


@dataclass(frozen=True, slots=True)
class Section:
    """A list of further pages under a title."""

    title: str
    names: tuple[str, ...]

    @property
    def rule(self) -> str:
        """The line under the title."""
        return "-" * len(self.title)


@dataclass(frozen=True, slots=True)
class Page:
    """The page of one module or package."""

    dotted: str
    form: str
    sections: tuple[Section, ...] = ()

    @property
    def title(self) -> str:
        """The title in reST."""
        kind = "package" if self.form == "package" else "module"
        return f"{escaped(self.dotted)} {kind}"

    @property
    def rule(self) -> str:
        """The line under the title."""
        return "=" * len(self.title)


def escaped(dotted: str) -> str:
    """A dotted name in reST, where an underscore at a word's end would be a reference."""
    return dotted.replace("_", r"\_")


def files(facts: Facts) -> Files:
    """The pages of both trees, and what Sphinx needs to build them, by path."""
    package = facts.tree.package
    # sphinx-apidoc does not escape this one title; inside a name an underscore does no harm.
    title = escaped(package) if re.search(r"_(\.|$)", package) else package
    found = {
        "modules.rst": template("refdocs/modules.rst.jinja").render(
            title=title, rule="=" * len(title), package=package
        ),
        "conf.py": template("refdocs/conf.py.jinja").render(tree=facts.tree),
        EXTENSION: _extension(),
    }
    forms = {form: template(f"refdocs/{form}.rst.jinja") for form in FORMS}
    for page in _pages(package, facts.tree.models):
        found[f"{page.dotted}.rst"] = forms[page.form].render(page=page)
    return {f"{FOLDER}/{name}": text for name, text in found.items()}


def _pages(package: str, models: tuple[Model, ...]) -> Iterator[Page]:
    yield _package(package, (f"{package}.aio", f"{package}.client"))
    yield _package(f"{package}.aio", (f"{package}.aio.client",))
    for side in TREES:
        client = f"{package}.{side.replace('/', '.')}"
        folder = f"{client}.models"
        yield _package(client, (folder,))
        modules = tuple(sorted(f"{folder}.{model.module}" for model in models))
        yield Page(folder, "package", (Section("Submodules", modules),))
        for dotted in modules:
            yield Page(dotted, "module")
        # What all models share; sphinx-apidoc leaves out modules with an underscore.
        yield Page(f"{folder}._runtime", "base")


def _package(dotted: str, below: tuple[str, ...]) -> Page:
    return Page(dotted, "package", (Section("Subpackages", below),))


def _extension() -> str:
    path = resources.folder("templates") / "refdocs" / EXTENSION
    return path.read_text("utf-8")
