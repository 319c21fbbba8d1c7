"""What a command imports: nothing that it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Each takes a twentieth of a second or more.
HEAVY = {
    "black",
    "datamodel_code_generator",
    "jinja2",
    "libcst",
    "multiprocessing",
    "pydantic",
    "requests",
    "rich",
    "sphinx",
    "yaml",
}


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("kubewright", set()),
        ("kubewright.cli.app", set()),
        ("kubewright.cli.generate", set()),
        ("kubewright.cli.spec", set()),
        ("kubewright.quantity", set()),
        ("kubewright.cli.validate", {"yaml"}),
    ],
)
def test_a_module_is_light(module: str, allowed: set[str]) -> None:
    """Importing the module leaves the heavy libraries alone."""
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert HEAVY & set(done.stdout.split()) <= allowed
