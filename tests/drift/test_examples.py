"""The examples are calls that the verb understands, and settings that it reads."""

from __future__ import annotations

import re
import shlex

import pytest
import yaml

from drift import support
from kubewright.cli.drift import command
from kubewright.drift import settings

ROOT = support.HERE.parent.parent
WORKFLOW = ROOT / "examples" / "drift" / "workflow.yml"
GUIDE = ROOT / "docs" / "guide" / "drift.md"
CALL = re.compile(r"kubewright drift (?P<arguments>[^#>`\n]*)")


@pytest.mark.parametrize("path", [WORKFLOW, GUIDE], ids=["workflow", "guide"])
def test_calls_parse(path: object) -> None:
    """Each call has options that exist, and two sides or none."""
    text = (WORKFLOW if path == WORKFLOW else GUIDE).read_text("utf-8")
    calls = [shlex.split(match["arguments"]) for match in CALL.finditer(text)]
    assert len(calls) >= 4
    for arguments in calls:
        context = command.make_context("drift", list(arguments))
        sides = [context.params["old"], context.params["new"]]
        assert None not in sides or not any(sides), arguments


def test_workflow_is_yaml_with_steps() -> None:
    """The workflow installs the tool, and its last step decides."""
    steps = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]["drift"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    assert runs[0].startswith("pip install 'kubewright[drift]'")
    assert "--fail-on used" in runs[-1]


def test_settings_are_read() -> None:
    """The example of a project file has no fault, and neither has the one in the guide."""
    found = settings.load(WORKFLOW.with_name("pyproject.toml"))
    assert [row.match for row in found.ignores] == ["V1*Condition.*"]
    assert found.severities["field-default-changed"] == "info"
