"""YAML and JSON input of the verbs that read objects: values of any type at any depth.

A case is the text of a file. Its checksum decides which verbs read it, and how.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import sys
import tempfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import yaml

from accounting import test_cli
from fuzz import edits
from fuzz.harness import Target, law
from kubewright.cli import app
from kubewright.cli.yaml_documents import Unreadable, documents
from validation import bases

WORK = tempfile.TemporaryDirectory(prefix="fuzz-yaml-")
atexit.register(WORK.cleanup)
POD = test_cli.OBJECTS[-1]
DUMP = {"apiVersion": "v1", "kind": "List", "items": test_cli.OBJECTS}
OBJECTS = [
    value
    for value in vars(bases).values()
    if isinstance(value, dict) and "kind" in value
]
SEEDS: list[Any] = [DUMP, DUMP, POD, *OBJECTS, {"kind": "List", "items": OBJECTS}]
# Values that the verbs look into.
ODD = (
    *("10Gi", "1x", "1e9", "0.5", ".5", -1, "spec", "Always", "True", "Unknown", "All"),
    *(
        "ExactCount",
        "example.com/dongle",
        "deviceclass.resource.kubernetes.io/c",
        "cpu",
    ),
    *(
        "device.attributes['x'].y == 1",
        "true",
        "1 +",
        "device.driver == 'a' && true",
        "(",
    ),
    *(
        "2026-01-01",
        "default/web",
        "n1",
        "p1",
        "d",
        {"cpu": 1},
        [{"name": "a"}],
        [[]],
        [None],
    ),
)
PIECES = (
    *(
        "&a ",
        "*a",
        "<<: *a\n",
        "? ",
        "- ",
        ": ",
        "!!binary ",
        "!!set ",
        "!x ",
        "!!int ",
        "|\n",
    ),
    *(
        "---\n",
        "...\n",
        "%YAML 1.1\n",
        "{",
        "[",
        "]",
        "}",
        "\t",
        "'",
        '"',
        "#",
        "0o7",
        "0x1F",
    ),
    *(
        "1_000",
        "~",
        "1:30",
        "2026-01-01T00:00:00Z",
        ".inf",
        ".nan",
        "yes",
        "=",
        "\ufeff",
        "\x85",
    ),
    *(
        "&a [*a]",
        "&a {b: *a}",
        "items: *a",
        "\r\n",
        "\u2028",
        "!!python/none ",
        "1e5",
        "0b1",
    ),
)


@cache
def file(name: str) -> str:
    """The path of a file with one of the known objects."""
    value = {"pod": POD, "dump": DUMP, "old": {"kind": "List", "items": OBJECTS}}[name]
    path = Path(WORK.name) / f"{name}.json"
    path.write_text(json.dumps(value))
    return str(path)


def calls() -> list[list[str]]:
    """All ways in which verbs read the text, which is their standard input."""
    forms = [["--format", form] for form in ("text", "json", "github", "sarif")]
    kinds = [
        ["--warnings"],
        ["--operation", "status", "--warnings"],
        ["--operation", "update", "--old", file("old")],
        ["--operation", "status", "--old", file("old")],
        [
            "--release",
            "1.36",
            "--gate",
            "DRAResourceClaimGranularStatusAuthorization=false",
        ],
        ["--release", "1.34"],
    ]
    read = [["validate", "-", *kind, *form] for kind in kinds for form in forms]
    read += [
        ["validate", file("old"), "--operation", "update", "--old", "-", *forms[1]]
    ]
    for rest in (
        [],
        ["--format", "json"],
        ["--explain"],
        ["--format", "json", "--explain"],
    ):
        read += [
            ["account", "-", *rest],
            ["account", "-", "--node", "n1", *rest],
            ["account", "-", "--pod", "default/web", "--release", "1.36", *rest],
            ["claims", "-", *rest],
            ["fit", "-", "--pod", file("pod"), *rest],
            ["fit", file("dump"), "--pod", "-", *rest],
        ]
    return read


CALLS = calls()
BY_VERB = [
    [call for call in CALLS if (call[0] == "validate") == both]
    for both in (True, False)
]


def check(data: bytes) -> None:
    """A way of `validate` and a way of another verb end with results or reasons."""
    mark = zlib.crc32(data)
    values(data)
    for ways in BY_VERB:
        ended(ways[mark % len(ways)], data)


def values(data: bytes) -> None:
    """What YAML documents hold is plain data, each line within the text."""
    try:
        text = data.decode("utf-8-sig")
        found = list(documents(text))
    except (UnicodeDecodeError, Unreadable):
        return
    lines = len(text.splitlines()) + 1
    for document in found:
        law(0 <= document.line <= lines, document.line, lines)
        for each in document.lines.values():
            law(all(1 <= line <= lines for line in each.values()), each, lines)


@dataclass(frozen=True)
class Ended:
    """How a verb ended, and what it printed."""

    exit_code: object
    stdout: str
    stderr: str


def called(arguments: list[str], data: bytes) -> Ended:
    """The end of a verb with `data` as its standard input; whatever it raises comes out.

    Click remembers each stream that it has printed to, so all calls print to the same two.
    """
    for stream in OUTPUTS:
        stream.seek(0)
        stream.truncate()
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data), "utf-8")
    try:
        with (
            contextlib.redirect_stdout(OUTPUTS[0]),
            contextlib.redirect_stderr(OUTPUTS[1]),
        ):
            app.main.main(arguments, "kubewright")
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = before
    for stream in OUTPUTS:
        stream.flush()
    return Ended(code, *(stream.buffer.getvalue().decode() for stream in OUTPUTS))


class Output(io.TextIOWrapper):
    """A stream whose text can be taken."""

    buffer: io.BytesIO


OUTPUTS = [Output(io.BytesIO(), "utf-8") for _ in range(2)]


def ended(call: list[str], data: bytes) -> None:
    """A verb ends with a known code, readable output, and errors on one line each."""
    result = called(call, data)
    law(result.exit_code in (0, 1, 2), call, result.exit_code)
    for line in (*result.stdout.split("\n"), *result.stderr.split("\n")):
        law(line.isprintable(), call, line)
    if result.exit_code == 2:
        law(result.stderr.startswith(("error: ", "Usage: ")), call, result.stderr)
        law(not result.stdout, call, result.stdout)
    else:
        READERS.get(form(call), lambda _: None)(result)


def form(call: list[str]) -> str:
    """The form that the call asks for."""
    return call[call.index("--format") + 1] if "--format" in call else "text"


def constant(name: str) -> NoReturn:
    """Refuse what is no JSON."""
    raise ValueError(name)


def is_json(result: Ended) -> None:
    """Standard output is JSON, without the constants that Python writes."""
    json.loads(result.stdout, parse_constant=constant)


READERS: dict[str, Callable[[Ended], None]] = {"json": is_json, "sarif": is_json}


def value(rng: Random) -> Any:
    """A value that a verb looks into, or any."""
    return rng.choice(ODD) if rng.random() < 0.5 else edits.value(rng)


def make(rng: Random) -> bytes:
    """Objects with a few values changed, as YAML or JSON, and now and then torn."""
    base = rng.choice(SEEDS)
    changed = edits.apply(base, edits.edits(rng, base, value))
    found = written(rng, changed).encode("utf-8", "surrogatepass")
    return torn(rng, found) if rng.random() < 0.3 else found


def written(rng: Random, changed: Any) -> str:
    """The value as YAML, or as JSON where YAML has no form for it."""
    if rng.random() < 0.5:
        with contextlib.suppress(UnicodeError, RecursionError):
            flow = rng.choice((None, False, True))
            return str(yaml.dump(changed, Dumper=DUMPER, default_flow_style=flow))
    return json.dumps(
        changed, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1))
    )


DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def torn(rng: Random, data: bytes) -> bytes:
    """`data` with pieces of YAML put in, or torn as any bytes are."""
    if rng.random() < 0.3:
        return edits.torn(rng, data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(data))
        piece = rng.choice(PIECES).encode()
        data = data[:at] + piece + data[at + rng.choice((0, 0, 1, 5)) :]
    return data


TARGET = Target("yaml", make, check, raw=True)
