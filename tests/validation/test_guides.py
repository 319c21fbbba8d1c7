"""What the guides and examples show is what happens."""

import doctest
import runpy
from pathlib import Path

import pytest
from click.testing import CliRunner

from kubewright.cli import app

ROOT = Path(__file__).parents[2]


def test_the_quantity_guide_computes_what_it_says() -> None:
    """Every prompt of the guide gives the answer printed there."""
    result = doctest.testfile(
        str(ROOT / "docs/guide/quantity.md"), module_relative=False
    )
    assert result.attempted > 3
    assert result.failed == 0


def test_the_validation_guide_shows_the_real_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The example run is the run of the example."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setitem(app.VERBS, "validate", "Say what the API server would say.")
    example = "examples/manifests/broken-slice.yaml"
    done = CliRunner().invoke(app.main, ["validate", "--warnings", example])
    shown = f"$ kubewright validate --warnings {example}\n{done.stdout}{done.stderr}"
    assert shown in (ROOT / "docs/guide/validation.md").read_text()


def test_the_driver_example_reports_and_refuses(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The right report has no findings, the wrong one a finding at its address."""
    runpy.run_path(str(ROOT / "examples/report_device_status.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "findings: []"
    assert lines[2].startswith("status.devices[0].networkData.ips[0]: Invalid")
