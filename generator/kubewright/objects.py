"""Kubernetes objects of any family as wire data: the one place that reads a model's attributes.

A family is this project's models or the official client's (sync or asyncio) or plain wire
mappings. Rules and accounting work on wire data: text keys in the API's spelling, `dict`,
`list`, text, numbers, booleans and None. None and an absent key mean the same.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from decimal import Decimal
from math import isfinite
from typing import Any, NamedTuple, cast

from kubewright.quantity import Quantity

Wire = dict[str, Any]

MAX_DEPTH = 100  # the deepest API type nests 30 levels; opaque data rarely more
MAX_VALUES = 1_000_000  # etcd refuses objects above 1.5 MiB

_CLASS = re.compile(r"([A-Z][a-z]+)??V([0-9]+(?:(?:alpha|beta)[0-9]+)?)([A-Z]\w*)")
_EXACT = (str, bool, int, type(None))
_SCALARS = (*_EXACT, float)
# The kinds that rules and accounting know, by the group of their API.
_GROUPS = {
    **dict.fromkeys(("Pod", "PodTemplate", "Node", "LimitRange", "Namespace"), ""),
    **dict.fromkeys(("ResourceClaim", "ResourceClaimTemplate"), "resource.k8s.io"),
    **dict.fromkeys(
        ("ResourceSlice", "DeviceClass", "DeviceTaintRule"), "resource.k8s.io"
    ),
}


class ObjectError(ValueError):
    """A value that is no wire data.

    `field` is its path ("" for the object itself), `found` what stands there, `expected` what
    may stand there.
    """

    def __init__(self, field: str, found: str, expected: str) -> None:
        super().__init__(field, found, expected)
        self.field, self.found, self.expected = field, found, expected

    def __str__(self) -> str:
        return f"{self.field or 'object'}: found {self.found}, expected {self.expected}"


class Kind(NamedTuple):
    """What an object says it is; `version` is "" where it does not say."""

    group: str
    version: str
    name: str


def wire(obj: object) -> Wire:
    """A deep copy of an object as wire data.

    Raises ObjectError for what JSON cannot hold, for more than MAX_DEPTH levels (a cycle has
    no end) or MAX_VALUES values, and for an attribute that raises when it is read.
    """
    copier = _Copy()
    try:
        copied = copier.value(obj)
    except ObjectError:
        raise
    except Exception as error:
        found = f"an object that raises {type(error).__name__}"
        raise copier.error(found, "an object that can be read") from error
    if not isinstance(copied, dict):
        raise ObjectError("", describe(obj), "a mapping or a model")
    return copied


def wire_view(obj: object) -> Wire:
    """Wire data without a copy where the object is a dict already, else `wire(obj)`.

    A dict's content is trusted: read it with care for types, and do not change it.
    """
    return obj if type(obj) is dict else wire(obj)


def is_model(obj: object) -> bool:
    """Whether the object is a generated model of any family."""
    return isinstance(getattr(type(obj), "attribute_map", None), Mapping)


def kind_of(obj: object, kind: str | None = None) -> Kind:
    """The kind from a model's class, from `kind` of a mapping, or as the caller says.

    Raises ObjectError where none of them names one.
    """
    if kind is not None and not isinstance(kind, str):
        raise ValueError(f"kind {describe(kind)}: expected text")
    found = _class_kind(type(obj).__name__) if is_model(obj) else None
    if found is None and issubclass(type(obj), Mapping):
        found = _mapping_kind(cast("Mapping[Any, Any]", obj))
    if kind is not None:
        version = found.version if found else ""
        return Kind(_GROUPS.get(kind, found.group if found else ""), version, kind)
    if found is None or not found.name:
        raise ObjectError("kind", "nothing", "the kind of the object; or pass kind=")
    return found


def _class_kind(name: str) -> Kind | None:
    found = _CLASS.fullmatch(name)
    if found is None or (found[1], found[3]) == ("Core", "ResourceClaim"):
        return None
    return Kind(_GROUPS.get(found[3], ""), f"v{found[2]}", found[3])


def _mapping_kind(obj: Mapping[Any, Any]) -> Kind:
    try:
        api, name = obj.get("apiVersion"), obj.get("kind")
    except Exception as error:
        found = f"an object that raises {type(error).__name__}"
        raise ObjectError("kind", found, "an object that can be read") from error
    group, _, version = (api if isinstance(api, str) else "").rpartition("/")
    return Kind(group, version, name if isinstance(name, str) else "")


def describe(value: object) -> str:
    """What stands where something else was expected, short enough for one line."""
    if value is None:
        return "null"
    kind = type(value)
    if issubclass(kind, int) and cast(int, value).bit_length() > 200:
        return "a huge number"
    if kind in _SCALARS and len(text := repr(value)) <= 60:
        return text
    for base, name in (
        (str, "a long text"),
        (Mapping, "a mapping"),
        (Sequence, "a list"),
    ):
        if issubclass(kind, base):
            return name
    return f"a value of type {kind.__name__}"


@dataclass(slots=True)
class _Copy:
    """Counts what it copies, so that shared branches cannot multiply without end.

    The steps to the present value are joined to a path only when something is wrong there.
    """

    left: int = field(default=MAX_VALUES)
    steps: list[str | int] = field(default_factory=list)

    def error(self, found: str, expected: str) -> ObjectError:
        path = ""
        for step in self.steps[:20]:
            path = f"{path}[{step}]" if isinstance(step, int) else child(path, step)
        return ObjectError(
            f"{path}..." if len(self.steps) > 20 else path, found, expected
        )

    def value(self, value: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise self.many()
        if len(self.steps) > MAX_DEPTH:
            raise self.error(
                f"more than {MAX_DEPTH} levels", "fewer levels and no cycle"
            )
        kind = type(value)  # isinstance would ask the object, which may raise
        if kind in _EXACT or (kind is float and isfinite(value)):
            return value
        if issubclass(kind, Mapping):
            return self.mapping(value.items())
        if is_model(value):
            return self.model(value)
        if issubclass(kind, Sequence) and not issubclass(kind, (str, bytes, bytearray)):
            return [self.below(index, item) for index, item in enumerate(value)]
        return self.scalar(value, kind)

    def many(self) -> ObjectError:
        return self.error(f"more than {MAX_VALUES} values", "an object of an API")

    def below(self, step: str | int, value: Any) -> Any:
        if type(value) in _EXACT:
            self.left -= 1
            if self.left < 0:
                raise self.many()
            return value
        self.steps.append(step)
        copied = self.value(value)
        self.steps.pop()
        return copied

    def mapping(self, entries: Iterable[tuple[Any, Any]]) -> Wire:
        copied: Wire = {}
        for key, item in entries:
            if not isinstance(key, str):
                raise self.error(f"the key {describe(key)}", "keys that are text")
            copied[str(key)] = self.below(str(key), item)
        return copied

    def model(self, value: Any) -> Wire:
        copied: Wire = {}
        for name, key in type(value).attribute_map.items():
            self.steps.append(key)
            item = getattr(value, name)
            self.steps.pop()
            if item is not None:
                copied[key] = self.below(key, item)
        return copied

    def scalar(self, value: Any, kind: type) -> Any:
        if issubclass(kind, datetime):
            return timestamp(value)
        if issubclass(kind, bytes):
            return base64.b64encode(value).decode("ascii")
        if issubclass(kind, (Quantity, Decimal)):
            return str(value)
        for base in (str, int, float):
            if issubclass(kind, base) and (base is not float or isfinite(value)):
                return base(value)
        raise self.error(describe(value), "wire data (JSON types) or a model")


def timestamp(value: datetime) -> str:
    """RFC 3339 text in UTC, as the API server writes it; a naive time counts as UTC."""
    aware = value if value.tzinfo else value.replace(tzinfo=timezone.utc)
    text = aware.astimezone(timezone.utc).isoformat()
    return text.removesuffix("+00:00") + "Z"


def child(path: str, name: str) -> str:
    """The path of a named field."""
    return f"{path}.{name}" if path else name


class Device(NamedTuple):
    """A device of a slice: v1beta1 keeps all but the name under `basic`."""

    name: Any
    body: Any
    path: str
    body_path: str


def devices(resource_slice: Mapping[str, Any]) -> Iterator[Device]:
    """The devices of a ResourceSlice of any version, with the paths they stand at."""
    spec = resource_slice.get("spec")
    listed = spec.get("devices") if isinstance(spec, Mapping) else None
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        path = f"spec.devices[{index}]"
        if not isinstance(item, Mapping):
            yield Device(None, {}, path, path)
        elif isinstance(item.get("basic"), Mapping):
            yield Device(item.get("name"), item["basic"], path, f"{path}.basic")
        else:
            yield Device(item.get("name"), item, path, path)


# The fields that v1beta1 keeps on the request and later versions under `exactly`.
EXACT_FIELDS = (
    *("deviceClassName", "selectors", "allocationMode", "count", "adminAccess"),
    *("tolerations", "capacity", "derivedAttributes"),
)


def hoisted_request(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """A v1beta1 request in the form of later versions: its own fields under `exactly`.

    Fields at their zero value do not make a request an exact one.
    """
    inline = {key: request[key] for key in EXACT_FIELDS if _is_set(request.get(key))}
    rest = {key: value for key, value in request.items() if key not in EXACT_FIELDS}
    return rest | {"exactly": inline} if inline else rest


def _is_set(value: Any) -> bool:
    return value is not None and value != "" and (value is False or value != 0)


def containers(spec: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Path below a pod's spec and body of init containers, then of regular ones."""
    for group in ("initContainers", "containers"):
        listed = spec.get(group)
        for index, item in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(item, Mapping):
                yield f"{group}[{index}]", item
