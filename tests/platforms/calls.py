"""Small inputs for every verb, and calls that use them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
SPEC = REPOSITORY / "tests/golden/unicode/spec.json"
SLICE = REPOSITORY / "examples/manifests/broken-slice.yaml"
TRACE = "Traceback"
SECONDS = 120
RESOURCES = {"cpu": "4", "memory": "8Gi", "pods": "110"}


def pod(name: str, **spec: object) -> dict[str, object]:
    """A pod that asks for a cpu; its name is not ASCII, which tables must bear."""
    container = {"name": "c", "resources": {"requests": {"cpu": "1"}}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name, "namespace": "default", "uid": name},
        "spec": {"containers": [container], **spec},
    }


NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "nöde", "uid": "1"},
    "status": {"capacity": RESOURCES, "allocatable": RESOURCES},
}


def write_inputs(folder: Path) -> None:
    """Put into `folder` what `calls` reads."""
    folder.mkdir(parents=True, exist_ok=True)
    spec = json.loads(SPEC.read_text("utf-8"))
    cluster = {"kind": "List", "items": [NODE, pod("wéb", nodeName="nöde")]}
    (body,) = spec["definitions"].values()
    older = {**body, "properties": {"size": {"type": "string"}}}
    old = {"definitions": dict.fromkeys(spec["definitions"], older)}
    for name, value in {
        "spec.json": spec,
        "old.json": old,
        "dump.json": cluster,
        "pod.json": pod("née"),
    }.items():
        (folder / name).write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    manifest = SLICE.read_text("utf-8") + "# ünicode\n"
    (folder / "slice.yaml").write_text(manifest, "utf-8")


def calls(at: Path, output: Path) -> dict[str, list[str]]:
    """A call of each verb with the inputs in `at`; `generate` writes into `output`."""
    spec, old, dump = (str(at / f"{name}.json") for name in ("spec", "old", "dump"))
    generate = ["generate", "1.37", "--spec", spec, "--output", str(output)]
    return {
        "generate": [*generate, "--jobs", "1"],
        "drift": ["drift", old, spec],
        "spec list": ["spec", "list"],
        "spec fetch": ["spec", "fetch", "--file", spec],
        "validate": ["validate", str(at / "slice.yaml")],
        "account": ["account", dump],
        "claims": ["claims", dump],
        "fit": ["fit", dump, "--pod", str(at / "pod.json")],
        "--help": ["--help"],
    }


# What a call ends with on any machine.
CODES = dict.fromkeys(calls(Path(), Path()), 0) | {"drift": 1, "validate": 1}


@dataclass(frozen=True, slots=True)
class Machine:
    """What a run meets: environment (None takes a variable away), flags of Python."""

    environment: Mapping[str, str | None]
    flags: tuple[str, ...] = ()

    def run(
        self, call: list[str], *, redirect: str = "", folder: Path | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the command; `redirect` is a shell's, `$0` stands for the current folder."""
        wanted = {**os.environ, **self.environment}
        command = [sys.executable, *self.flags, "-m", "kubewright", *call]
        shell = ["/bin/bash", "-c", f'"$@" {redirect}', "bash", *command]
        return subprocess.run(
            shell if redirect else command,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            env={name: value for name, value in wanted.items() if value is not None},
            cwd=folder,
            timeout=SECONDS,
            check=False,
        )
