"""File names that every file system holds and keeps apart: modules, pages, sites."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kubewright.cli.app import main
from kubewright.codegen.paths import NAME_LIMIT, problems

TWINS = ("com.example.v1.FooBar", "com.example.v1.Foobar")
MODULES = ("com.example.v1.FooBar", "com.example.v1.Foo_bar")
SLUGS = ("com.example.v1.Foo", "com.Example.v1.Bar")
GOOD = ("com.example.v1.Foo", "com.example.v1.Contents")


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (
            ["docs/A.md", "docs/a.md"],
            "docs/A.md and docs/a.md: found names that differ",
        ),
        (
            ["Docs/a.md", "docs/a.md"],
            "Docs/a.md and docs/a.md: found names that differ",
        ),
        (["é.md", "e\u0301.md"], "found names that differ"),
        (["straße", "STRASSE"], "found names that differ"),
        (["a/Con.md"], "a/Con.md: found the name con"),
        (["aux/b.py", "aux/c.py"], "aux/c.py: found the name aux"),
        (["lpt9.tar.gz"], "found the name lpt9"),
        ([f"{'a' * (NAME_LIMIT + 1)}/b"], f"a name of {NAME_LIMIT + 1} characters"),
    ],
)
def test_names_are_refused(paths: list[str], found: str) -> None:
    """Each fault is one problem that says where it is."""
    (problem,) = problems(paths)
    assert found in str(problem)


@pytest.mark.parametrize(
    "paths",
    [
        ["docs/A.md", "docs/B.md"],
        ["console.py", "com10", "nullable", "a.con"],
        ["x" * 255],
    ],
)
def test_names_are_let_pass(paths: list[str]) -> None:
    """A name is no device for beginning like one, or for ending like one."""
    assert list(problems(paths)) == []


@pytest.mark.parametrize(
    ("keys", "arguments", "found"),
    [
        (
            TWINS,
            ["generate"],
            "docs/V1FooBar.md and docs/V1Foobar.md: found names that",
        ),
        (
            MODULES,
            ["generate"],
            "found module v1_foo_bar for class V1FooBar and V1Foo_bar",
        ),
        (TWINS, ["docs"], "models/V1FooBar.page and models/V1Foobar.page: found names"),
        (
            SLUGS,
            ["docs"],
            "api/Example.v1.page and api/example.v1.page: found names that",
        ),
        (("con.v1.Foo",), ["docs"], "api/con.v1.page: found the name con"),
        (("aux",), ["generate"], "definition aux: found the module name aux"),
        (GOOD, ["generate", "--package", "example.nul"], "found the name nul"),
        (
            GOOD,
            ["generate", "--package", "a" * 240],
            "characters, expected at most 255",
        ),
    ],
)
def test_verbs_refuse_them(
    keys: tuple[str, ...], arguments: list[str], found: str, tmp_path: Path
) -> None:
    """A run that would write such files ends with exit code 2 and writes nothing."""
    body = {"type": "object", "properties": {"a": {"type": "string"}}}
    spec = tmp_path / "spec.json"
    spec.write_text(json.dumps({"definitions": dict.fromkeys(keys, body)}))
    call = [*arguments, "1.37", "--spec", str(spec), "--output", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*call, "--jobs", "1"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert found in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["spec.json"]
