"""Inputs of unbearable size, built by us, and what the command makes of each.

python tests/bounds/cases.py [NAME...]           # `make bounds`: all, with time and memory
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEBIBYTE = 2**20
REF = "#/definitions/"
TEXT = {"type": "string"}
GENERATE = ("generate", "1.37", "--jobs", "2", "--spec")
# The other verbs read dumps as `account` does.
VERBS = ("validate", "account")


@dataclass(frozen=True)
class Case:
    """A file to write, the verb that gets it, its exit code, a part of what it says.

    `memory` bounds the address space of each process, in MiB. Slow ones are for `make bounds`.
    """

    name: str
    text: Callable[[], str]
    code: int
    says: str
    command: tuple[str, ...] = GENERATE
    file: str = "spec.json"
    memory: int = 1024
    slow: bool = False


def one(body: Any) -> str:
    """A document of one definition."""
    return json.dumps({"definitions": {"com.example.v1.A": body}})


def of_field(schema: Any) -> str:
    """A document of one definition with one property."""
    return one({"type": "object", "properties": {"a": schema}})


def models(count: int, size: int = 0) -> str:
    """Many models, each with a description and a reference to the one before."""
    return json.dumps(
        {
            "definitions": {
                f"com.example.v1.D{i}": {
                    "type": "object",
                    "description": "word " * (size // 5),
                    "properties": {
                        "name": TEXT,
                        "next": {"$ref": f"{REF}com.example.v1.D{(i or count) - 1}"},
                    },
                }
                for i in range(count)
            }
        }
    )


def chain(length: int) -> str:
    """Definitions without a class, each a reference to the next; a property of the first."""
    links: dict[str, Any] = {
        f"com.example.v1.D{i}": {"$ref": f"{REF}com.example.v1.D{i + 1}"}
        for i in range(length)
    }
    links[f"com.example.v1.D{length}"] = TEXT
    field = {"a": {"$ref": f"{REF}com.example.v1.D0"}}
    links["com.example.v1.A"] = {"type": "object", "properties": field}
    return json.dumps({"definitions": links})


def nested(word: str, count: int) -> str:
    """One property whose schema is nested in lists of schemas."""
    inner = '{"type": "string"}'
    opening, closing = f'{{"{word}": [' * count, "]}" * count
    return of_field("INNER").replace('"INNER"', opening + inner + closing)


def bomb(kind: str) -> str:
    """Ten levels of nine aliases, as a list of texts or of objects."""
    leaf = (
        "[x]" if kind == "texts" else "{apiVersion: v1, kind: Pod, metadata: {name: a}}"
    )
    lines = [f"a0: &a0 {leaf}"]
    for level in range(1, 11):
        inner = ", ".join([f"*a{level - 1}"] * 9)
        shown = f"[{inner}]" if kind == "texts" else f"{{kind: List, items: [{inner}]}}"
        lines.append(f"a{level}: &a{level} {shown}")
    return "\n".join([*lines, "apiVersion: v1", "kind: List", "items: [*a10]", ""])


def merges() -> str:
    """Mappings that merge a hundred mappings each, level by level."""
    keys = ", ".join(f"k{i}: 1" for i in range(1000))
    levels = [f"m0: &m0 {{{keys}}}"]
    for level in range(1, 10):
        sources = ", ".join([f"*m{level - 1}"] * 100)
        levels.append(f"m{level}: &m{level} {{<<: [{sources}]}}")
    return "\n".join([*levels, "apiVersion: v1", "kind: Pod", ""])


def lists(depth: int) -> str:
    """A list in a list in a list."""
    pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'
    opening = '{"apiVersion":"v1","kind":"List","items":['
    return opening * depth + pod + "]}" * depth


SPECS = [
    Case("file of 100 MB", lambda: models(50_000, 2000), 2, "at most 64 MiB"),
    Case(
        "nested 5,000 deep",
        lambda: '{"definitions": {"a.A": ' + '{"items": ' * 5000 + "{}" + "}" * 5002,
        2,
        "nested too deeply",
    ),
    Case(
        "nested 200 deep",
        lambda: '{"definitions": {"a.A": ' + '{"items": ' * 200 + "{}" + "}" * 202,
        2,
        "nested too deeply, expected at most 150 levels",
    ),
    Case(
        "description of 20 MB",
        lambda: one({"type": "object", "description": "word " * 4_000_000}),
        2,
        "20,000,000 characters in 'description', expected at most 1,048,576",
    ),
    Case(
        "200,000 properties",
        lambda: one(
            {"type": "object", "properties": {f"p{i}": TEXT for i in range(200_000)}}
        ),
        2,
        "200,000 properties, expected at most 5,000",
    ),
    Case(
        "key of 1 MB",
        lambda: json.dumps({"definitions": {"a." + "A" * MEBIBYTE: TEXT}}),
        2,
        "at most 200 characters",
    ),
    Case("anyOf 5,000 deep", lambda: nested("anyOf", 5000), 2, "nested too deeply"),
    Case("allOf 70 deep", lambda: nested("allOf", 70), 2, "schemas at most 60 levels"),
    Case("references 10,000 long", lambda: chain(10_000), 2, "at most 60 levels deep"),
    Case("60,000 definitions", lambda: models(60_000), 2, "at most 50,000"),
    Case("ring of 300 models", lambda: models(300), 0, "300 models", memory=2048),
    Case(
        "ring of 10,000 models",
        lambda: models(10_000),
        0,
        "10000 models",
        memory=2048,
        slow=True,
    ),
    Case(
        "50,000 definitions",
        lambda: models(50_000),
        0,
        "50000 models",
        memory=4096,
        slow=True,
    ),
]
MANIFESTS = [
    Case(f"{name}: {verb}", text, 2, says, (verb,), file)
    for verb in VERBS
    for name, text, says, file in (
        ("aliases of texts", lambda: bomb("texts"), "over 1,000,000 values", "a.yaml"),
        ("aliases of lists", lambda: bomb("lists"), "over 1,000,000 values", "a.yaml"),
        ("merges", merges, "over 1,000,000 values", "a.yaml"),
        (
            "list in itself",
            lambda: "kind: List\napiVersion: v1\nitems: &i [{kind: List, items: *i}]\n",
            "the alias *i of what it is part of",
            "a.yaml",
        ),
        (
            "nested 5,000 deep",
            lambda: '{"kind": "Pod", "spec": ' + "[" * 5000 + "]" * 5000 + "}",
            "too deep",
            "a.json",
        ),
    )
]
MANIFESTS += [
    Case(f"lists in lists: {verb}", lambda: lists(300), code, says, (verb,), "a.json")
    for verb, code, says in (
        ("validate", 2, "at most 20 levels"),
        ("account", 1, "over 20 deep"),
    )
]
DRIFT = ("drift", "1.36", "1.37", "--scan")
SOURCES = [
    Case(
        "a line of 3 MB",
        lambda: "x = [" + "1, " * 1_000_000 + "]\n",
        1,
        "larger than 2 MiB",
        DRIFT,
        "a.py",
    ),
    Case(
        "parentheses 5,000 deep",
        lambda: "x = " + "(" * 5000 + ")" * 5000 + "\n",
        1,
        "too many nested parentheses",
        DRIFT,
        "a.py",
    ),
    Case(
        "a sum of 20,000 numbers",
        lambda: "x = " + "1 + " * 20_000 + "1\n",
        1,
        "not known to be clean",
        DRIFT,
        "a.py",
    ),
    Case(
        "a manifest line of 15 MB",
        lambda: "kind: Pod\nmetadata: {name: " + "a" * 15_000_000 + "}\n",
        1,
        "",
        DRIFT,
        "a.yaml",
    ),
]
CASES = {case.name: case for case in (*SPECS, *MANIFESTS, *SOURCES)}


@dataclass(frozen=True)
class Ran:
    """What became of a case; `peak` is the largest resident size of any one process, in MiB."""

    code: int
    said: str
    seconds: float
    peak: int


def run(case: Case, folder: Path) -> Ran:
    """Run a case in `folder`, within its memory; to be called in a process of its own."""
    (folder / case.file).write_text(case.text())
    size = case.memory * MEBIBYTE
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "kubewright", *case.command, case.file],
        cwd=folder,
        env={**os.environ, "KUBEWRIGHT_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )
    seconds = time.monotonic() - start
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    return Ran(done.returncode, done.stdout + done.stderr, seconds, peak)


def main() -> None:
    """Print a row for each case that is named, or for all; in the end 1 where one failed."""
    failed = False
    for case in [CASES[name] for name in sys.argv[1:]] or CASES.values():
        with tempfile.TemporaryDirectory(prefix="bounds ") as name:
            if child := os.fork():  # the peak of children is one for a whole process
                failed |= os.waitpid(child, 0)[1] != 0
                continue
            found = run(case, Path(name))
        good = found.code == case.code and case.says in found.said
        last = found.said.strip().splitlines()[-1:] or [""]
        print(
            f"| {case.name} | {'as expected' if good else 'WRONG'}, exit {found.code} | "
            f"{found.seconds:.1f} s | {found.peak} MiB | {last[0][:110]} |",
            flush=True,
        )
        os._exit(0 if good else 1)
    sys.exit(failed)


if __name__ == "__main__":
    main()
