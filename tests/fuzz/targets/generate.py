"""The whole of `generate` on changed cuts of real releases: refused, or right in every part.

A case names a release and definitions in it, the changes, and how to generate.
"""

from __future__ import annotations

import ast
import importlib
import json
import os
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random
from typing import Any

from contract.documents import Documents
from fuzz import cuts, edits
from fuzz.harness import Target, decode, encode, law, limits
from fuzz.targets.spec import told
from kubewright.codegen import generate
from kubewright.codegen.build import clean
from kubewright.codegen.guard import BUG
from kubewright.codegen.ir import Model
from kubewright.drift import reader
from kubewright.errors import KubewrightError
from kubewright.refdocs import pages
from kubewright.spec import document, sources

PACKAGE = "fuzzed"


def check(data: bytes) -> None:
    """The definitions are refused with reasons, or become modules that say what they say."""
    case = decode(data)
    if not isinstance(case, dict):
        return
    base = cuts.cut(case["release"], case["roots"])
    changed = {"definitions": edits.apply(base, case["edits"])}
    text = json.dumps(changed).encode()
    try:
        found = sources.checked(document.parse(text, "case"))
        seen: list[generate.Facts] = []
        output = generate.build(requested(found, case, seen))
    except KubewrightError as error:
        told(error)
        law(BUG not in str(error) and "the engine" not in str(error), str(error))
        return
    (facts,) = seen
    readers(facts)
    for model in facts.package.models:
        module(model, output.models[f"{model.module}.py"])
    if case["black"]:
        law(output.models == generate.build(requested(found, case, [])).models, "twice")
    if case["import"]:
        in_child(output)


def requested(
    found: document.Document, case: Any, seen: list[generate.Facts]
) -> generate.Request:
    """The request of a case; what pages are made of is kept in `seen`."""

    def write(facts: generate.Facts) -> dict[str, str]:
        seen.append(facts)
        return pages.write(facts)

    return generate.Request(
        found,
        "1.37",
        {},
        PACKAGE,
        formatted=case["black"],
        pages=generate.Pages(write, ""),
    )


def readers(facts: generate.Facts) -> None:
    """The engine and the reader of drift see the same names and types."""
    shapes = reader.snapshot(document.Document(facts.definitions, "case"), "case")
    law(set(shapes.models()) == {model.key for model in facts.package.models}, "models")
    for model in facts.package.models:
        shape = shapes.definitions[model.key]
        law(
            (shape.class_name, shape.module) == (model.class_name, model.module),
            model.key,
        )
        for field in model.fields:
            entry = shape.properties[field.wire]
            kind = reader.type_ref(entry.type, shapes.definitions)
            law(
                (kind, entry.required) == (field.type, field.required),
                model.key,
                field,
                entry,
            )
            text = clean(entry.description) or None
            law(field.description in (None, text), model.key, field, entry)


def module(model: Model, text: str) -> None:
    """The module gives back descriptions and names, letter by letter."""
    (node,) = (part for part in ast.parse(text).body if isinstance(part, ast.ClassDef))
    law(
        ast.get_docstring(node, clean=False) == model.description,
        model.key,
        "docstring",
    )
    written = {}
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            call = part.value if isinstance(part.value, ast.Call) else None
            values = {it.arg: it.value for it in call.keywords} if call else {}
            text_of = values.get("description")
            written[part.target.id] = ast.literal_eval(text_of) if text_of else None
    expected = {field.storage: field.description for field in model.fields}
    law(written == expected, model.key, written, expected)


def in_child(output: generate.Output) -> None:
    """Import and use the models in a process that ends with them."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        with os.fdopen(write, "w") as told_by:
            try:
                with limits(), tempfile.TemporaryDirectory() as folder:
                    used(output, Path(folder))
            except BaseException:
                told_by.write(traceback.format_exc())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        said = answer.read()
    os.waitpid(child, 0)
    law(not said, said[-1500:])


def used(output: generate.Output, folder: Path) -> None:
    """Every class is imported, made from a document of its own, written and read again."""
    for path, text in output.project.items():
        if path.startswith(f"{PACKAGE}/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    sys.path.insert(0, str(folder))
    models = importlib.import_module(f"{PACKAGE}.client.models")
    for name in models.__all__:
        cls = getattr(models, name)
        if not isinstance(cls, type):
            continue
        try:
            document = Documents(models, Random(name)).make(cls)
        except RecursionError:  # a class that requires itself has no objects
            continue
        made = cls.from_dict(document)
        law(cls.from_json(made.to_json()) == made, name, "json")
        law(cls.from_dict(made.to_dict()) == made, name, "dict")
        law(cls(**made.to_dict()) == made, name, "keywords")
        law(repr(made) and cls.model_json_schema(), name)


def make(rng: Random) -> bytes:
    """Changes of a cut; few are formatted or imported, since both take long."""
    release = rng.choice(cuts.RELEASES)
    roots = cuts.roots(rng, release)
    return encode(
        {
            "release": release,
            "roots": roots,
            "edits": cuts.changes(rng, cuts.cut(release, roots)),
            "black": rng.random() < 0.02,
            "import": rng.random() < 0.15,
        }
    )


TARGET = Target("generate", make, check)
