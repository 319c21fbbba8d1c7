"""`generate`: a hostile text is refused, or it is text and nothing else in every module."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hostile.batch import Batch, data, sorted_out
from hostile.payloads import payloads
from hostile.sinks import (
    DESCRIPTIONS,
    KINDS,
    NAMES,
    ODD,
    REFERENCES,
    SINKS,
    UNREAD,
    Case,
    cases,
    key_of,
    model,
)
from hostile.yard import Yard, raw
from kubewright.cli.app import main
from kubewright.codegen import guard
from kubewright.codegen.build import clean
from kubewright.errors import KubewrightError
from kubewright.spec import document, sources


@cache
def batch(sink: str) -> Batch:
    """The cases of a sink."""
    return sorted_out(cases(sink))


def generate(spec: bytes, place: Yard, *options: str) -> Result:
    """Run the verb on `spec` in the yard."""
    path = place.work / "spec.json"
    path.write_bytes(spec)
    place.seen = place.listing()
    arguments = ["generate", "1.37", "--spec", "spec.json", "--output", "out"]
    return CliRunner().invoke(
        main, [*arguments, "--jobs", "1", *options], catch_exceptions=False
    )


def faults_of_refusal(result: Result, place: Yard) -> list[str]:
    """What a refusal must not do: succeed, write, show a traceback or a control character."""
    found = place.harm()
    if result.exit_code != 2 or result.stdout:
        found.append(f"exit code {result.exit_code}, stdout {result.stdout!r:.80}")
    lines = result.stderr.splitlines()
    found += [f"line {line!r:.80}" for line in lines if not line.startswith("error: ")]
    return found + [f"raw {char!r} on the screen" for char in raw(result.stderr)]


def test_corpus_has_at_least_300_specs() -> None:
    """Sinks times payloads, all of different text."""
    specs = {json.dumps(case.definitions) for sink in SINKS for case in cases(sink)}
    assert len(specs) >= 300
    assert len({payload.text for payload in payloads()}) > 200


@pytest.mark.parametrize("sink", SINKS)
def test_refused_specs_end_in_words(sink: str, place: Yard) -> None:
    """Exit code 2, a line that says where and what, nothing written, nothing run."""
    found = batch(sink)
    for case in found.refused_cases:
        for problem in found.refused[str(case)]:
            assert problem.where, case
            assert not raw(str(problem), keep=""), case
    if found.refused_cases:
        together: dict[str, Any] = {}
        for case in found.refused_cases:
            together.update(case.definitions)
        result = generate(data(together), place)
        assert faults_of_refusal(result, place) == []


@pytest.mark.parametrize("sink", [*DESCRIPTIONS, *KINDS])
def test_texts_come_back_exactly(sink: str, place: Yard) -> None:
    """Each module is on the allow-list; its class and fields give the description back."""
    found = batch(sink)
    package = f"hostile_{sink.replace('-', '_')}"
    # One whole run; the pages of the others are in `test_pages.py`.
    whole = sink == "description-of-model"
    formatted = () if whole else ("--no-format", "--no-docs")
    result = generate(data(found.definitions), place, "--package", package, *formatted)
    assert (result.exit_code, result.stderr) == (0, "")
    assert place.harm("out") == []
    models = imported(place.work / "out/1.37", package)
    faults = [
        f"{case}: {fault}" for case in found.cases for fault in told(case, models)
    ]
    assert faults == []
    assert place.harm("out") == []


def imported(folder: Path, package: str) -> Any:
    """The models package below `folder`, whose modules pass the guard."""
    files = {
        path.name: path.read_text("utf-8")
        for path in (folder / package / "client/models").glob("*.py")
    }
    written = {name: text for name, text in files.items() if name != "__init__.py"}
    assert list(guard.problems(written)) == []
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"{package}.client.models")
    finally:
        sys.path.remove(str(folder))


def told(case: Case, models: Any) -> list[str]:
    """What the class of `case` tells otherwise than its definition does."""
    body = case.definitions[key_of(case.name)]
    found = getattr(models, f"V1{case.name}")
    wanted = clean(body.get("description", "")).strip() or found.__name__
    faults = [] if docstring(found) == wanted else [f"class says {found.__doc__!r}"]
    if case.sink in DESCRIPTIONS and case.sink != "description-of-model":
        shown = found.model_fields["value"].description
        if (shown or "") != clean(case.value):
            faults.append(f"field says {shown!r}")
    if case.sink != "description-of-number":
        text = json.dumps({"value": case.payload.text})
        made = found.from_json(text)
        if json.loads(made.to_json()) != {"value": case.payload.text}:
            faults.append(f"JSON comes back as {made.to_json()!r}")
        if found.from_dict(made.to_dict()) != made:
            faults.append("the dict does not come back")
    return faults


def docstring(found: type) -> str:
    """The docstring of a class as its module's text has it."""
    path = sys.modules[found.__module__].__file__
    tree = ast.parse(Path(str(path)).read_text("utf-8"))
    (node,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    text = ast.get_docstring(node, clean=False) or ""
    # The runtime tells of the two maps below it.
    assert str(found.__doc__).partition("\n\nAttributes:\n")[0] == text
    return text


@pytest.mark.parametrize("sink", UNREAD)
def test_other_keywords_reach_no_module(sink: str) -> None:
    """A module is the same, byte for byte, whatever stands in keywords that are not read."""
    found = batch(sink)
    output = found.output("unread")
    plain = Batch(
        [Case(case.sink, case.payload, case.name, "") for case in found.cases]
    )
    faults = []
    for case in found.cases:
        name = f"v1_{case.name.lower()}.py"
        if output.models[name] != harmless(sink, case.name):
            faults.append(f"{case}: another module")
    assert plain.cases
    assert faults == []


@cache
def form(sink: str) -> str:
    """The module of a sink's model where the keyword holds a plain word."""
    example = Case(sink, next(payloads()), "CaseX", "value")
    output = Batch([example]).output("unread")
    return output.models["v1_case_x.py"]


def harmless(sink: str, name: str) -> str:
    """The module of a sink's model of that name where the keyword holds a plain word."""
    return form(sink).replace("CaseX", name)


@pytest.mark.parametrize("sink", NAMES)
def test_accepted_names_are_plain_names(sink: str, place: Yard) -> None:
    """A key or property that is let in gives an ordinary module that imports and reads JSON."""
    found = batch(sink)
    package = f"hostile_{sink.replace('-', '_')}"
    result = generate(
        data(found.definitions), place, "--package", package, "--no-format", "--no-docs"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    assert place.harm("out") == []
    models = imported(place.work / "out/1.37", package)
    names = [name for name in models.__all__ if name[0] != "_"]
    assert names
    for name in names:
        found_class = getattr(models, name)
        filled = dict.fromkeys(found_class.attribute_map.values(), "a")
        made = found_class.from_dict(filled if "value" not in filled else {})
        assert found_class.from_json(made.to_json()) == made
    assert place.harm("out") == []


@pytest.mark.parametrize("sink", REFERENCES)
def test_references_lead_nowhere_else(sink: str) -> None:
    """No reference out of the document is followed, in whatever form: all are refused."""
    assert [str(case) for case in batch(sink).cases] == []


@pytest.mark.parametrize("part", ["info", "paths", "host", "swagger"])
@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_rest_of_the_document_is_not_read(part: str, value: Any) -> None:
    """What stands beside the definitions is not looked at, so long as it is JSON."""
    spec = data(model("Thing"), **{part: value})
    if value == float("inf"):
        with pytest.raises(KubewrightError, match="too large"):
            document.parse(spec, "spec.json")
        return
    found = sources.checked(document.parse(spec, "spec.json"))
    assert found.definitions == model("Thing")


@pytest.mark.parametrize("value", ODD.values(), ids=ODD)
def test_definitions_of_another_form_are_refused(value: Any, place: Yard) -> None:
    """What is no object of schemas ends the run in words, as a whole and as one definition."""
    for definitions in (value, {"com.example.v1.Thing": value}):
        result = generate(data(definitions), place)
        assert faults_of_refusal(result, place) == []


@pytest.mark.parametrize("name", ["title", "version", "description"])
def test_title_and_version_of_the_document_reach_no_file(name: str) -> None:
    """The files of a project say the release that was asked for, not what the document says."""
    project = Batch([Case("title", next(payloads()), "A", "a")]).output("p").project
    for payload in payloads():
        spec = data(model("Thing"), info={name: payload.text})
        found = sources.checked(document.parse(spec, "spec.json"))
        assert found.definitions == model("Thing"), payload
    assert (
        'description = "Python models of Kubernetes 1.37"' in project["pyproject.toml"]
    )
