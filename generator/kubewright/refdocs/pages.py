"""The pages that `kubewright generate` writes beside the models."""

from __future__ import annotations

from pathlib import Path

from kubewright import resources
from kubewright.codegen.generate import Facts, Pages


def pages() -> Pages:
    """What the generator calls for pages, and the digest of the code that makes them."""
    return Pages(write=write, digest=resources.digest(made_by()))


def write(facts: Facts) -> dict[str, str]:
    """The Markdown pages and the Sphinx pages of both trees by path."""
    # Jinja and the engine's neighbours take time to import: only when there is work.
    from kubewright.refdocs import manifests, markdown, stubs
    from kubewright.refdocs.examples import Examples
    from kubewright.refdocs.kinds import kinds

    examples = Examples(facts.package, kinds(facts.definitions), manifests.load())
    return {**markdown.files(facts, examples), **stubs.files(facts)}


def made_by() -> list[Path]:
    """The files that decide what pages say: code, templates, manifests of examples."""
    templates = resources.folder("templates") / "refdocs"
    found = [*Path(__file__).parent.glob("*.py"), *templates.rglob("*.*")]
    return sorted(path for path in found if path.suffix != ".pyc")
