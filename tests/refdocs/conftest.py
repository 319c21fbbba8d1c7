"""A tree of 1.37 with its pages, and the facts that pages are made from."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from filelock import FileLock

from conftest import TREES
from kubewright.codegen.generate import Facts, Request, facts, generate
from kubewright.refdocs.pages import pages
from kubewright.spec import releases, sources
from kubewright.spec.document import Document

PAGED = "k8s_with_pages"


def request_for(document: Document, **options: object) -> Request:
    """A request for the models and pages of `document`, not formatted."""
    release = document.release or "1.37"
    made = Request(document, release, releases.aliases(release), PAGED, formatted=False)
    return Request(**{name: getattr(made, name) for name in made.__slots__} | options)


def facts_of(document: Document) -> Facts:
    """What pages of `document` are made from."""
    return facts(request_for(document))


@pytest.fixture(scope="session")
def facts_137() -> Facts:
    """The facts of 1.37."""
    return facts_of(sources.load("1.37"))


@pytest.fixture(scope="session")
def paged_137() -> Path:
    """A tree of 1.37 with pages as the package `k8s_with_pages`, on the import path."""
    folder = TREES / PAGED / "1.37"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        generate(request_for(sources.load("1.37"), pages=pages()), folder)
    sys.path.insert(0, str(folder))
    return folder
