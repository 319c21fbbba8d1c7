"""`kubewright validate`: files in, lines out."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from kubewright.cli import app, documents
from kubewright.cli.documents import read
from kubewright.validation import ROWS
from validation.bases import CLAIM, CLASS, POD, SLICE, STATUS, edited

SLICES = """\
# a comment
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: gpus
spec:
  driver: gpu.example.com
  pool: {name: node-1, generation: 1,
         resourceSliceCount: 0}
  nodeName: node-1
  devices:
  - name: gpu-0
    nodeAllocatableResources:
      memory:
        mapping:
          capacityKey: ram
          capacityMultiplier: 1
---
apiVersion: v1
kind: Node
metadata: {name: n}
status:
  capacity:
    cpu: 8
    example.com/dongle: 1.5
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c, namespace: d}
"""
TEXT = """\
a.yaml:9: ResourceSlice gpus: spec.pool.resourceSliceCount: Invalid: must be greater than zero
a.yaml:16: ResourceSlice gpus: spec.devices[0].nodeAllocatableResources[memory].mapping.\
capacityKey: NotFound: must be a key of the device's capacity, spelled the same
a.yaml:25: Node n: status.capacity.example.com/dongle: Invalid: must be an integer
"""


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


def test_text_names_the_line_of_the_field() -> None:
    """file:line: kind name: field: Type: message, with what was skipped on stderr."""
    Path("a.yaml").write_text(SLICES)
    done = run("a.yaml")
    assert done.stdout == TEXT
    assert done.stderr == (
        "checked 2, findings 3, skipped 1 (1 ConfigMap: no rules for this kind)\n"
    )
    assert done.exit_code == 1


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
def test_lines_are_those_of_an_editor(mark: str) -> None:
    """What ends a line in YAML alone moves no finding down, and stays in its text."""
    Path("a.yaml").write_bytes(SLICES.replace("# a comment", f"# {mark}# a").encode())
    assert run("a.yaml").stdout == TEXT
    text = SLICES.replace("name: gpus", f'name: "gpus{mark}{mark}gpus"')
    Path("a.yaml").write_bytes(text.encode())
    rows = json.loads(run("--format", "json", "a.yaml").stdout)["findings"]
    assert [row["line"] for row in rows] == [5, 9, 16, 25]
    Path("a.yaml").write_bytes(f"# {mark}\n\na: [\n".encode())
    assert run("a.yaml").stderr.startswith("error: a.yaml:4: ")


def test_json_has_a_row_a_finding() -> None:
    """The keys are those of the documentation, in order."""
    Path("a.yaml").write_text(SLICES)
    result = json.loads(run("--format", "json", "a.yaml").stdout)
    assert list(result) == ["findings", "checked", "skipped"]
    assert result["checked"] == 2
    assert result["findings"][2] == {
        "file": "a.yaml",
        "document": 2,
        "line": 25,
        "kind": "Node",
        "name": "n",
        "type": "Invalid",
        "field": "status.capacity.example.com/dongle",
        "value": "1500m",
        "message": "must be an integer",
        "rule": "node/integer",
    }
    (skipped,) = result["skipped"]
    assert (skipped["kind"], skipped["name"], skipped["document"]) == (
        "ConfigMap",
        "d/c",
        3,
    )


def test_github_and_sarif_put_findings_on_their_lines() -> None:
    """Workflow commands are escaped; SARIF names the rules that were used."""
    name = write("a, b.yaml", edited(CLASS, {"metadata.name": "UP"}))
    line = run("--format", "github", name).stdout
    assert line.startswith(
        "::error file=a%2C b.yaml,line=4,title=meta/name::DeviceClass UP: "
    )
    log = json.loads(run("--format", "sarif", name).stdout)
    (only,) = log["runs"]
    assert only["tool"]["driver"]["rules"][0]["id"] == "meta/name"
    place = only["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"]["startLine"] == 4
    assert only["results"][0]["level"] == "error"


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_lines_of_json_files_are_found(indent: int | None) -> None:
    """Also in lists of lists, and in items that lack kind and version."""
    bad = edited(
        POD, {"spec.containers[0].resources.limits[example.com/dongle]": "1.5"}
    )
    items = [POD, {key: bad[key] for key in ("metadata", "spec")}]
    pods = {"apiVersion": "v1", "kind": "PodList", "items": items}
    text = json.dumps(
        {"kind": "List", "apiVersion": "v1", "items": [pods]}, indent=indent
    )
    Path("a.json").write_text(text)
    rows = json.loads(run("--format", "json", "a.json").stdout)["findings"]
    at = [
        n
        for n, line in enumerate(text.splitlines(), 1)
        if '"example.com/dongle": "1.5"' in line
    ]
    assert {row["field"].partition(".resources.")[2] for row in rows} == {
        "limits[example.com/dongle]",
        "requests[example.com/dongle]",
    }
    assert at[0] in {row["line"] for row in rows}
    assert Path(run("--format", "text", "a.json").stdout.partition(":")[0]) == Path(
        "a.json"
    )


def test_lines_follow_the_documents_own_version() -> None:
    """Internal paths of v1beta1 lead to inline requests and to `basic`."""
    claim = """\
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata: {name: c}
spec:
  devices:
    requests:
    - name: r
      deviceClassName: UP
