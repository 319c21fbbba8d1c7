"""What we ship works elsewhere: the wheel, with and without extras, and the generated project."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from kubewright.cli.app import VERBS
from kubewright.codegen import manifest
from kubewright.spec.releases import tomllib
from platforms.calls import CODES, calls, write_inputs

REPOSITORY = Path(__file__).parents[2]


def pip(python: Path | str, *arguments: str) -> None:
    """Run pip in the environment of `python`."""
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*command, *arguments], check=True, capture_output=True)


def run(*command: str | Path) -> str:
    """What a command prints."""
    done = subprocess.run(
        list(map(str, command)), check=True, capture_output=True, text=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip(
        sys.executable,
        "wheel",
        str(REPOSITORY),
        "--no-deps",
        "--wheel-dir",
        str(folder),
    )
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """The Python of a new environment with the wheel and no extra."""
    folder = tmp_path_factory.mktemp("elsewhere") / "venv"
    run(sys.executable, "-m", "venv", folder)
    pip(folder / "bin/python", "install", str(wheel))
    return folder / "bin" / "python"


def test_wheel_holds_templates_pins_and_types(wheel: Path) -> None:
    """Templates, pinned releases, the supplement, `py.typed` and the licence are inside."""
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {
        "kubewright/py.typed",
        "kubewright/templates/module.py.jinja",
        "kubewright/templates/package/_runtime.py",
        "kubewright/openapi/releases.toml",
        "kubewright/openapi/supplements/apidiscovery.json",
    } <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not any(name.startswith(("tests/", "docs/", "generated/")) for name in names)


def test_base_install_is_small_and_says_what_is_missing(python: Path) -> None:
    """Without extras the command answers, and names the extra that `generate` needs."""
    assert run(python, "-m", "kubewright", "--version").startswith(
        "kubewright, version"
    )
    command = [python, "-m", "kubewright", "generate"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "kubewright[codegen]" in done.stderr
    assert "Traceback" not in done.stderr


def test_wheel_generates_the_pinned_tree(
    python: Path, wheel: Path, tmp_path: Path
) -> None:
    """With the extra it writes the bytes that the checkout writes, as the same generator."""
    pip(python, "install", f"{wheel}[codegen]")
    output = run(python, "-m", "kubewright", "generate", "1.37", "--output", tmp_path)
    assert "845 models" in output
    table = json.loads((tmp_path / "1.37" / "MANIFEST.json").read_text("utf-8"))
    pinned = tomllib.loads((REPOSITORY / "generated/digests.toml").read_text("utf-8"))
    assert table["tree"] == pinned["releases"]["1.37"]["tree"]
    assert table["generator"]["digest"] == manifest.generator()["digest"]


def test_every_verb_works_from_the_wheel(
    python: Path, wheel: Path, tmp_path: Path
) -> None:
    """With the extras, each verb does its work with no checkout about."""
    pip(python, "install", f"{wheel}[drift,docs]")
    write_inputs(tmp_path)
    found = calls(tmp_path, tmp_path / "out")
    found["docs"] = [
        "docs",
        "1.37",
        "--spec",
        str(tmp_path / "spec.json"),
        "--jobs",
        "1",
    ]
    found["validate --models"] = ["validate", "--models", str(tmp_path / "slice.yaml")]
    assert {verb.split()[0] for verb in found} == {*VERBS, "--help"}
    for verb, call in found.items():
        done = subprocess.run(
            [str(python), "-I", "-m", "kubewright", *call],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == CODES.get(verb.split(" --")[0], 0), (
            verb,
            done.stderr,
        )
        assert done.stdout, verb
    assert (tmp_path / "site/1.37/models/V1Schlssel.html").is_file()


def test_generated_project_installs(python: Path, tree_137: Path) -> None:
    """`pip install` of a generated folder gives both packages, typed, without kubewright."""
    pip(python, "install", str(tree_137))
    code = (
        "import sys; from importlib.metadata import version, files\n"
        "from k8s_under_test.client import V1AllocatedDeviceStatus\n"
        "from k8s_under_test.aio.client.models import V1beta2NodeAllocatableMapping\n"
        "from k8s_under_test.client.models.v1_pod import V1Pod\n"
        "from k8s_under_test.aio.client.models.v1_pod import V1Pod as Aio\n"
        "assert V1Pod is not Aio and 'kubewright' not in sys.modules\n"
        "names = {str(path) for path in files('kubewright-k8s-under-test')}\n"
        "assert 'k8s_under_test/py.typed' in names\n"
        "print(version('kubewright-k8s-under-test'))\n"
    )
    assert run(python, "-c", code) == "1.37.0\n"
