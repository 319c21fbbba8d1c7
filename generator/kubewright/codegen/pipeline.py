"""From a request to the text of all files: read, named, rendered, looked at, formatted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kubewright.codegen import paths, structure
from kubewright.codegen.generate import Facts, Files, Output, Report, Request, inputs
from kubewright.codegen.parsed import ParsedModel
from kubewright.codegen.workers import Workers, collector_paused, shared, workers
from kubewright.errors import refuse
from kubewright.spec import fixups


def facts(request: Request, others: Workers | None = None) -> Facts:
    """The models that `request` stands for, before anything is rendered."""
    corrected = fixups.apply(request.document).definitions
    parts = structure.slices(corrected, request.jobs if others else 1)
    reading = shared(_read, parts, others)
    # Pydantic and Jinja take a fifth of a second to import: while the others start.
    from kubewright.codegen import build, render

    read = dict(item for part in reading for item in part.items())
    parsed = {key: read[key] for key in corrected}
    built = build.package(parsed, corrected, request.aliases)
    tree = render.tree(built, request.package, request.title, request.version)
    return Facts(built, corrected, tree)


def _read(part: structure.Slice) -> Mapping[str, ParsedModel]:
    # The engine takes most of a second to import, here and in each of the other processes.
    from kubewright.codegen import engine

    return engine.read(part)


def build(request: Request, report: Report = lambda *_: None) -> Output:
    """All files that `request` stands for; nothing is written."""
    with collector_paused(), workers(request.jobs) as others:
        report("reading definitions", 0, 1)
        known = facts(request, others)
        making = _making(request, known, others)
        pages = _pages(request, known, report)
        models = _models(making, len(known.package.models), report)
    return _output(request, known, models, pages)


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
