"""Classes that users derive from ours (3.5, 3.6, 3.2)."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from typing import Any

import pydantic
import pytest

from contract.helpers import complaint, projection, set_only, wire


@pytest.fixture
def labelled(models: Any) -> Any:
    """A metadata class with a field more."""

    class Labelled(models.V1ObjectMeta):
        my_note: str = "n"

    return Labelled


@pytest.fixture
def spoken(models: Any) -> Any:
    """A metadata class with a to_dict of its own."""

    class Spoken(models.V1ObjectMeta):
        def to_dict(self, serialize: bool = False) -> dict[str, Any]:
            return {"said": super().to_dict(serialize)["name"]}

    return Spoken


def test_added_field_is_in_json_and_in_no_dict(models: Any, labelled: Any) -> None:
    """Also where the instance sits in a field of the parent's type, or in a list."""
    meta = labelled(name="a")
    assert set_only(meta.to_dict()) == {"name": "a"}
    assert list(meta.to_dict(serialize=True)) == list(
        models.V1ObjectMeta.attribute_map.values()
    )
    assert wire(meta) == projection(meta) == {"name": "a", "my_note": "n"}
    pod = models.V1Pod(metadata=meta)
    assert set_only(pod.to_dict()) == {"metadata": {"name": "a"}}
    assert wire(pod) == projection(pod) == {"metadata": {"name": "a", "my_note": "n"}}
    pods = models.V1PodList(items=[pod])
    assert wire(pods)["items"][0]["metadata"]["my_note"] == "n"


def test_added_field_has_one_name(labelled: Any) -> None:
    """It gets no wire name: it is read and written under its own."""
    assert labelled(my_note="x").my_note == "x"
    assert complaint(lambda: labelled(myNote="x"))[1] == [
        (("myNote",), "extra_forbidden")
    ]
    assert list(inspect.signature(labelled).parameters)[-1] == "my_note"
    assert labelled.from_dict({"my_note": "x", "generateName": "g"}).my_note == "x"
    assert (
        labelled.from_dict({"my_note": "x", "generateName": "g"}).generate_name == "g"
    )


def test_field_of_a_narrower_type(models: Any, labelled: Any) -> None:
    """A subclass may narrow a field to a subclass of its model."""

    class Narrow(models.V1Pod):
        metadata: labelled
        extra: int | None = None

    pod = Narrow.from_dict({"metadata": {"name": "b"}, "extra": 3})
    assert type(pod.metadata) is labelled
    assert set_only(pod.to_dict()) == {"metadata": {"name": "b"}}
    assert wire(pod) == {"metadata": {"name": "b", "my_note": "n"}, "extra": 3}
    assert pod.model_dump(exclude_none=True)["metadata"] == {
        "name": "b",
        "my_note": "n",
    }


def test_subclass_and_parent_can_be_equal(models: Any, labelled: Any) -> None:
    """Declared fields of the generated class count, added ones do not."""
    assert labelled(name="a") == models.V1ObjectMeta(name="a")
    assert models.V1ObjectMeta(name="a") == labelled(name="a")
    assert labelled(name="a", my_note="x") == labelled(name="a", my_note="y")
    assert labelled(name="a") != labelled(name="b")


def test_own_to_dict_breaks_the_link(models: Any, spoken: Any) -> None:
    """3.2: such a class is written by its to_dict, at the root and inside a tree."""
    meta = spoken(name="a")
    assert meta.to_dict() == projection(meta) == wire(meta) == {"said": "a"}
    pod = models.V1Pod(metadata=meta)
    assert set_only(pod.to_dict()) == {"metadata": {"said": "a"}}
    assert wire(pod) == projection(pod) == {"metadata": {"said": "a"}}
    assert repr(meta) == "{'said': 'a'}"


def test_copied_function_attributes_do_not_link(models: Any) -> None:
    """3.2: a decorator that copies attributes of to_dict does not restore the link."""
    import functools

    class Copied(models.V1ObjectMeta):
        @functools.wraps(models.V1ObjectMeta.to_dict)
        def to_dict(self, serialize: bool = False) -> dict[str, Any]:
            return {"mine": 1}

    assert projection(Copied(name="a")) == {"mine": 1}
    assert wire(models.V1Pod(metadata=Copied(name="a"))) == {"metadata": {"mine": 1}}


