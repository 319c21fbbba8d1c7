"""Our models against the official client's: time, memory, import and source.

python benchmarks/models.py [--python PATH] [--runs 7] [--check]; PATH is the Python of an
environment with kubernetes==37.0.2 (default: that of .venv-official, made if it is missing).
All sides run there, one process a side, a mode of the collector and a
run, in turn; a figure is the minimum over the runs. The floor is our classes on pydantic
alone, without a validator or serializer of Python. With --check exit 1 where a required ratio
is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

import page

ROOT = Path(__file__).resolve().parent.parent
SIDE = Path(__file__).with_name("models_side.py")
SIDES = {
    "official": "kubernetes.client",
    "ours": "k8s_ours.client",
    "floor": "k8s_floor.client",
}
OFFICIAL = "kubernetes==37.0.2"
Figures = dict[tuple[str, str, str], float]

# Task: ratios to the official client that are required, gc off and on.
REQUIRED: dict[str, tuple[float | None, float | None]] = {
    "from_json, 1,000 pods": (2.7, 5),
    "from_dict, 1,000 pods": (2.7, 3),
    "to_json": (8, 15),
    "to_dict": (3, None),
    "projection alone": (5, None),
    "ApiClient sanitize": (1.9, None),
    "==": (10, None),
    "deepcopy": (0.9, None),
    "import V1Pod, ms": (None, 2.4),
    "import every model, ms": (None, 2.2),
    "memory of 1,000 pods, MB": (None, 1 / 0.77),
    "source of the models, MB": (None, 1 / 0.26),
}
FLOOR = '''
"""The floor: the same classes on plain pydantic, no validator or serializer of Python."""
from datetime import datetime
from typing import Any, Dict, List, Union
from pydantic import AliasChoices, AliasGenerator, BaseModel, ConfigDict
from pydantic import StrictBool, StrictFloat, StrictInt, StrictStr

Time = MicroTime = datetime
Quantity, IntOrString = StrictStr, Union[StrictInt, StrictStr]
Number, Bytes = Union[StrictFloat, StrictInt], Union[bytes, str]
Base64Bytes, Object, RawExtension, JSON = Bytes, Dict[str, Any], Dict[str, Any], Any
JSONSchemaPropsOrBool = JSONSchemaPropsOrArray = JSONSchemaPropsOrStringArray = Any

def unknown_keys(mode): ...
def _camel(name):
    head, *rest = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in rest)
def _aliases(choices):
    return AliasGenerator(validation_alias=choices, serialization_alias=_camel)

class Model(BaseModel):
    model_config = ConfigDict(
        validate_by_name=True, validate_by_alias=True, validate_assignment=True,
        extra="forbid", protected_namespaces=(), defer_build=True,
        alias_generator=_aliases(_camel))
    @classmethod
    def from_json(cls, text): return cls.__pydantic_validator__.validate_json(text, extra="ignore")
    @classmethod
    def from_dict(cls, obj): return cls.__pydantic_validator__.validate_python(obj, extra="ignore")
    def to_dict(self, serialize=False):
        return self.__pydantic_serializer__.to_python(self, by_alias=serialize)
    def to_json(self):
        return self.__pydantic_serializer__.to_json(self, by_alias=True, exclude_none=True).decode()
    def body(self):
        return self.__pydantic_serializer__.to_python(self, by_alias=True, exclude_none=True)
    def __eq__(self, other): return self.__dict__ == other.__dict__
    to_dict._openapi_generator_to_dict = body
    body._openapi_generator_to_dict = to_dict

Model.__class_vars__ |= {"openapi_types", "attribute_map"}

class RemappedModel(Model):
    model_config = ConfigDict(
        validate_by_name=False,
        alias_generator=_aliases(lambda name: AliasChoices(_camel(name), name)))
'''


def official_python(given: str | None) -> Path:
    """The Python that was given, or that of .venv-official, made where it is missing."""
    if given:
        return Path(given)
    folder = ROOT / ".venv-official"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", OFFICIAL], check=True
        )
    return python


def prepare(folder: Path, python: Path) -> None:
    """Write our tree and the floor's, and compile both for the Python that will run them."""
    for package in ("k8s_ours", "k8s_floor"):
        command = [sys.executable, "-m", "kubewright", "generate", "1.37", "--quiet"]
        options = ["--package", package, "--output", str(folder / "out"), "--no-format"]
        subprocess.run([*command, *options], check=True)
        shutil.move(folder / "out" / "1.37" / package, folder / package)
        shutil.rmtree(folder / "out")
    for models in (folder / "k8s_floor").rglob("models"):
        (models / "_runtime.py").write_text(FLOOR)
    subprocess.run([python, "-m", "compileall", "-q", str(folder)], check=True)


