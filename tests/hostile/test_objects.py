"""Objects of manifests and dumps: names, keys and values are text in all that is said of them."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hostile.payloads import FAMILIES, payloads
from hostile.test_arguments import faults
from hostile.yard import Yard
from kubewright.cli.app import main
from validation.bases import CLAIM, CLASS, POD, SLICE, STATUS

BASES = {"slice": SLICE, "claim": CLAIM, "status": STATUS, "class": CLASS, "pod": POD}
Path = tuple[Any, ...]


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, bool]]:
    """Each value that is a text, and, as True, each key of `value`, by path."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key), True
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from places(part, (*path, index))
    elif isinstance(value, str):
        yield path, False


def replaced(value: Any, path: Path, is_key: bool, text: str) -> Any:
    """A copy of `value` with `text` as the key or value at `path`."""
    made = copy.deepcopy(value)
    owner = made
    for step in path[:-1]:
        owner = owner[step]
    if is_key:
        owner[text] = owner.pop(path[-1])
    else:
        owner[path[-1]] = text
    return made


# All that acts on a terminal in one text: what quotes it, quotes all of it.
EVERYTHING = "".join(FAMILIES["terminal"].values())
TEXTS = (EVERYTHING, "\n::error file=a,line=1::x")


def objects(base: str) -> list[Any]:
    """The object of that name with each text in each place."""
    value = BASES[base]
    return [
        replaced(value, path, is_key, text)
        for path, is_key in places(value)
        for text in TEXTS
    ]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize("base", BASES)
def test_findings_are_text_in_every_form(base: str, place: Yard) -> None:
    """Keys and values that findings quote act on no terminal and end no form."""
    found = objects(base)
    (place.work / "objects.json").write_text(
        json.dumps({"apiVersion": "v1", "kind": "List", "items": found})
    )
    place.seen = place.listing()
    for form in ("text", "json", "github", "sarif"):
        operation = "status" if base == "status" else "create"
        done = run(
            "validate", "objects.json", "--format", form, "--operation", operation,
            "--warnings",
        )  # fmt: skip
        assert faults(done) == [], form
        assert done.exit_code == 1
        if form in ("json", "sarif"):
            json.loads(done.stdout, parse_constant=pytest.fail)
        if form == "github":
            command = re.compile(
                r"::(error|warning) file=objects\.json,line=\d+,title=[^:]*::.*"
            )
            lines = done.stdout.splitlines()
            assert [line for line in lines if not command.fullmatch(line)] == []
    assert place.harm() == []


NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1", "labels": {"zone": "a"}},
    "spec": {"taints": [{"key": "k", "value": "v", "effect": "NoSchedule"}]},
    "status": {
        "capacity": {"cpu": "4", "example.com/gpu": "2"},
        "allocatable": {
            "cpu": "4",
            "memory": "8Gi",
            "example.com/gpu": "2",
            "pods": "9",
        },
        "conditions": [{"type": "Ready", "status": "True"}],
    },
}
WEB = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web", "namespace": "default", "uid": "u1"},
    "spec": {
        "nodeName": "n1",
        "nodeSelector": {"zone": "a"},
        "containers": [
            {
                "name": "app",
                "image": "i",
                "resources": {
                    "requests": {"cpu": "1", "example.com/gpu": "1"},
                    "limits": {"memory": "1Gi", "example.com/gpu": "1"},
                    "claims": [{"name": "c"}],
                },
            }
        ],
        "resourceClaims": [{"name": "c", "resourceClaimName": "trunk"}],
    },
}
DUMPED = {"node": NODE, "pod": WEB, "claim": STATUS, "slice": SLICE}
ASKED = (
    "account dump.json --explain",
    "account dump.json --format json --explain",
    "claims dump.json --explain",
    "claims dump.json --format json",
    "fit dump.json --pod pod.json --explain",
    "fit dump.json --pod pod.json --format json",
)


