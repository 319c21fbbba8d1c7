"""The validators and serializers of one class, built on first use from its core schema.

pydantic's own pair serves the constructor, assignment and `model_dump`. Decoding and
the four written forms differ from it in a few nodes of the schema (a required list may
be null, a time is written as UTC, unknown keys are written), so each has its own core
object made from a changed copy. Building one takes a millisecond for a Pod; in return
no form needs a Python call for an object, and none shows in pydantic's own methods.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Callable, Dict, List, Tuple, cast

from pydantic import BaseModel
from pydantic_core import (
    CoreConfig,
    CoreSchema,
    SchemaSerializer,
    SchemaValidator,
    core_schema,
)

from ._constants import finite, finite_data
from ._names import read_names, write_names, write_subclass
from ._rules import (
    Form,
    as_utc,
    byte_text,
    micro_text,
    own_bytes,
    own_micro_time,
    own_number,
    own_time,
)

# The end of a type of `openapi_types` that is no model.
_PLAIN = re.compile(r"\b(?:bool|bytes|datetime|float|int|object|str)\]?$")

Node = Dict[str, Any]
Change = Callable[[Node], Node]

# Values under these keys are no schemas.
_OPAQUE = frozenset(
    {"cls", "config", "default", "metadata", "ref", "serialization", "type"}
)


def changed(node: Any, change: Change) -> Any:
    """A copy of a core schema with `change` applied to every node, inner ones first."""
    if isinstance(node, dict):
        copy = {key: _changed_part(key, part, change) for key, part in node.items()}
        return change(copy) if isinstance(copy.get("type"), str) else copy
    if isinstance(node, (list, tuple)):
        return type(node)(changed(part, change) for part in node)
    return node


def _changed_part(key: str, part: Any, change: Change) -> Any:
    if key in _OPAQUE:
        return part
    if key == "fields" and isinstance(part, dict):  # by name, and a name may be `type`
        return {name: changed(field, change) for name, field in part.items()}
    return changed(part, change)


class Cores:
    """Decoder and writers of one class."""

    def __init__(self, cls: type[BaseModel]) -> None:
        self.cls = cls

    @cached_property
    def decoder(self) -> SchemaValidator:
        """Reads what servers send: null stands for an empty required list or map."""
        schema = _nullable(changed(self._schema(), _tolerant))
        return SchemaValidator(schema, self._config(), _use_prebuilt=False)

    @cached_property
    def model_fields(self) -> Tuple[str, ...]:
        """Fields whose type names a class of the package, alone or in a list or map."""
        types = getattr(self.cls, "openapi_types", {})
        hidden = getattr(self.cls, "_hidden", {})
        return tuple(
            name
            for name in self.cls.__pydantic_fields__
            if not _PLAIN.search(types.get(hidden.get(name, name), ""))
        )

    @cached_property
    def public(self) -> SchemaSerializer:
        """Python values under the public names."""
        return self._writer(Form.PUBLIC)

    @cached_property
    def named(self) -> SchemaSerializer:
        """Python values under the wire names."""
        return self._writer(Form.NAMED)

    @cached_property
    def json(self) -> SchemaSerializer:
        """JSON text, unknown keys that were kept included."""
        return self._writer(Form.JSON)

    @cached_property
    def request(self) -> SchemaSerializer:
        """Python values for a request body, unknown keys that were kept included."""
        return self._writer(Form.REQUEST)

    def _writer(self, form: Form) -> SchemaSerializer:
        schema = changed(self._schema(), lambda node: _written(node, form, self.cls))
        return SchemaSerializer(schema, self._config(), _use_prebuilt=False)

    def _schema(self) -> CoreSchema:
        if not self.cls.__pydantic_complete__:
            self.cls.model_rebuild()
        return self.cls.__pydantic_core_schema__

    def _config(self) -> CoreConfig:
        return {"title": self.cls.__name__, "ser_json_inf_nan": "constants"}


def _tolerant(node: Node) -> Node:
    """Let required lists, maps and times of our models be null; fill lists and maps."""
    if node["type"] == "function-wrap" and _function(node) is read_names:
        return _inner(node)
    if node["type"] == "model" and _origin(node):
        node["schema"] = _filled(node["schema"])
    return node


def _origin(model: Node) -> Any:
    """The generated class that the class of a node is or comes from."""
    return getattr(model["cls"], "_origin", None)


def _filled(node: Node) -> Node:
    if node["type"] != "model-fields":  # a validator that the user put around them
        return {**node, "schema": _filled(node["schema"])}
    fills: List[Tuple[str, Callable[[], Any]]] = []
    for name, field in node["fields"].items():
        kind = _kind(field["schema"])
        if kind in _EMPTY:
            field["schema"] = core_schema.nullable_schema(field["schema"])
            fills += [(name, _EMPTY[kind])] if kind != "datetime" else []
    return _filling(node, fills) if fills else node


_EMPTY: Dict[str, Callable[[], Any]] = {
    "list": list,
    "dict": dict,
    "datetime": lambda: None,
}


def _nullable(schema: Node) -> CoreSchema:
    """The schema, or None at its root."""
    if schema["type"] == "definitions":
        schema["schema"] = core_schema.nullable_schema(schema["schema"])
        return cast(CoreSchema, schema)
    return core_schema.nullable_schema(cast(CoreSchema, schema))


def _function(node: Node) -> Any:
    function = node["function"]["function"]
    return getattr(function, "__func__", function)


def _inner(node: Node) -> Node:
    """What a validator stands around, under the name the rest of the schema uses."""
    inner: Node = dict(node["schema"])
    if "ref" in node:
        inner["ref"] = node["ref"]
    return inner


def _kind(schema: Node) -> str:
    """Type of the value below validators; a field with a default is of no interest."""
    while schema["type"] in _WRAPPERS:
        schema = schema[_WRAPPERS[schema["type"]]]
    return cast(str, schema["type"])


_WRAPPERS = {
    "function-after": "schema",
    "function-before": "schema",
    "function-wrap": "schema",
    "json-or-python": "python_schema",
}


def _filling(node: Node, fills: List[Tuple[str, Callable[[], Any]]]) -> Node:
    def fill(values: Tuple[Dict[str, Any], Any, Any]) -> Tuple[Any, Any, Any]:
        attributes = values[0]
        for name, empty in fills:
            if attributes[name] is None:
                attributes[name] = empty()
        return values

    # Around the fields, not around the model: pydantic-core hands over the three parts
    # it is about to put into the instance, and JSON input stays inside the core.
    after = core_schema.no_info_after_validator_function(fill, cast(CoreSchema, node))
    return cast(Node, after)


def _written(node: Node, form: Form, root: type[BaseModel]) -> Node:
    """The node as one form needs it."""
    kind = node["type"]
    writer = node.get("serialization", {}).get("function")
    if writer in _SWAPS:
        _swap(node, _SWAPS[writer].get(form))
    elif kind == "model":
        _write_model(node, form, root)
    elif form is Form.REQUEST and _is_free_form(node):
        node["serialization"] = _plain(finite_data)
    return node


def _swap(node: Node, function: Any) -> None:
    if function is None:
        del node["serialization"]
    else:
        node["serialization"] = _plain(function)


def _plain(function: Any) -> core_schema.PlainSerializerFunctionSerSchema:
    return core_schema.plain_serializer_function_ser_schema(function)


_SWAPS: Dict[Any, Dict[Form, Any]] = {
    own_time: {Form.JSON: as_utc, Form.REQUEST: as_utc},
    own_micro_time: {Form.JSON: micro_text, Form.REQUEST: micro_text},
    own_bytes: {Form.REQUEST: byte_text},
    own_number: {Form.REQUEST: finite},
}


def _is_free_form(node: Node) -> bool:
    """True for `Any` and for what holds it; a union hides the errors of its parts."""
    kind = node["type"]
    if kind == "dict":
        return "values_schema" not in node or _is_free_form(node["values_schema"])
    if kind == "list":
        return "items_schema" not in node or _is_free_form(node["items_schema"])
    if kind == "union":
        return any(_is_free_form(part) for part in node["choices"])
    return bool(kind == "any")


def _write_model(node: Node, form: Form, root: type[BaseModel]) -> None:
    node["config"] = {**node.get("config", {}), "ser_json_inf_nan": "constants"}
    writer = node.get("serialization", {}).get("function")
    calls_to_dict = writer is write_subclass and not form.on_wire
    if writer is write_names or (calls_to_dict and node["cls"] is root):
        del node["serialization"]
    if form.on_wire:
        node["config"]["extra_fields_behavior"] = "allow"
    elif _origin(node):
        _leave_out_added(_fields(node), _origin(node))
    hidden = getattr(node["cls"], "_hidden", None)
    if form is Form.PUBLIC and hidden:
        node["config"]["serialize_by_alias"] = True
        _name_publicly(_fields(node), hidden)


def _leave_out_added(fields: Node, origin: type[BaseModel]) -> None:
    for name in fields.keys() - origin.__pydantic_fields__.keys():
        fields[name]["serialization_exclude"] = True


def _fields(model: Node) -> Node:
    node = model["schema"]
    while node["type"] != "model-fields":
        node = node["schema"]
    return cast(Node, node["fields"])


def _name_publicly(fields: Node, hidden: Dict[str, str]) -> None:
    for name, field in fields.items():
        field["serialization_alias"] = hidden.get(name, name)
