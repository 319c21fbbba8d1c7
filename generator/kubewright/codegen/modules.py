"""The files of a models folder, batch by batch: rendered, looked at, formatted."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Set
from dataclasses import dataclass

from kubewright.codegen import formatting, guard, render
from kubewright.codegen.ir import Model
from kubewright.codegen.workers import OBJECTS
from kubewright.errors import refuse

Files = dict[str, str]

# Models a batch: few enough to share work evenly, many enough to cost no time in passing.
BATCH = 20


@dataclass(frozen=True, slots=True)
class Batch:
    """Work for one process: ready `files`, and `models` to render.

    `cyclic` holds those of their classes whose modules import one another in a circle.
    """

    files: Mapping[str, str]
    models: tuple[Model, ...]
    cyclic: Set[str]
    formatted: bool


def batches(tree: render.Tree, *, formatted: bool) -> list[Batch]:
    """The batches of the models folder of `tree`, the largest first."""
    cyclic = render.cyclic_classes(tree.models)
    first = Batch(render.common(tree), (), cyclic, formatted)
    parts = [
        tree.models[start : start + BATCH]
        for start in range(0, len(tree.models), BATCH)
    ]
    return [first, *(Batch({}, part, cyclic, formatted) for part in parts)]


def made(batch: Batch) -> Files:
    """The files of `batch`; raises `KubewrightError` for what no module may hold."""
    files = {**batch.files, **render.modules(batch.models, batch.cyclic)}
    refuse(guard.problems(files))
    # The collector is paused, and black's trees are circles: a thousand objects a module.
    if gc.get_count()[0] > OBJECTS:
        gc.collect()
    return formatting.format_files(files) if batch.formatted else files
