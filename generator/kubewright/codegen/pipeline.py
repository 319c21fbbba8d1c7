"""From a request to the text of all files: read, named, rendered, looked at, formatted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kubewright.codegen import paths
from kubewright.codegen.generate import Facts, Files, Output, Report, Request, inputs
from kubewright.codegen.workers import Workers, collector_paused, shared, workers
from kubewright.errors import refuse
from kubewright.spec import fixups


def facts(request: Request) -> Facts:
    """The models that `request` stands for, before anything is rendered."""
    # The engine and Jinja take half a second to import: while the others start.
    from kubewright.codegen import build, engine, render

    corrected = fixups.apply(request.document).definitions
    built = build.package(engine.read(corrected), corrected, request.aliases)
    tree = render.tree(built, request.package, request.title, request.version)
    return Facts(built, corrected, tree)


def build(request: Request, report: Report = lambda *_: None) -> Output:
    """All files that `request` stands for; nothing is written."""
    with collector_paused(), workers(request.jobs, _start) as others:
        report("reading definitions", 0, 1)
        known = facts(request)
        making = _making(request, known, others)
        pages = _pages(request, known, report)
        models = _models(making, len(known.package.models), report)
    return _output(request, known, models, pages)


def _start() -> None:
    """What another process does first: import what it needs for its first batch."""
    from kubewright.codegen import modules as modules


def _making(
    request: Request, known: Facts, others: Workers | None
) -> Iterator[Mapping[str, str]]:
    """The files of one models folder as they are made, in any order."""
    from kubewright.codegen.modules import batches, made

    return shared(made, batches(known.tree, formatted=request.formatted), others)


def _pages(request: Request, known: Facts, report: Report) -> Files:
    if request.pages is None:
        return {}
    report("writing pages", 0, 1)
    return request.pages.write(known)


def _models(making: Iterator[Mapping[str, str]], total: int, report: Report) -> Files:
    models: Files = {}
    for files in making:
        models.update(files)
        report("rendering and formatting", min(len(models), total), total)
    return dict(sorted(models.items()))


def _output(request: Request, known: Facts, models: Files, pages: Files) -> Output:
    from kubewright.codegen import formatting, render

    if request.formatted:
        formatting.remember(models)
    project = {**render.project(known.tree, models), **pages}
    refuse(paths.problems(project))
    counts = {
        "definitions": len(known.definitions),
        "models": len(known.package.models),
        "inlined": len(known.package.inlined),
    }
    return Output(models, project, {**inputs(request), "counts": counts})