@pytest.mark.parametrize("which", DUMPED)
def test_accounts_are_text(which: str, place: Yard) -> None:
    """Names of nodes, pods, resources and drivers, and quantities that are none, are text."""
    found = []
    for path, is_key in places(DUMPED[which]):
        items = [
            replaced(value, path, is_key, EVERYTHING) if name == which else value
            for name, value in DUMPED.items()
        ]
        if path == ("kind",) or path == ("apiVersion",):
            continue
        (place.work / "dump.json").write_text(json.dumps(items))
        pod = items[1]
        (place.work / "pod.json").write_text(json.dumps(pod))
        place.seen = place.listing()
        for line in ASKED:
            done = run(*line.split())
            found += [f"{path} {line}: {fault}" for fault in faults(done)]
            if "json" in line.split()[-2:] and done.exit_code != 2:
                json.loads(done.stdout, parse_constant=pytest.fail)
    assert found == []
    assert place.harm() == []


MANIFEST = """\
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata:
  name: PAYLOAD
  labels: {a: b}
spec: {driver: d.example.com, nodeName: n, pool: {name: n, resourceSliceCount: 1}}
"""
YAML = {
    "python-object": f"!!python/object/apply:os.system ['touch CANARY']\n{MANIFEST}",
    "python-import": "!!python/module:canary\n---\n" + MANIFEST,
    "python-new": "a: !!python/object/new:canary.x []\n",
    "python-name": "a: !!python/name:canary.x\n",
    "bomb": "a0: &a0 [x]\n"
    + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n-1}'] * 10)}]\n" for n in range(1, 12))
    + MANIFEST,
    "bomb-of-labels": MANIFEST.replace("{a: b}", "&l {a: &a {b: c}, d: *a, e: *a}"),
    "loop": "a: &a {b: *a}\n" + MANIFEST,
    "loop-in-list": "&a [*a]\n",
    "merge-of-itself": "a: &a {<<: *a}\n",
    "merge-bomb": "a0: &a0 {x: 1}\n"
    + "".join(
        f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n-1}'] * 10)}]}}\n" for n in range(1, 12)
    ),
    "deep": "[" * 5000,
    "deep-map": "{a: " * 5000,
    "binary": "a: !!binary x\nkind: Pod\n",
    "set": "a: !!set {b, c}\nkind: Pod\n",
    "float": "a: 1e999\nb: .nan\nkind: Pod\napiVersion: v1\nmetadata: {name: .inf}\n",
    "no-document": "--- !\n...\n--- ~\n",
    "directive": "%YAML 9.9\n---\n" + MANIFEST,
    "tag-handle": "%TAG ! tag:yaml.org,2002:python/\n---\na: !name:canary.x\n",
}


@pytest.mark.parametrize("line", [
    "validate m.yaml", "validate m.yaml --format json", "account m.yaml", "claims m.yaml",
    "fit m.yaml --pod m.yaml", "drift spec.json other.json --scan m.yaml --hints",
])  # fmt: skip
def test_yaml_is_data(line: str, place: Yard) -> None:
    """Tags make nothing, aliases multiply nothing; what is no object is refused in words."""
    from hostile.batch import data
    from hostile.sinks import model

    (place.work / "spec.json").write_bytes(data(model("Thing")))
    (place.work / "other.json").write_bytes(data(model("Other")))
    texts = {
        **YAML,
        **{
            str(p): MANIFEST.replace("PAYLOAD", p.text)
            for p in payloads("yaml", "terminal")
        },
        **{f"whole {p}": p.text for p in payloads("yaml", "docstring", "jinja")},
    }
    found = []
    for name, text in texts.items():
        (place.work / "m.yaml").write_bytes(text.encode("utf-8", "surrogatepass"))
        place.seen = place.listing()
        found += [f"{name}: {fault}" for fault in faults(run(*line.split()))]
    assert found == []
    assert place.harm() == []
