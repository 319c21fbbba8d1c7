"""Markdown pages: one a model for each tree, and the lists of models in the READMEs.

The form is the official client's; descriptions are escaped, and the example is filled in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from kubewright.codegen.generate import Facts
from kubewright.codegen.ir import Field, Model
from kubewright.codegen.render import template
from kubewright.refdocs import text
from kubewright.refdocs.examples import Examples
from kubewright.refdocs.expression import Expression, expression
from kubewright.refdocs.types import model_in, python_type

Files = dict[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """What `model.md.jinja` shows of a model."""

    title: str
    module: str
    description: str
    rows: tuple[str, ...]
    imports: tuple[str, ...]
    example: str


def files(facts: Facts, examples: Examples) -> Files:
    """The Markdown files of both trees by path, the READMEs among them."""
    tree = facts.tree
    models = {model.class_name: model for model in tree.models}
    found = {
        "README.md": template("refdocs/readme.md.jinja").render(tree=tree),
        "aio/README.md": template("refdocs/aio_readme.md.jinja").render(tree=tree),
    }
    form = template("refdocs/model.md.jinja")
    for model in tree.models:
        sync, aio = _pages(model, models, tree.package, examples)
        found[f"docs/{model.class_name}.md"] = form.render(page=sync)
        found[f"aio/docs/{model.class_name}.md"] = form.render(page=aio)
    return found


def _pages(
    model: Model, models: Mapping[str, Model], package: str, examples: Examples
) -> Iterator[Page]:
    """The pages of `model` in the sync and in the async tree: only the imports differ."""
    built = expression(
        examples.of(model.class_name), model, models, f"{model.module}_instance"
    )
    page = Page(
        title=model.class_name,
        module=model.module,
        description=text.markdown(_description(model)),
        rows=tuple(map(_row, model.fields)),
        imports=_imports(built, f"{package}.client.models"),
        example=built.text,
    )
    yield page
    yield replace(page, imports=_imports(built, f"{package}.aio.client.models"))


def _imports(built: Expression, package: str) -> tuple[str, ...]:
    return tuple(built.imports(package))


def _description(model: Model) -> str:
    """The description, "" for the class name that stands in for a missing one."""
    return "" if model.description == model.class_name else model.description


def _row(field: Field) -> str:
    note = "" if field.required else "[optional]"
    described = text.markdown(field.description or "")
    return f"**{field.public}** | {_type(field)} | {described} | {note}".rstrip()


def _type(field: Field) -> str:
    shown = f"**{python_type(field.type)}**"
    ref = model_in(field.type)
    return f"[{shown}]({ref.class_name}.md)" if ref else shown
