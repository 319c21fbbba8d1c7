"""Objects from dump files: JSON or YAML, one or many documents, whole or cut off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from typing import Any

from kubewright.accounting import Fault
from kubewright.cli import inputs
from kubewright.cli.talk import say
from kubewright.cli.yaml_documents import Unreadable, documents
from kubewright.errors import KubewrightError, Problem

EXPECTED = "a dump of kubectl get -o json, or YAML"
# Numbers keep the digits they are written with.
_DECODER = json.JSONDecoder(parse_float=Decimal)


def read_dumps(paths: tuple[str, ...]) -> tuple[list[Any], list[Fault]]:
    """The objects of all files (`-` is stdin), and a fault for each file that is cut off.

    Raises KubewrightError for a file that cannot be read at all.
    """
    objects: list[Any] = []
    faults: list[Fault] = []
    for path in paths:
        text = _text(path)
        try:
            objects.extend(_documents(path, text))
        except json.JSONDecodeError as error:
            found = list(_salvaged(text))
            if not found:
                raise KubewrightError(_unreadable(path, error)) from error
            objects.extend(found)
            faults.append(_cut_off(path, error, len(found)))
    return objects, faults


def read_one(path: str) -> Any:
    """The one object of a file; raises KubewrightError where it holds none or several."""
    objects, faults = read_dumps((path,))
    if len(objects) != 1 or faults:
        raise KubewrightError(Problem(path, f"{len(objects)} objects", "one Pod"))
    return objects[0]


def _text(path: str) -> str:
    data = inputs.read(path, EXPECTED)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start}"
        raise KubewrightError(Problem(path, found, "text in UTF-8")) from error


def _documents(path: str, text: str) -> Iterator[Any]:
    """JSON documents one after another, or YAML documents."""
    start = text.lstrip()
    if not start:
        raise KubewrightError(Problem(path, "nothing", EXPECTED))
    if start[0] not in "{[":
        yield from _yaml(path, text)
        return
    position = len(text) - len(start)
    while position < len(text):
        value, position = _value(text, position)
        yield from value if isinstance(value, list) else [value]
        while text[position : position + 1].isspace():
            position += 1


def _value(text: str, position: int) -> tuple[Any, int]:
    """The JSON value there and its end; raises JSONDecodeError, whatever is wrong with it."""
    try:
        return _DECODER.raw_decode(text, position)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise json.JSONDecodeError("values nested too deep", text, position) from None
    except (ValueError, ArithmeticError):  # too many digits, or an exponent of too many
        found = "a number that cannot be held"
        raise json.JSONDecodeError(found, text, position) from None


def _yaml(path: str, text: str) -> list[Any]:
    try:
        found = [document.value for document in documents(text)]
    except Unreadable as error:
        line = f" in line {error.line}" if error.line else ""
        problem = Problem(path, f"{error.problem}{line}", EXPECTED)
        raise KubewrightError(problem) from error
    objects = [value for value in found if value is not None]
    if not all(isinstance(value, (dict, list)) for value in objects) or not objects:
        raise KubewrightError(Problem(path, "no object", EXPECTED))
    return objects


def _salvaged(text: str) -> Iterator[Any]:
    """The whole items of a list that is cut off."""
    start = text.find('"items"')
    position = text.find("[", start) + 1 if start >= 0 else 0
    while position:
        while text[position : position + 1] in (" ", "\n", "\r", "\t", ","):
            position += 1
        try:
            value, position = _value(text, position)
        except json.JSONDecodeError:
            return
        yield value


def _cut_off(path: str, error: json.JSONDecodeError, count: int) -> Fault:
    message = (
        f"found {error.msg.lower()} at line {error.lineno}, expected the rest of the dump; "
        f"the {count} objects before it count"
    )
    return Fault("cut-off", path, f"line {error.lineno}", message)


def _unreadable(path: str, error: Exception) -> Problem:
    found = " ".join(str(error).split())[:200] or type(error).__name__
    return Problem(path, found, EXPECTED)


@contextmanager
def known(what: str, name: str | None) -> Iterator[None]:
    """Turn the KeyError of a name that the dump does not have into a KubewrightError."""
    try:
        yield
    except KeyError as error:
        found = f"no {what} {name or error.args[0]}"
        hint = "names are those of metadata.name, pods as NAMESPACE/NAME"
        raise KubewrightError(
            Problem("the dump", found, f"that {what}", hint)
        ) from error


def show_faults(faults: list[dict[str, Any]]) -> None:
    """Faults as lines of talk."""
    for row in faults:
        where = " ".join(filter(None, (row["object"], row["field"])))
        text = f"fault: {where}: {row['message']} [{row['kind']}]"
        say(text, err=True)
