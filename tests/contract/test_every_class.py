"""What must hold of all 845 classes, on documents made for each of them."""

from __future__ import annotations

import datetime as dt
import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from contract.documents import Documents
from contract.helpers import projection, request_body, wire

seeded = settings(
    max_examples=3,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
seeds = st.integers(min_value=0, max_value=2**32)


def same_instants(value: Any) -> Any:
    """A document whose times are instants in UTC, however they are written."""
    if isinstance(value, dict):
        return {key: same_instants(part) for key, part in value.items()}
    if isinstance(value, list):
        return [same_instants(part) for part in value]
    if isinstance(value, str) and value[4:5] == "-" and value[10:11] == "T":
        moment = dt.datetime.fromisoformat(_six_digits(value.replace("Z", "+00:00")))
        return moment.timestamp() if moment.year > 1 else value[:19]
    return value


def _six_digits(text: str) -> str:
    """Python 3.10 reads fractions of three or six digits only."""
    head, dot, rest = text.partition(".")
    return f"{head}.{rest[:-6].ljust(6, '0')}{rest[-6:]}" if dot else text


def classes(models: Any) -> list[Any]:
    """All classes of a package, in its order."""
    found = [getattr(models, name) for name in models.__all__]
    return [cls for cls in found if isinstance(cls, type)]


@seeded
@given(seed=seeds)
def test_round_trips(k8s: Any, seed: int) -> None:
    """Every class comes back equal from to_dict, to_json and pickle."""
    for cls in classes(k8s):
        document = Documents(k8s, random.Random(f"{seed} {cls.__name__}")).make(cls)
        made = cls.from_dict(document)
        assert cls.from_dict(made.to_dict()) == made
        assert cls.from_dict(made.to_dict(serialize=True)) == made
        assert cls.from_json(made.to_json()) == made
        assert cls.from_json(json.dumps(document)) == made
        assert cls(**made.to_dict()) == made
        assert pickle.loads(pickle.dumps(made)) == made


@seeded
@given(seed=seeds)
def test_nothing_is_lost_or_added(k8s: Any, seed: int) -> None:
    """to_json and the request body hold what the document held."""
    for cls in classes(k8s):
        document = Documents(k8s, random.Random(f"{seed} {cls.__name__}")).make(cls)
        made = cls.from_dict(document)
        wanted = same_instants(document)
        assert same_instants(wire(made)) == wanted
        assert same_instants(json.loads(json.dumps(request_body(made)))) == wanted
        assert made.to_json().isascii()


@seeded
@given(seed=seeds)
def test_unknown_keys_in_every_class(k8s: Any, seed: int) -> None:
    """`keep` writes the document as it came, `drop` what is known of it."""
    for cls in classes(k8s):
        rng = random.Random(f"{seed} {cls.__name__}")
        document = Documents(k8s, rng, unknown=True).make(cls)
        kept = cls.from_dict(document, unknown="keep")
        assert same_instants(wire(kept)) == same_instants(document)
        assert same_instants(projection(kept).get("zzUnknown")) == document.get(
            "zzUnknown"
        )
        assert kept == cls.from_dict(document)
        assert "zzUnknown" not in cls.from_dict(document).to_json()


def test_fields_follow_the_class_maps(models: Any) -> None:
    """Names, order and aliases of all fields agree with `attribute_map`."""
    for cls in classes(models):
        public = [cls._hidden.get(name, name) for name in cls.model_fields]
        assert public == list(cls.attribute_map) == list(cls.openapi_types)
        written = [field.serialization_alias for field in cls.model_fields.values()]
        assert written == list(cls.attribute_map.values())
        assert getattr(cls, f"_{cls.__name__}__properties") == written


def test_empty_or_minimal_object_of_every_class(models: Any) -> None:
    """A class without required fields is made of nothing; the others say what is missing."""
    for cls in classes(models):
        required = [
            name for name, field in cls.model_fields.items() if field.is_required()
        ]
        if not required:
            assert wire(cls()) == {}
            continue
        with pytest.raises(ValueError, match="missing") as caught:
            cls()
        places = [error["loc"] for error in caught.value.errors()]  # type: ignore[attr-defined]
        assert places == [(cls.attribute_map[cls._hidden.get(n, n)],) for n in required]


def test_trees_are_equal_bytes(tree_137: Path) -> None:
    """Sync and aio models are the same files, and different classes."""
    client = tree_137 / "k8s_under_test" / "client" / "models"
    aio = tree_137 / "k8s_under_test" / "aio" / "client" / "models"
    names = {path.name for path in client.glob("*.py")}
    assert names == {path.name for path in aio.glob("*.py")}
    assert all(
        (client / name).read_bytes() == (aio / name).read_bytes() for name in names
    )
