"""`kubewright validate` on files that are odd, broken or hostile."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from kubewright.cli import app
from validation.bases import CLAIM


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a folder of its own, so that messages name files as given."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KUBEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setitem(app.VERBS, "validate", "Say what the API server would say.")
    return tmp_path


def run(*arguments: str, stdin: str | bytes = "") -> Result:
    return CliRunner().invoke(app.main, ["validate", *arguments], input=stdin)


def write(name: str, *objects: Any) -> str:
    Path(name).write_text(yaml.safe_dump_all(objects))
    return name


EXPLOSION = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
BAD = {
    "unfinished": "a: [1,\nb: {",
    "two in one line": '{"a": 1} {"b": 2}\n',
    "tab": "\tx: 1\n",
    "a key twice": "a: 1\na: 2\n",
    "a list as key": "? [1, 2]\n: x\n",
    "a set": "a: !!set {x}\n",
    "a merge of text": "a: {<<: x}\n",
    "foreign tag": "a: !!python/object:os.system x\n",
    "too deep": "[" * 20000,
    "no utf-8": b"\xff\xfe\x00",
    "nul": "a: \x00\n",
    "unknown anchor": "a: *b\n",
    "reader error": "a: \x07\n",
    "an empty number": "a: !!int",
    "a text as number": "a: !!int x",
    "a number as truth": "a: !!bool 1",
    "an empty fraction": "a: !!float",
    "a fraction to base 60, too long": f"a: !!float {'9:' * 999}9",
    "no base64": "a: !!binary é",
    "an anchor in itself": "apiVersion: v1\nkind: Pod\nspec: &x {y: *x}",
    "anchors that explode": f"apiVersion: v1\nkind: Pod\n{EXPLOSION}",
}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_what_cannot_be_read_is_one_clear_error(text: str | bytes) -> None:
    """Exit 2, one line, no traceback."""
    Path("a.yaml").write_bytes(text.encode() if isinstance(text, str) else text)
    done = run("a.yaml")
    assert done.exit_code == 2
    assert done.stderr.startswith("error: a.yaml")
    assert done.stderr.count("\n") == 1
    assert "expected YAML or JSON documents" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"a": 1} {"b": 2}',
        '{"a": NaN}',
        "[" * 100_000,
        '{"a": ' + "1" * 5000 + "}",
    ],
)
def test_bad_json_files_are_one_clear_error(text: str) -> None:
    """The file's ending says JSON, so YAML is not tried."""
    Path("a.json").write_text(text)
    done = run("a.json")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("error: a.json")


def test_a_missing_file_and_no_file_are_wrong_calls() -> None:
    """Exit 2 with what was found and expected."""
    assert run("nowhere.yaml").exit_code == 2
    assert "no such file" in run("nowhere.yaml").stderr
    assert run().exit_code == 2
    assert run("--old", "nowhere.yaml", write("a.yaml", CLAIM)).exit_code == 2


ODD = {
    "a list": ("[1, 2]", "found a list, expected a mapping"),
    "text": ("just text", "found 'just text', expected a mapping"),
    "no apiVersion": ("kind: Pod", "apiVersion: Required"),
    "no kind": ("apiVersion: v1", "kind: Required"),
    "a number as kind": ("{apiVersion: v1, kind: 5}", "kind: Required"),
    "items that are no list": (
        "{apiVersion: v1, kind: PodList, items: 5}",
        "items: Invalid",
    ),
    "an item that is no object": (
        "{apiVersion: v1, kind: List, items: [5]}",
        "found 5",
    ),
    "numbers for text": (
        "{apiVersion: v1, kind: Pod, metadata: {name: 5}}",
        "metadata.name: Invalid: found 5, expected text",
    ),
    "a merge": (
        "{x: &x {name: UP}, apiVersion: v1, kind: Pod, metadata: {<<: *x}}",
        "metadata.name: Invalid",
    ),
    "not a number": ("{apiVersion: v1, kind: Pod, spec: {a: .nan}}", "spec.a: Invalid"),
    "a date": ("{apiVersion: v1, kind: Pod, metadata: {name: 2026-01-01}}", ""),
}


@pytest.mark.parametrize(("text", "message"), ODD.values(), ids=ODD)
def test_what_is_no_object_is_a_finding(text: str, message: str) -> None:
    """Readable documents that are no objects end in findings, exit 1."""
    Path("a.yaml").write_text(text)
    done = run("a.yaml")
    assert message in done.stdout
    assert done.exit_code == (1 if message else 0)
    assert done.stderr.startswith("checked 1")


def test_numbers_to_base_60_are_text() -> None:
    """A hardware address without quotes is no number to Kubernetes' parser."""
    Path("claim.yaml").write_text(
        "apiVersion: resource.k8s.io/v1\n"
        "kind: ResourceClaim\n"
        "metadata: {name: trunk}\n"
        "spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c}}]}}\n"
        "status:\n"
        "  allocation:\n"
        "    devices: {results: [{request: r, driver: a.b, pool: p, device: d}]}\n"
        "  devices:\n"
        "  - driver: a.b\n"
        "    pool: p\n"
        "    device: d\n"
        "    networkData: {hardwareAddress: 52:54:00:12:34:56, interfaceName: 1:30.5}\n"
    )
    result = run("--operation", "status", "claim.yaml")
    assert (result.exit_code, result.stderr) == (0, "checked 1, findings 0\n")