"""
    devices = """\
apiVersion: resource.k8s.io/v1beta1
kind: ResourceSlice
metadata: {name: s}
spec:
  driver: a
  pool: {name: a, resourceSliceCount: 1}
  allNodes: true
  devices:
  - name: a
    basic:
      capacity:
        x-y: {value: 1}
"""
    Path("a.yaml").write_text(f"{claim}---\n{devices}")
    found = run("a.yaml").stdout
    assert (
        "a.yaml:8: ResourceClaim c: spec.devices.requests[0].exactly.deviceClassName"
        in found
    )
    assert "a.yaml:20: ResourceSlice s: spec.devices[0].capacity" in found


def test_standard_input_and_several_files() -> None:
    """- is stdin; each file is named."""
    write("b.yaml", CLAIM, None, CLASS)
    done = run(
        "-", "b.yaml", stdin=yaml.safe_dump(edited(CLASS, {"metadata.name": "UP"}))
    )
    assert done.stdout.startswith("<stdin>:4: DeviceClass UP: metadata.name")
    assert "checked 3" in done.stderr


def test_updates_and_new_statuses_are_compared_with_old() -> None:
    """Objects are matched by kind, namespace and name."""
    write("old.yaml", CLAIM, STATUS, CLASS)
    write("new.yaml", edited(CLAIM, {"spec.devices.requests": []}), CLASS)
    done = run("--operation", "update", "--old", "old.yaml", "new.yaml")
    assert done.stdout.startswith(
        "new.yaml:6: ResourceClaim radio/trunk: spec: Invalid"
    )
    write("status.yaml", edited(STATUS, {"status.allocation.devices.results": []}))
    done = run("--operation", "status", "--old", "old.yaml", "status.yaml")
    assert "status.allocation: Invalid: field is immutable" in done.stdout
    done = run("--operation", "update", "new.yaml")
    assert done.exit_code == 2
    assert "no object of this kind and name in --old" in done.stderr


def test_kinds_without_the_operation_are_skipped() -> None:
    """A slice has no status."""
    done = run("--operation", "status", write("a.yaml", SLICE))
    assert (
        "skipped 1 (1 ResourceSlice: no rules for the operation status)" in done.stderr
    )
    assert done.exit_code == 0


def test_releases_and_gates_can_be_chosen() -> None:
    """The release decides on shapes, a gate on rules."""
    name = write(
        "a.yaml", edited(SLICE, {"spec.devices[0].nodeAllocatableResources": {"x": {}}})
    )
    assert run(name).exit_code == 1
    assert run("--release", "1.36", name).exit_code == 0
    done = run("--release", "1.20", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "1.34 to 1.37" in done.stderr
    constraint = {"spec.devices.constraints[0]": {}}
    name = write("b.yaml", edited(CLAIM, constraint))
    assert "matchAttribute" in run("--gate", "DRAConsumableCapacity=false", name).stdout


def test_warnings_are_shown_on_demand_and_do_not_fail() -> None:
    """Exit 0: the server would accept the object."""
    name = write("a.yaml", POD)
    assert run(name).stdout == ""
    done = run("--warnings", name)
    assert "Warning: the container refers to this claim twice" in done.stdout
    assert (done.exit_code, done.stderr) == (0, "checked 1, findings 0, warnings 1\n")
    assert run("--warnings", "--format", "github", name).stdout.startswith("::warning ")


def test_rules_are_listed() -> None:
    """As text and as JSON rows; no file is needed."""
    text = run("--list-rules").stdout
    rows = json.loads(run("--list-rules", "--format", "json").stdout)
    assert [row["id"] for row in rows] == [row.id for row in ROWS]
    assert set(rows[0]) == {"id", "type", "path", "message", "releases", "source"}
    assert all(row.id in text for row in ROWS)


CURSOR = ("\x1b[31m", "\x7f", "\x9b31m", "\u202e", "\n", "\r", "\u2028")


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif"])
@pytest.mark.parametrize("kind", ["Pod", "ConfigMap"])
@pytest.mark.parametrize("moving", CURSOR, ids=ascii)
def test_control_characters_do_not_reach_the_terminal(
    form: str, kind: str, moving: str
) -> None:
    """Names, kinds and values of foreign files are printed with escapes, in every form."""
    value = {
        "apiVersion": f"v1{moving}",
        "kind": kind + moving * (kind != "Pod"),
        "metadata": {"name": f"x{moving}", "namespace": moving},
        "spec": {
            "containers": [{"name": moving, "resources": {"limits": {moving: 1}}}]
        },
    }
    done = run("-", "--format", form, stdin=json.dumps(value))
    lines = [*done.stdout.split("\n"), *done.stderr.split("\n")]
    assert [line for line in lines if not line.isprintable()] == []
    assert done.exit_code in (0, 1)


def test_models_find_unknown_keys_and_wrong_types_of_any_kind(tree_137: Path) -> None:
    """Every kind of the release is decoded; foreign kinds are still skipped."""
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    foreign = {
        "apiVersion": "example.com/v1",
        "kind": "Secret",
        "metadata": {"name": "s"},
    }
    bad = edited(secret, {"metadata.lables": {}, "immutable": "yes"})
    pod = edited(POD, {"spec.containers[0].imagee": "x", "spec.containers[1].name": 5})
    claim = edited(CLAIM, {"spec.devices.requests[0].exactly.deviceClass": "x"})
    write("a.yaml", secret, foreign, bad, pod, claim)
    result = json.loads(run("--models", "--format", "json", "a.yaml").stdout)
    assert {(row["rule"], row["field"]) for row in result["findings"]} == {
        ("models/unknown", "metadata.lables"),
        ("models/type", "immutable"),
        ("models/unknown", "spec.containers[0].imagee"),
        ("models/type", "spec.containers[1].name"),
        ("models/unknown", "spec.devices.requests[0].exactly.deviceClass"),
    }
    assert [row["kind"] for row in result["skipped"]] == ["Secret"]
    assert result["checked"] == 4


def test_a_large_dump_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """10 MB with findings at its end: the line is found without reading YAML."""
    monkeypatch.setattr(documents, "_yaml", pytest.fail)
    bad = {"spec.containers[0].resources.limits[example.com/dongle]": "1.5"}
    filler = {**POD, "metadata": {"name": "p", "annotations": {"a": "x" * 10_000}}}
    items = [filler] * 1000 + [edited(POD, bad)]
    Path("a.json").write_text(
        json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    )
    assert run("a.json").exit_code == 1


def test_documents_are_numbered_as_they_stand() -> None:
    """Empty documents count."""
    Path("a.yaml").write_text("---\n---\na: 1\n---\nb: 2\n")
    assert [item.document for item in read("a.yaml")] == [2, 3]
