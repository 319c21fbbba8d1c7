"""Reader of the contract's vectors: builds what a case says and tells what came of it."""

from __future__ import annotations

import base64
import copy
import datetime
import inspect
import json
import pickle
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from contract.helpers import request_body

FILE = Path(__file__).resolve().parent.parent / "vectors" / "contract.json"
Case = dict[str, Any]


def load() -> list[Case]:
    """The cases, each with what is wanted of us under `expect`."""
    cases: list[Case] = json.loads(FILE.read_text("utf-8"))["cases"]
    return [{**case, "expect": case.get("wanted", case["official"])} for case in cases]


def outcome(case: Case, models: Any) -> dict[str, Any]:
    """Result or error of a case, and the number of warnings it gave."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            out: dict[str, Any] = {"result": plain(_observe(case, models))}
        except Exception as error:
            out = _error(error)
    given = [entry for entry in caught if issubclass(entry.category, UserWarning)]
    return {**out, "warns": len(given)}


def _error(error: Exception) -> dict[str, Any]:
    out: dict[str, Any] = {"error": type(error).__name__}
    if hasattr(error, "errors"):
        first = error.errors(include_url=False, include_context=False)[0]
        out["loc"] = [str(part) for part in first["loc"]]
        out["type"], out["title"] = first["type"], error.title  # type: ignore[attr-defined]
    return out


def built(value: Any, models: Any) -> Any:
    """A Python value of a case's JSON."""
    if isinstance(value, list):
        return [built(item, models) for item in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("$py")
    if kind is None:
        return {key: built(item, models) for key, item in value.items()}
    return _BUILDERS[kind](value, models)


_BUILDERS: dict[str, Callable[[Any, Any], Any]] = {
    "bytes": lambda value, _: base64.b64decode(value["b64"]),
    "datetime": lambda value, _: datetime.datetime.fromisoformat(value["iso"]),
    "date": lambda value, _: datetime.date.fromisoformat(value["iso"]),
    "tuple": lambda value, models: tuple(built(value["items"], models)),
    "float": lambda value, _: float(value["text"]),
    "model": lambda value, models: getattr(models, value["name"])(
        **built(value["kwargs"], models)
    ),
}


def plain(value: Any) -> Any:
    """A result in the JSON words of the cases."""
    if isinstance(value, bytes):
        return {"$py": "bytes", "b64": base64.b64encode(value).decode()}
    if isinstance(value, datetime.datetime):
        return {"$py": "datetime", "iso": value.isoformat()}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if hasattr(value, "to_json"):
        return {"$model": type(value).__name__, "wire": json.loads(value.to_json())}
    return value


def _object(case: Case, models: Any) -> Any:
    cls, value = getattr(models, case["model"]), built(case.get("input"), models)
    if case["op"] == "init_pos":
        obj = cls(*value)
    elif case["op"] in ("init", "model_construct"):
        obj = (cls if case["op"] == "init" else cls.model_construct)(**value)
    else:
        obj = getattr(cls, case["op"])(value)
    for name, assigned in case.get("set", []):
        setattr(obj, name, built(assigned, models))
    for name, appended in case.get("append", []):
        getattr(obj, name).append(built(appended, models))
    return obj


def _observe(case: Case, models: Any) -> Any:
    obj, cls = _object(case, models), getattr(models, case["model"])
    kind, _, rest = case.get("observe", "to_json").partition(":")
    if kind == "class":
        return _OF_CLASS[rest](cls)
    if kind == "attr":
        return _at(obj, rest)
    if kind == "eq":
        other = json.loads(rest)
        if "name" in other:
            other = built({"$py": "model", **other}, models)
        return obj == other
    return _OF_OBJECT[kind](obj)


def _at(obj: Any, path: str) -> Any:
    for part in path.split("."):
        obj = obj[int(part)] if part.isdigit() else getattr(obj, part)
    return obj


_OF_CLASS: dict[str, Callable[[Any], Any]] = {
    "openapi_types": lambda cls: cls.openapi_types,
    "attribute_map": lambda cls: cls.attribute_map,
    "fields": lambda cls: list(cls.model_fields),
    "signature": lambda cls: list(inspect.signature(cls).parameters),
    "schema_names": lambda cls: list(
        cls.model_json_schema(by_alias=True)["properties"]
    ),
}
_OF_OBJECT: dict[str, Callable[[Any], Any]] = {
    "to_json": lambda obj: json.loads(obj.to_json()),
    "to_json_text": lambda obj: obj.to_json(),
    "to_dict": lambda obj: obj.to_dict(),
    "to_dict_wire": lambda obj: obj.to_dict(serialize=True),
    "sanitize": request_body,
    "sanitize_json": lambda obj: json.dumps(request_body(obj)),
    "model_dump": lambda obj: obj.model_dump(),
    "model_dump_wire": lambda obj: obj.model_dump(by_alias=True, exclude_none=True),
    "model_dump_json": lambda obj: obj.model_dump_json(
        by_alias=True, exclude_none=True
    ),
    "is_none": lambda obj: obj is None,
    "str": str,
    "repr": repr,
    "hash": hash,
    "deepcopy_eq": lambda obj: [(twin := copy.deepcopy(obj)) == obj, twin is obj],
    "pickle_eq": lambda obj: pickle.loads(pickle.dumps(obj)) == obj,
    "roundtrip_public": lambda obj: json.loads(
        type(obj).from_dict(obj.to_dict()).to_json()
    ),
    "roundtrip_init": lambda obj: json.loads(type(obj)(**obj.to_dict()).to_json()),
}