def run(
    python: Path, folder: Path, package: str, kind: str, collector: str
) -> dict[str, float]:
    """The figures of one process."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [str(python), str(SIDE), package, kind, collector]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{package}, {kind}, exit code {done.returncode}: {done.stderr}")
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def collect(python: Path, folder: Path, runs: int) -> Figures:
    """The minimum of each figure, by task, side and mode of the collector."""
    best: Figures = {}
    jobs = [("calls", "off"), ("calls", "on"), ("memory", "on"), ("import", "on")]
    for number in range(runs):
        print(f"run {number + 1} of {runs}", file=sys.stderr, flush=True)
        for kind, collector in [*jobs, ("import_all", "on"), ("source", "on")]:
            for side, package in SIDES.items():
                for task, figure in run(
                    python, folder, package, kind, collector
                ).items():
                    key = (task, side, collector)
                    best[key] = min(figure, best.get(key, figure))
    return best


def row(figures: Figures, task: str, collector: str) -> list[str]:
    """Official, ours, floor, ratio and the ratio that is required."""
    sides = [figures[task, side, collector] for side in SIDES]
    factor = 1.0 if task.endswith(("ms", "MB")) else 1e3
    wanted = REQUIRED.get(task, (None, None))[0 if collector == "off" else 1]
    cells = [f"{figure * factor:.1f}" for figure in sides]
    return [
        task,
        *cells,
        f"{sides[0] / sides[1]:.2f}",
        f"{wanted:.2f}" if wanted else "",
    ]


def table(figures: Figures, tasks: list[str], collector: str) -> str:
    """A Markdown table of some tasks."""
    head = ("", *SIDES, "official : ours", "required")
    return page.table(head, [row(figures, task, collector) for task in tasks])


def report(figures: Figures, runs: int, versions: str) -> str:
    """The whole section."""
    calls = [task for task, side, mode in figures if (side, mode) == ("ours", "off")]
    others = [
        t
        for t, side, mode in figures
        if (side, mode) == ("ours", "on") and t not in calls
    ]
    return "\n".join(
        [
            "## Models: ours and the official client's",
            "",
            f"{versions}; least of {runs} runs, processor time in milliseconds where no",
            "unit stands. The floor is our classes on pydantic alone, without a validator or",
            "serializer of Python; it fulfils no contract.",
            "",
            "### Collector off",
            "",
            table(figures, calls, "off"),
            "",
            "### Collector on",
            "",
            table(figures, calls, "on"),
            "",
            "### Import, memory, source",
            "",
            table(figures, others, "on"),
            "",
            *of_the_floor(figures),
        ]
    )


def of_the_floor(figures: Figures) -> list[str]:
    """What the floor's from_json consists of."""
    whole = figures["from_json, 1,000 pods", "floor", "off"] * 1e3
    text = figures["JSON text to dicts, by pydantic-core", "floor", "off"] * 1e3
    held = figures["memory of 1,000 pods, MB", "floor", "on"]
    return [
        f"Of the {whole:.0f} ms of the floor's from_json, collector off, pydantic-core needs",
        f"{text:.0f} to make plain dicts of the text. The rest goes into instances: 69 a pod,",
        f"each with a dict of all fields and a set of those that came, {held:.0f} MB in all.",
    ]


def missed(figures: Figures) -> list[str]:
    """Required ratios that were not reached."""
    lines = []
    for task, wanted in REQUIRED.items():
        for mode, least in zip(("off", "on"), wanted, strict=True):
            ours = figures.get((task, "ours", mode))
            if least and ours and figures[task, "official", mode] / ours < least:
                lines.append(f"{task}, collector {mode}")
    floor = figures["from_json, 1,000 pods", "floor", "off"]
    if figures["from_json, 1,000 pods", "ours", "off"] > 1.15 * floor:
        lines.append("from_json within 1.15 of the floor")
    return lines


def main() -> int:
    """Measure and print the section."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--python", help="Python of an environment with the official client"
    )
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    python = official_python(options.python)
    code = "import platform, pydantic as p; print('Python', platform.python_version(), end=', ')"
    code += "; print('pydantic', p.VERSION, end='')"
    versions = subprocess.run(
        [python, "-c", code], check=True, capture_output=True, text=True
    )
    with TemporaryDirectory() as name:
        prepare(Path(name), python)
        figures = collect(python, Path(name), options.runs)
    print(report(figures, options.runs, f"{versions.stdout}, {platform.machine()}"))
    for line in missed(figures):
        print(f"missed: {line}", file=sys.stderr)
    return 1 if options.check and missed(figures) else 0


if __name__ == "__main__":
    sys.exit(main())
