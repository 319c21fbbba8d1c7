"""Arguments of every verb, and names of files: refused in words, and shown as text."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hostile.batch import data
from hostile.payloads import Payload, payloads, whole
from hostile.sinks import model
from hostile.yard import Yard, raw
from kubewright.cli.app import main

HERE = "PAYLOAD"
NO_UTF8 = Payload("terminal", "no-utf8", "\udc9b31m\udcff")


def can_be_given(payload: Payload) -> bool:
    """Whether a shell can pass the text, and it is no URL, option or other order of a user."""
    text = payload.text
    orders = ("http", "--", "..", "~", "/", "$")
    return (
        bool(text.strip())
        and whole(text)
        and "\0" not in text
        and not text.startswith(orders)
    )


ARGUMENTS = [*filter(can_be_given, payloads()), NO_UTF8]
# For calls that go on to work with what is no fault.
FEW = [each for each in ARGUMENTS if each.family == "terminal"][::3]
WORKING = ("--output", "--guide", "--overlay", "--check", "--old", "--group", "--scan")

DUMP = "dump.json"
CALLS = [
    "generate PAYLOAD",
    "generate 1.37PAYLOAD",
    "generate PAYLOAD1.37.2 --spec spec.json --no-format --no-docs --check",
    "generate 1.37 --spec spec.json --package PAYLOAD --no-format --no-docs --check",
    "generate 1.37 --spec spec.json --package examplePAYLOAD --no-format --no-docs --check",
    "generate 1.37 --spec PAYLOAD",
    "generate 1.37 --spec spec.json --output PAYLOAD/out --no-format --no-docs --check",
    "generate 1.37 --overlay PAYLOAD",
    "generate --jobs PAYLOAD",
    "generate --format xPAYLOAD",
    "docs PAYLOAD",
    "docs 1.37 --spec PAYLOAD",
    "docs 1.37 --spec spec.json --guide PAYLOAD",
    "drift PAYLOAD spec.json",
    "drift spec.json PAYLOAD",
    "drift spec.json spec.json PAYLOAD",
    "drift spec.json spec.json --id PAYLOAD",
    "drift spec.json other.json --group PAYLOAD --format md",
    "drift spec.json other.json --scan PAYLOAD --package PAYLOAD",
    "drift spec.json other.json --level PAYLOAD",
    "validate PAYLOAD",
    "validate dump.json --release PAYLOAD",
    "validate dump.json --gate PAYLOAD",
    "validate dump.json --gate PAYLOAD=false --old PAYLOAD",
    "account PAYLOAD",
    "account dump.json --node PAYLOAD",
    "account dump.json --pod PAYLOAD",
    "claims PAYLOAD",
    "fit dump.json --pod PAYLOAD",
    "fit dump.json --pod dump.json --node PAYLOAD",
    "spec PAYLOAD",
    "spec show --release PAYLOAD Pod",
    "spec fetch PAYLOAD",
    "spec fetch --file PAYLOAD",
    "spec pin PAYLOAD",
    "PAYLOAD",
    "--PAYLOAD",
    "generate --PAYLOAD",
    "drift --output=PAYLOAD --format xml",
]


def call(line: str, payload: Payload, place: Yard) -> list[str]:
    """The faults of a command line with a payload."""
    arguments = [part.replace(HERE, payload.text) for part in line.split()]
    result = CliRunner().invoke(main, arguments)
    return [f"{line} <- {payload}: {fault}" for fault in faults(result)]


def faults(result: Result) -> list[str]:
    """A traceback, an exit code that is none of ours, characters that act on a terminal."""
    found = [f"raw {char!r}" for char in sorted(set(raw(result.output)))]
    if result.exception and not isinstance(result.exception, SystemExit):
        found.append(f"{type(result.exception).__name__}: {result.exception}")
    if result.exit_code not in (0, 1, 2):
        found.append(f"exit code {result.exit_code}")
    return found


@pytest.fixture
def files(place: Yard) -> Yard:
    """A yard with two specifications and a dump."""
    (place.work / "spec.json").write_bytes(data(model("Thing")))
    (place.work / "other.json").write_bytes(data(model("Other")))
    node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}
    (place.work / DUMP).write_text(json.dumps(node))
    place.seen = place.listing()
    return place


@pytest.mark.parametrize("line", CALLS)
def test_arguments_are_text(line: str, files: Yard) -> None:
    """No traceback, exit code 0, 1 or 2, and no character that a terminal acts on."""
    chosen = FEW if any(mark in line for mark in WORKING) else ARGUMENTS
    found = [fault for payload in chosen for fault in call(line, payload, files)]
    assert found == []
    assert files.harm() == []


@pytest.mark.parametrize("verb", ["generate", "docs"])
def test_folders_are_shown_as_text(verb: str, files: Yard) -> None:
    """The summary names the output, and --check each file, without acting on the terminal."""
    name = "\x1b[31mred\x9b\u202e"
    arguments = [verb, "1.37", "--spec", "spec.json", "--output", name, "--jobs", "1"]
    done = CliRunner().invoke(main, arguments)
    assert (done.exit_code, faults(done)) == (0, [])
    if verb == "generate":
        (files.work / name / "1.37" / f"{name}.txt").write_text("x")
        done = CliRunner().invoke(main, [*arguments, "--check"])
        assert (done.exit_code, faults(done)) == (1, [])
    assert [harm for harm in files.harm(name) if "Popen" not in harm] == []


def named(payload: Payload) -> bool:
    """Whether a file can be called so."""
    name = payload.text
    return name not in ("", ".", "..") and "/" not in name and len(name) < 200


@pytest.mark.parametrize("ending", [".json", ".yaml", ".py"])
def test_names_of_files_are_text(ending: str, files: Yard) -> None:
    """A file of any name is read, or refused in words, by every verb that takes files."""
    verbs = ["drift spec.json other.json --scan", "validate", "account", "claims"]
    found = []
    for payload in filter(named, ARGUMENTS):
        path = Path(f"{payload.text}{ending}")
        try:
            path.write_text("{no json")
        except (OSError, UnicodeError):
            continue
        for verb in verbs:
            done = CliRunner().invoke(
                main,
                (
                    [*verb.split(), "--", str(path)]
                    if verb[0] != "d"
                    else [*verb.split(), f"./{path}"]
                ),
            )
            found += [f"{verb} <- {payload}: {fault}" for fault in faults(done)]
        path.unlink()
    assert found == []
    assert os.listdir(files.work)
