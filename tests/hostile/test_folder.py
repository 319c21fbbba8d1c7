"""A working folder of someone else: nothing in it is imported, whatever it is called."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hostile.batch import data
from hostile.sinks import model

COMMAND = Path(sys.executable).with_name("kubewright")
# Modules that our own processes, or those that they start, import.
MODULES = (
    *("black", "click", "concurrent", "datamodel_code_generator", "docutils", "jinja2"),
    *("json", "kubewright", "libcst", "multiprocessing", "pickle", "pydantic", "runpy"),
    *("sitecustomize", "sphinx", "subprocess", "tempfile", "usercustomize", "yaml"),
)
TRAP = "import pathlib\npathlib.Path('CANARY').write_text(__name__)\n"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder with a module for each name, which leaves a file when it is imported."""
    for name in MODULES:
        package = tmp_path / name
        package.mkdir()
        for file in ("__init__.py", "__main__.py"):
            (package / file).write_text(TRAP)
    (tmp_path / "spec.json").write_bytes(data(model("Thing")))
    (tmp_path / "other.json").write_bytes(data(model("Other")))
    sources = tmp_path / "sources"
    sources.mkdir()
    for number in range(80):
        (sources / f"app{number}.py").write_text(TRAP)
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "1.37", "--spec", "spec.json", "--jobs", "2"],
        ["docs", "1.37", "--spec", "spec.json", "--jobs", "2", "-q"],
        ["drift", "spec.json", "other.json", "--scan", "sources"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_no_module_of_the_working_folder_is_imported(
    arguments: list[str], trap: Path
) -> None:
    """Neither by the command nor by a process that it starts."""
    environment = {**os.environ, "KUBEWRIGHT_CACHE": str(trap / "cache")}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [str(COMMAND), *arguments],
        cwd=trap,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode in (0, 1), done.stderr
    assert not (trap / "CANARY").exists()
