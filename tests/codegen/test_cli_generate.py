"""`kubewright generate` as people and programs use it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kubewright import __version__
from kubewright.cli.app import main
from kubewright.codegen import engine, manifest

SPEC = {
    "definitions": {
        "com.example.v1.Foo": {
            "type": "object",
            "properties": {"name": {"type": "string", "description": "Its name."}},
        }
    }
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with a spec, where the command runs."""
    (tmp_path / "spec.json").write_text(json.dumps(SPEC))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run the verb on the small spec."""
    return CliRunner().invoke(main, ["generate", "--jobs", "1", *arguments])


def small(*arguments: str) -> Result:
    """Run the verb on the small spec."""
    return run("1.37", "--spec", "spec.json", *arguments)


def contents(folder: Path) -> dict[Path, bytes]:
    """All files below `folder`."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_summary_tells_counts_and_place(here: Path) -> None:
    """The last line says models, packages, definitions, inlined, seconds, and where."""
    result = small()
    assert result.exit_code == 0
    line = result.stdout.splitlines()[-1]
    assert line.startswith(
        "1.37: 1 models in 2 packages written, 1 definitions, 0 inlined, "
    )
    assert line.endswith(" s, in generated/1.37")


def test_second_run_does_nothing(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unchanged inputs and an intact tree: the engine is not asked and no file is touched."""
    small()
    before = {path: path.stat().st_mtime_ns for path in here.rglob("*")}
    monkeypatch.setattr(engine, "read", pytest.fail)
    result = small()
    assert "unchanged" in result.stdout
    assert {path: path.stat().st_mtime_ns for path in here.rglob("*")} == before


@pytest.mark.parametrize(
    "arguments", [("--no-format",), ("--package", "other")], ids=["format", "package"]
)
def test_changed_option_writes_anew(here: Path, arguments: tuple[str, ...]) -> None:
    """Another package or format is another input."""
    small()
    assert "written" in small(*arguments).stdout


def test_damaged_tree_is_mended(here: Path) -> None:
    """A changed or missing file of ours is written again."""
    small()
    module = here / "generated/1.37/kubernetes/client/models/v1_foo.py"
    text = module.read_text()
    for damage in (lambda: module.write_text("x"), module.unlink):
        damage()
        small()
        assert module.read_text() == text


def test_check_writes_nothing_and_lists_what_differs(here: Path) -> None:
    """--check exits 0 on a fresh tree, else 1 with a path a line, and touches nothing."""
    small()
    assert (small("--check").exit_code, small("--check").stdout) == (0, "")
    folder = here / "generated/1.37"
    (folder / "README.md").write_text("x")
    (folder / "kubernetes/py.typed").unlink()
    (folder / "extra.py").write_text("x")
    before = contents(here)
    result = small("--check")
    names = ["README.md", "extra.py", "kubernetes/py.typed"]
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [f"generated/1.37/{name}" for name in names]
    assert contents(here) == before


def test_json_is_for_programs(here: Path) -> None:
    """--format json prints one document with a row a release."""
    (row,) = json.loads(small("--format", "json").stdout)
    assert row["release"] == "1.37"
    assert (row["models"], row["definitions"], row["inlined"]) == (1, 1, 0)
    assert (row["written"], row["differences"]) == (True, [])
    assert row["folders"] == ["generated/1.37"]


def test_quiet_says_nothing(here: Path) -> None:
    """-q prints nothing where nothing is wrong."""
    result = small("-q")
    assert (result.exit_code, result.output) == (0, "")


def test_manifest_tells_generator_spec_and_files(here: Path) -> None:
    """MANIFEST.json names the generator, the spec's digest and every file's."""
    small()
    table = json.loads((here / "generated/1.37/MANIFEST.json").read_text())
    assert table["generator"]["version"] == __version__
    assert len(table["spec"]["digest"]) == 64
    assert set(table["files"]) == set(manifest.paths(here / "generated/1.37")) - {
        manifest.NAME
    }


def test_project_is_named_after_package_and_release(here: Path) -> None:
    """The distribution is kubewright-<package>, its version <release>.0."""
    small("--package", "acme.k8s_models")
    text = (here / "generated/1.37/pyproject.toml").read_text()
    assert 'name = "kubewright-acme-k8s-models"' in text
    assert 'version = "1.37.0"' in text
    assert (here / "generated/1.37/acme/k8s_models/client/models/v1_foo.py").is_file()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["1.99"], "error: release 1.99: found a release that is not pinned"),
        (["latest"], "error: release latest: found no release number"),
        (
            ["--spec", "missing.json"],
            "error: missing.json: found no such file or directory",
        ),
        (["--spec", "."], "error: .: found is a directory"),
        (["1.36", "1.37", "--spec", "spec.json"], "error: --spec: found 2 releases"),
        (["--spec", "spec.json", "--package", "a-b"], "error: --package: found 'a-b'"),
        (
            ["--spec", "spec.json", "--package", "class"],
            "error: --package: found 'class'",
        ),
        (["--spec", "spec.json", "--output", "spec.json"], "error: "),
        (["--restore"], "error: --restore: found no --overlay"),
        (["--overlay", "."], "error: --overlay .: found 0 packages"),
    ],
)
def test_wrong_call_is_one_line(here: Path, arguments: list[str], line: str) -> None:
    """A wrong call exits 2 with one line that says what is wrong, and leaves nothing behind."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(line)
    assert result.stderr.count("\n") == 1
    assert [path.name for path in here.iterdir()] == ["spec.json"]


def test_patch_number_is_ignored_with_a_note(here: Path) -> None:
    """1.37.2 means 1.37."""
    result = run("v1.37.2", "--spec", "spec.json")
    assert "patch number is ignored" in result.stderr
    assert (here / "generated/1.37").is_dir()


def test_failed_run_leaves_the_old_tree(here: Path) -> None:
    """A spec that is refused changes nothing of the tree that is there."""
    small()
    before = contents(here / "generated")
    (here / "spec.json").write_text('{"definitions": {"a b": {}}}')
    assert small().exit_code == 2
    assert contents(here / "generated") == before


def test_overlay_replaces_models_only(here: Path) -> None:
    """--overlay writes both models folders of a client package and nothing else."""
    for tree in ("client", "aio/client"):
        (here / "client_package" / tree / "models").mkdir(parents=True)
        (here / "client_package" / tree / "models" / "__init__.py").write_text("theirs")
        (here / "client_package" / tree / "api.py").write_text("theirs")
    refused = small("--overlay", "client_package")
    assert (refused.exit_code, refused.stderr.count("--force keeps them")) == (2, 2)
    assert small("--overlay", "client_package", "--force").exit_code == 0
    assert (here / "client_package/aio/client/models/v1_foo.py").is_file()
    assert (here / "client_package/client/api.py").read_text() == "theirs"
    assert small("--overlay", "client_package", "--check").exit_code == 0
    assert small("--overlay", "client_package", "--restore").exit_code == 0
    assert [p.name for p in (here / "client_package/client/models").iterdir()] == [
        "__init__.py"
    ]


def test_help_and_version_need_no_room() -> None:
    """`--help` and `--version` import neither the engine nor pydantic."""
    code = (
        "import sys\nfrom kubewright.cli.app import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'pydantic', 'jinja2', 'black', 'requests', 'rich'} & set(sys.modules)))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    version = CliRunner().invoke(main, ["--version"])
    assert version.output == f"kubewright, version {__version__}\n"
