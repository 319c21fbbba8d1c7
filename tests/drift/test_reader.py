"""The direct reader agrees with the engine, and its shapes survive the cache."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from drift import support
from kubewright.codegen import build, engine
from kubewright.drift import cache, reader
from kubewright.spec import fixups, sources


@pytest.mark.parametrize("release", ["1.36", "1.37"])
def test_agrees_with_the_engine(release: str) -> None:
    """Classes, modules, types and required fields are those of the generated models."""
    document = sources.load(release)
    definitions = fixups.apply(document).definitions
    package = build.package(engine.read(definitions), definitions, {})
    shapes = reader.snapshot(document, release)
    assert set(shapes.models()) == {model.key for model in package.models}
    for model in package.models:
        shape = shapes.definitions[model.key]
        assert (shape.class_name, shape.module) == (model.class_name, model.module)
        fields = {field.wire: (field.type, field.required) for field in model.fields}
        assert fields == {
            wire: (reader.type_ref(entry.type, shapes.definitions), entry.required)
            for wire, entry in shape.properties.items()
        }


OVEN = f"{support.PREFIX}Oven"
INLINED: list[dict[str, Any]] = [
    {"$ref": f"#/definitions/{OVEN}"},
    {"$ref": f"#/definitions/{OVEN}", "description": "Another oven."},
    {
        "type": "array",
        "items": {"$ref": f"#/definitions/{OVEN}"},
        "description": "All.",
    },
    {"type": "object", "additionalProperties": {"$ref": f"#/definitions/{OVEN}"}},
    {"type": "string", "format": "date-time", "description": "A time."},
    {"type": "string", "items": {"type": "integer"}},
    {"description": "Anything."},
    {"type": "object", "description": "An object."},
]


@pytest.mark.parametrize("inlined", INLINED, ids=str)
@pytest.mark.parametrize("own", [None, "", "Its own."])
@pytest.mark.parametrize("steps", [1, 2])
def test_agrees_on_what_is_inlined(
    inlined: dict[str, Any], own: str | None, steps: int
) -> None:
    """A definition without a class stands for what it leads to, in as many steps as there are."""
    told = {} if own is None else {"description": own}
    chain = {
        f"Alias{step}": {"$ref": f"#/definitions/{support.PREFIX}Alias{step - 1}"}
        for step in range(1, steps)
    }
    last = {"$ref": f"#/definitions/{support.PREFIX}Alias{steps - 1}"}
    user = support.model(
        one={**last, **told},
        many={"type": "array", "items": last, **told},
        named={"type": "object", "additionalProperties": last, **told},
    )
    definitions = support.bakery(
        Oven=support.model(heat={"type": "string"}), Alias0=inlined, **chain, User=user
    )
    package = build.package(engine.read(definitions), definitions, {})
    shapes = support.snapshot(definitions).definitions
    fields = {field.wire: field for model in package.models for field in model.fields}
    for wire, entry in shapes[f"{support.PREFIX}User"].properties.items():
        assert reader.type_ref(entry.type, shapes) == fields[wire].type
        if fields[wire].description is not None:
            assert entry.description == fields[wire].description


def test_cache_gives_back_what_it_was_given(own_cache: Path) -> None:
    """A snapshot that was kept is equal to the one that is read afresh."""
    fresh = reader.snapshot(sources.load("1.37"), "1.37")
    cache.save(fresh.digest, fresh)
    assert cache.load(fresh.digest) == fresh
    assert cache.file_of(fresh.digest).is_relative_to(own_cache)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"definitions": [[1]]}', "\x00"])
def test_damaged_cache_is_passed_over(text: str) -> None:
    """A cache file that holds anything else counts as none."""
    path = cache.file_of("f" * 64)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    assert cache.load("f" * 64) is None


def test_cache_drops_what_other_code_kept() -> None:
    """Files that other code has kept of the same spec go when a new one comes."""
    shapes = support.snapshot(
        support.bakery(Dough=support.model(flour={"type": "string"}))
    )
    old = cache.file_of(shapes.digest).with_name(f"{shapes.digest[:32]}-0123.json")
    old.parent.mkdir(parents=True, exist_ok=True)
    old.write_text("{}")
    cache.save(shapes.digest, shapes)
    assert not old.exists()


def test_cache_that_cannot_be_written_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cache folder that is a file keeps nothing and stops nothing."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("KUBEWRIGHT_CACHE", str(blocked))
    shapes = support.snapshot(
        support.bakery(Dough=support.model(flour={"type": "string"}))
    )
    cache.save(shapes.digest, shapes)
    assert cache.load(shapes.digest) is None


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "enum": ["Gas", "Wood", "Gas"]},
        {"type": "array", "enum": ["Gas"], "items": {"enum": ["Gas", "Wood"]}},
        {"$ref": f"#/definitions/{support.PREFIX}Fuel", "enum": ["Gas"]},
    ],
    ids=["list", "items", "reference"],
)
def test_values_that_are_allowed_twice(schema: dict[str, Any]) -> None:
    """A value that the schema repeats, or what it holds, counts once and goes as one finding."""
    fuel = support.bakery(Fuel={"type": "string", "enum": ["Gas", "Wood"]})
    old = fuel | support.bakery(Oven=support.model(fuel=schema))
    new = fuel | support.bakery(Oven=support.model(fuel={"enum": ["Coal", "Coal"]}))
    oven = support.snapshot(old).definitions[f"{support.PREFIX}Oven"]
    assert oven.properties["fuel"].enum == ("Gas", "Wood")
    prints = [each.fingerprint for each in support.findings(old, new)]
    assert len(set(prints)) == len(prints)


def test_values_of_any_type_stay_apart() -> None:
    """Values that Python holds for equal are two, and those that it cannot hash are kept."""
    values = [1, True, [1], [True], {"a": 1}, None]
    oven = support.model(fuel={"enum": [*values, *values]})
    (found,) = support.snapshot(support.bakery(Oven=oven)).definitions.values()
    assert json.dumps(found.properties["fuel"].enum) == json.dumps(values)


KIND = {"group": "bakery.example.io", "version": "v1", "kind": "Oven"}


@pytest.mark.parametrize(
    "entry",
    [
        *(
            {**KIND, part: other}
            for part in ("version", "kind")
            for other in ("", 1, None)
        ),
        {**KIND, "group": 1},
        {**KIND, "group": None},
        {},
        {"items": [KIND]},
        "Oven",
        [KIND],
    ],
    ids=str,
)
def test_kinds_that_nobody_can_write(entry: Any) -> None:
    """An entry without the texts of a kind makes none; the ones beside it count."""
    marks = {"x-kubernetes-group-version-kind": [entry, {**KIND, "group": ""}]}
    definitions = support.bakery(
        Oven={**support.model(heat={"type": "string"}), **marks}
    )
    (found,) = support.snapshot(definitions).definitions.values()
    assert [(kind.group, kind.version, kind.kind) for kind in found.kinds] == [
        ("", "v1", "Oven")
    ]
