"""The main job: a document in, a project folder out, nothing done twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kubewright.codegen import manifest
from kubewright.codegen.write import claim, install, refuse_foreign, tidy
from kubewright.spec import document
from kubewright.spec.document import Definitions, Document

if TYPE_CHECKING:
    from kubewright.codegen.ir import Package
    from kubewright.codegen.render import Tree

Files = dict[str, str]
# stage, done, total
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a release when pages are written: the models and where they come from."""

    package: Package
    definitions: Definitions
    tree: Tree


@dataclass(frozen=True, slots=True)
class Pages:
    """What writes the pages of the project: a function from facts to files by path.

    A page may take the place of a file of the project. `digest` tells one version of the
    function's code from another.
    """

    write: Callable[[Facts], Files]
    digest: str


@dataclass(frozen=True, slots=True)
class Request:
    """What to generate: the definitions, the `release` they are named, and how.

    `aliases` maps class names of earlier releases to the present ones. Without `pages`
    the project has no documentation.
    """

    document: Document
    release: str
    aliases: Mapping[str, str]
    package: str = "kubernetes"
    formatted: bool = True
    jobs: int = 1
    pages: Pages | None = None

    @property
    def title(self) -> str:
        """The name of the release for people."""
        return f"Kubernetes {self.release}"

    @property
    def version(self) -> str:
        """The version of the generated distribution."""
        return f"{self.release}.0"


@dataclass(frozen=True, slots=True)
class Result:
    """The counts of a run by name, and whether anything had to be written."""

    counts: Mapping[str, int]
    changed: bool


@dataclass(frozen=True, slots=True)
class Output:
    """The files of one models folder and of the whole project, before anything is written."""

    models: Files
    project: Files
    manifest: Mapping[str, Any]

    def with_manifest(self, files: Files) -> Files:
        """`files` and the manifest that lists them."""
        return {**files, manifest.NAME: manifest.manifest(self.manifest, files)}

    def result(self, *, changed: bool) -> Result:
        """The result of writing this output, or of looking at it."""
        return Result(self.manifest["counts"], changed)


def inputs(request: Request) -> dict[str, Any]:
    """All that decides the output, as the manifest tells it."""
    definitions, pinned = request.document.definitions, request.document.pinned
    return {
        "generator": manifest.generator(),
        "release": request.release,
        "package": request.package,
        "formatted": request.formatted,
        "pages": request.pages.digest if request.pages else None,
        "spec": {
            "digest": pinned or document.digest(definitions),
            "order": pinned or document.digest(definitions, ordered=True),
            "definitions": len(definitions),
        },
        "aliases": dict(request.aliases),
    }


def generate(
    request: Request, folder: Path, report: Report = lambda *_: None
) -> Result:
    """Bring `folder` up to date with `request`; touches nothing where it already is."""
    if (known := up_to_date(request, folder)) is not None:
        return known
    refuse_foreign(folder)
    with claim(folder) as ours:
        if ours.waited and (known := up_to_date(request, folder)) is not None:
            return known
        output = build(request, report)
        install(folder, ours, output.with_manifest(output.project))
    return output.result(changed=True)


def check(output: Output, folder: Path) -> list[str]:
    """The paths in `folder` that `output` would write otherwise, add or not write."""
    wanted = digests(output.with_manifest(output.project))
    return [str(folder / path) for path in manifest.differing(folder, wanted)]


def digests(files: Mapping[str, str]) -> dict[str, str]:
    """The sha256 of each file by path."""
    return {path: manifest.digest(text.encode()) for path, text in files.items()}


def facts(request: Request) -> Facts:
    """The models that `request` stands for, before anything is rendered."""
    # What builds takes a second to import: only when there is work.
    from kubewright.codegen import pipeline

    return pipeline.facts(request)


def build(request: Request, report: Report = lambda *_: None) -> Output:
    """All files that `request` stands for; nothing is written."""
    from kubewright.codegen import pipeline

    return pipeline.build(request, report)


def up_to_date(request: Request, folder: Path) -> Result | None:
    """The result of doing nothing, when `folder` has the same inputs and is intact.

    What a run left that was killed after it had written `folder` goes.
    """
    known = manifest.read(folder)
    if not known or any(
        known.get(name) != value for name, value in inputs(request).items()
    ):
        return None
    if manifest.changed(folder, known["files"]):
        return None
    tidy(folder)
    return Result(known["counts"], changed=False)