def test_subclass_of_a_remapped_class(models: Any) -> None:
    """Public, wire and hidden names stay as they are."""

    class Handler(models.V1LifecycleHandler):
        added: int = 1

    made = Handler(_exec={"command": ["x"]})
    assert made._exec.command == ["x"]
    assert set_only(made.to_dict()) == {"_exec": {"command": ["x"]}}
    assert wire(made) == {"exec": {"command": ["x"]}, "added": 1}
    assert next(iter(inspect.signature(Handler).parameters)) == "_exec"
    assert made.model_dump(exclude_none=True) == {
        "var_exec": {"command": ["x"]},
        "added": 1,
    }
    lifecycle = models.V1Lifecycle(pre_stop=made)
    assert set_only(lifecycle.to_dict()) == {"pre_stop": {"_exec": {"command": ["x"]}}}


def test_init_of_the_users_own(models: Any) -> None:
    """The signature follows it; attributes may be set before it calls ours."""

    class Named(models.V1ObjectMeta):
        def __init__(self, name: str) -> None:
            self._early = 1
            super().__init__(name=name)

    assert str(inspect.signature(Named)) == "(name: 'str') -> None"
    assert Named("a").name == "a"


def test_validators_and_computed_fields(models: Any) -> None:
    """A validator runs on decode too; a computed field is in JSON and in no to_dict."""

    class Checked(models.V1ObjectMeta):
        @pydantic.field_validator("name")
        @classmethod
        def _short(cls, value: str | None) -> str | None:
            if value and len(value) > 3:
                raise ValueError("too long")
            return value

        @pydantic.model_validator(mode="after")
        def _labels(self) -> Any:
            return self

        @pydantic.computed_field
        def size(self) -> int:
            return len(self.name or "")

    assert complaint(lambda: Checked.from_dict({"name": "long"}))[1] == [
        (("name",), "value_error")
    ]
    made = Checked.from_json('{"name":"a"}')
    assert wire(made) == projection(made) == {"name": "a", "size": 1}
    assert "size" not in made.to_dict()


def test_tolerance_reaches_subclasses(models: Any) -> None:
    """Nulls are tolerated on decode, in what the class inherits."""

    class Spec(models.V1PodSpec):
        @pydantic.model_validator(mode="before")
        @classmethod
        def _seen(cls, value: Any) -> Any:
            return value

    assert wire(Spec.from_dict({"containers": None})) == {"containers": []}


def test_extra_allow_is_the_users_choice(models: Any) -> None:
    """A subclass that allows extras writes them; from_dict still drops unknown keys."""

    class Open(models.V1ObjectMeta):
        model_config = pydantic.ConfigDict(extra="allow")

    assert wire(Open(zz=1)) == {"zz": 1}
    assert wire(Open.from_dict({"zz": 1})) == {}
    assert wire(Open.from_dict({"zz": 1}, unknown="keep")) == {"zz": 1}


def test_subclass_of_one_tree_in_data_of_the_other(k8s: Any, aio: Any) -> None:
    """Free-form data may hold it: written by the rules for subclasses all the same."""

    class Noted(aio.V1ObjectMeta):
        my_note: str = "n"

    made = k8s.V1ControllerRevision(revision=1, data={"a": [Noted(name="x")]})
    assert set_only(made.to_dict()["data"]["a"][0]) == {"name": "x"}
    assert "generateName" in made.to_dict(serialize=True)["data"]["a"][0]
    assert wire(made)["data"] == {"a": [{"name": "x", "my_note": "n"}]}


class _Plain:
    """Something in the way of a class tree."""


def test_mixins_and_copies(models: Any, labelled: Any) -> None:
    """Multiple bases, copies and JSON text of a subclass."""

    class Mixed(_Plain, labelled):
        pass

    made = Mixed(name="a", my_note="x")
    assert copy.deepcopy(made) == made
    assert copy.deepcopy(made).my_note == "x"
    assert json.loads(made.to_json()) == {"name": "a", "my_note": "x"}
    assert isinstance(made, models.V1ObjectMeta)


def test_serializer_of_the_users_own(models: Any) -> None:
    """A model serializer of the user's is what pydantic takes, in every form."""

    class Loud(models.V1ObjectMeta):
        @pydantic.model_serializer
        def _loud(self) -> dict[str, Any]:
            return {"LOUD": self.name}

    assert wire(models.V1Pod(metadata=Loud(name="a"))) == {"metadata": {"LOUD": "a"}}


def test_pickle_of_a_subclass(models: Any) -> None:
    """pydantic's state, extra attributes included."""
    state = models.V1Pod(kind="Pod").__getstate__()
    twin = models.V1Pod.__new__(models.V1Pod)
    twin.__setstate__(pickle.loads(pickle.dumps(state)))
    assert twin.kind == "Pod"
