"""Many cases in one specification, and what each of them became."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hostile.sinks import Case, Definitions
from kubewright.codegen.generate import Output, Request, build, facts
from kubewright.errors import KubewrightError, Problem
from kubewright.refdocs.pages import pages
from kubewright.spec import document, sources
from kubewright.spec.document import Document

RELEASE = "1.37"


def data(definitions: Any, **more: Any) -> bytes:
    """A specification as the bytes of its file."""
    table = {"swagger": "2.0", "definitions": definitions, **more}
    # A number that JSON can write, and no float can hold.
    return json.dumps(table).replace("Infinity", "1e999").encode()


def read(definitions: Definitions) -> Document:
    """The checked document of `definitions`."""
    return sources.checked(document.parse(data(definitions), "spec.json"))


@dataclass
class Batch:
    """Cases that are accepted, as one document; the others, each with its problems."""

    cases: list[Case] = field(default_factory=list)
    refused: dict[str, tuple[Problem, ...]] = field(default_factory=dict)
    refused_cases: list[Case] = field(default_factory=list)

    @property
    def definitions(self) -> Definitions:
        """The definitions of all accepted cases."""
        found: Definitions = {}
        for case in self.cases:
            found.update(case.definitions)
        return found

    def request(self, package: str, *, paged: bool = False) -> Request:
        """A request for the models of the accepted cases."""
        made = pages() if paged else None
        options = {"package": package, "formatted": False, "pages": made}
        return Request(read(self.definitions), RELEASE, {}, **options)  # type: ignore[arg-type]

    def output(self, package: str, *, paged: bool = False) -> Output:
        """The files of the accepted cases."""
        return build(self.request(package, paged=paged))

    def refuse(self, case: Case, problems: tuple[Problem, ...]) -> None:
        """Move `case` to the refused ones."""
        self.refused[str(case)] = problems
        self.refused_cases.append(case)


def sorted_out(cases: Iterable[Case]) -> Batch:
    """`cases` as a batch: those that are refused alone, or beside others, are told apart."""
    batch = Batch()
    for case in cases:
        try:
            read(case.definitions)
        except KubewrightError as error:
            batch.refuse(case, error.problems)
        else:
            batch.cases.append(case)
    while batch.cases:
        try:
            facts(batch.request("sorting"))
        except KubewrightError as error:
            _drop(batch, error.problems)
        else:
            break
    return batch


def _drop(batch: Batch, problems: Sequence[Problem]) -> None:
    """Refuse the cases whose definitions `problems` name; one at least must be."""
    before = len(batch.cases)
    for case in list(batch.cases):
        named = tuple(
            problem
            for problem in problems
            if any(_names(problem.where, key) for key in case.definitions)
        )
        if named:
            batch.cases.remove(case)
            batch.refuse(case, named)
    assert len(batch.cases) < before, problems


def _names(where: str, key: str) -> bool:
    return bool(re.search(rf"(?<![\w.-]){re.escape(key)}(?![\w.-])", where))
