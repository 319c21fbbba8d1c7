"""The verbs account, fit and claims."""

from __future__ import annotations

import copy
import functools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from accounting.api_server import Api, serving
from accounting.builders import (
    claim,
    claims_of,
    container,
    mapping,
    node,
    pod,
    resource_slice,
    result,
    vectors,
)
from accounting.sources import HttpSource
from kubewright.accounting import Cluster
from kubewright.cli import app, live

GPU = "example.com/gpu"
OBJECTS = [
    node(memory="16Gi", cpu="4", **{GPU: "4"}),
    node("a-node-with-a-name-that-is-far-too-long-for-any-table-column"),
    resource_slice(mapping("d", "cpu", deviceMultiplier="2")),
    claim(
        result("d"),
        reservedFor=[{"resource": "pods", "name": "web", "uid": "uid-web"}],
        devices=[
            {
                "driver": "gpu.example.com",
                "pool": "p1",
                "device": "d",
                "conditions": [{"type": "Ready", "status": "True"}],
            },
            {"driver": "gpu.example.com", "pool": "p1", "device": "left"},
        ],
    ),
    pod(container(requests={"cpu": "1", "memory": "1Gi"}), name="busy", nodeName="n1"),
    pod(
        container(requests={"cpu": "1", GPU: "1"}, claims=("c1",)),
        name="web",
        resourceClaims=claims_of("c1"),
    ),
]


@pytest.fixture(autouse=True)
def verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    for verb in ("account", "fit", "claims"):
        monkeypatch.setitem(app.VERBS, verb, app.VERBS.get(verb, verb))


def run(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app.main, list(map(str, arguments)), input=stdin)


def write(path: Path, value: Any) -> Path:
    dump = yaml.safe_dump if path.suffix == ".yaml" else json.dumps
    path.write_text(dump(value))
    return path


def listed(*objects: Any) -> Any:
    return {"apiVersion": "v1", "kind": "List", "items": list(objects)}


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return write(tmp_path / "dump.json", listed(*OBJECTS))


@pytest.fixture
def wanted(tmp_path: Path) -> Path:
    return write(tmp_path / "pod.yaml", pod(container(limits={"cpu": "3", GPU: "1"})))


def test_the_json_of_account(dump: Path) -> None:
    """Nodes, pods, claims, status and containers, in canonical text."""
    done = run("account", dump, "--format", "json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)
    assert found["nodes"]["n1"]["allocatable"]["cpu"] == "4"
    assert found["nodes"]["n1"]["requested"]["memory"] == "1Gi"
    assert found["nodes"]["n1"]["free"]["cpu"] == "3"
    web = found["pods"]["default/web"]
    assert web["node"] is None
    assert web["requests"] == {"cpu": "3", GPU: "1"}
    assert web["containers"] == {"app": {"added": {"cpu": "2"}, "limits": {}}}
    expected = {"mapping": {"cpu": "2"}, "per_pod": {}, "per_container": {}}
    assert web["claims"] == {"c1": expected}
    assert web["status"][0]["resourceClaimName"] == "c1"
    assert web["errors"] == []
    assert found["pods"]["default/busy"]["node"] == "n1"


def test_one_pod_with_its_fit_and_cgroups(dump: Path) -> None:
    """A pod that is on no node is asked about on all."""
    done = run("account", dump, "--pod", "default/web", "--format", "json")
    found = json.loads(done.stdout)
    assert found["fit"]["n1"]["fits"] is True
    assert set(found["fit"]["n1"]) >= {"fits", "reasons", "unresolvable"}
    assert found["pods"]["default/web"]["cgroup"]["cpu_shares"] == 3072


def test_tables_fit_100_columns(dump: Path, wanted: Path) -> None:
    """Long names are cut in the middle."""
    calls: list[list[Any]] = [
        ["account", dump],
        ["account", dump, "--node", "n1"],
        ["account", dump, "--pod", "default/web"],
        ["claims", dump],
        ["fit", dump, "--pod", wanted],
    ]
    for call in calls:
        lines = run(*call).stdout.splitlines()
        assert lines
        assert max(map(len, lines)) <= 100


def test_tables_of_every_cluster_of_the_vectors_fit(tmp_path: Path) -> None:
    """Whatever the names and amounts."""
    for case in vectors("node-ledger")["clusters"]:
        lines = run(
            "account", write(tmp_path / "d.json", listed(*case["objects"]))
        ).stdout
        assert max(map(len, lines.splitlines())) <= 100


def test_the_table_shows_use(dump: Path) -> None:
    """A bar, per cent, and units that people read."""
    line = next(it for it in run("account", dump).stdout.splitlines() if "memory" in it)
    assert line.split() == [
        "memory",
        "█░░░░░░░░░░░",
        "6%",
        "1",
        "GiB",
        "16",
        "GiB",
        "15",
        "GiB",
    ]


def test_explain_names_every_term(dump: Path) -> None:
    """Of a node by pods, of a pod by containers and claims."""
    text = run("account", dump, "--node", "n1", "--explain").stdout
    assert "node n1, free of cpu" in text
    assert "pod default/busy" in text
    text = run("account", dump, "--pod", "default/web", "--explain").stdout
    assert "container app" in text
    assert "claim c1, mapping" in text
    done = run("account", dump, "--pod", "default/web", "--explain", "--format", "json")
    terms = json.loads(done.stdout)["explain"]["pods"]["default/web"]["requests"]["cpu"]
    assert terms[0] == {"sign": "+", "amount": "1", "source": "container app"}


def test_explain_of_claims_and_of_a_fit(dump: Path, wanted: Path) -> None:
    """A claim by devices, a fit by what the node sees."""
    text = run("claims", dump, "--explain").stdout
    assert "claim default/c1, mapping of cpu" in text
    assert "device gpu.example.com/p1/d" in text
    done = run("claims", dump, "--explain", "--format", "json")
    (term,) = json.loads(done.stdout)["explain"]["default/c1"]["mapping"]["cpu"]
    assert (term["sign"], term["amount"]) == ("+", "2")
    assert (
        "on n1, request of cpu" in run("fit", dump, "--pod", wanted, "--explain").stdout
    )


def test_several_files_stdin_and_yaml(tmp_path: Path) -> None:
    """Each in its own form; several documents in one file."""
    nodes = write(tmp_path / "nodes.yaml", listed(OBJECTS[0]))
    both = json.dumps(OBJECTS[4]) + "\n" + json.dumps(OBJECTS[5])
    done = run("account", nodes, "-", "--format", "json", stdin=both)
    assert set(json.loads(done.stdout)["pods"]) == {"default/busy", "default/web"}


def test_fit_says_where_and_why_not(dump: Path, wanted: Path) -> None:
    """Exit 0 while some node fits; limits of the file imply requests."""
    done = run("fit", dump, "--pod", wanted, "--format", "json")
    assert done.exit_code == 0
    fits = json.loads(done.stdout)["fit"]
    assert fits["n1"]["fits"] is True
    other = fits[OBJECTS[1]["metadata"]["name"]]
    assert (other["reasons"], other["unresolvable"]) == ([f"Insufficient {GPU}"], True)


def test_fit_exits_1_where_no_node_fits(dump: Path, tmp_path: Path) -> None:
    """And 2 for what is no pod."""
    large = write(tmp_path / "large.yaml", pod(container(requests={"cpu": "100"})))
    done = run("fit", dump, "--pod", large)
    assert done.exit_code == 1
    assert "Insufficient cpu" in done.stdout
    assert run("fit", dump, "--pod", write(tmp_path / "n.yaml", node())).exit_code == 2
    assert run("fit", dump, "--pod", dump).exit_code == 2
    assert run("fit", dump, "--pod", large, "--node", "no").exit_code == 2


def test_claims_as_users_read_them(dump: Path) -> None:
    """Devices with readiness, orphans, and who holds the claim."""
    done = run("claims", dump, "--format", "json")
    assert done.exit_code == 0
    found = json.loads(done.stdout)["claims"]["default/c1"]
    assert found["ready"] is True
    assert [it["device"] for it in found["orphans"]] == ["left"]
    assert found["holders"][0]["present"] is True
    text = run("claims", dump).stdout
    assert "orphan" in text
    assert "web" in text


def test_half_a_dump(dump: Path) -> None:
    """What is whole counts, the cut is a fault, exit 1."""
    text = dump.read_text()
    dump.write_text(text[: text.index('"name": "busy"')])
    done = run("account", dump, "--format", "json")
    assert done.exit_code == 1
    found = json.loads(done.stdout)
    assert set(found["nodes"]) == {"n1", OBJECTS[1]["metadata"]["name"]}
    assert [it["kind"] for it in found["faults"]] == ["cut-off"]


UNREAD = {
    "nested too deep": "[" * 20_000,
    "an object nested too deep": '{"a":' * 20_000,
    "too many digits": '{"a": ' + "1" * 5000 + "}",
    "too large an exponent": '{"a": 1e' + "9" * 30 + "}",
    "too small an exponent": '{"a": 1e-' + "9" * 30 + "}",
}


@pytest.mark.parametrize("verb", ["account", "claims", "fit"])
@pytest.mark.parametrize("text", UNREAD.values(), ids=UNREAD)
def test_values_that_python_cannot_read(dump: Path, verb: str, text: str) -> None:
    """Alone they are one line of error; in a list the objects before them count."""
    more = ["--pod", str(write(dump.parent / "pod.json", OBJECTS[-1]))]
    more = more if verb == "fit" else []
    dump.write_text(text)
    done = run(verb, dump, *more)
    assert (done.exit_code, done.stderr.count("\n"), done.stdout) == (2, 1, "")
    dump.write_text(json.dumps(listed(*OBJECTS))[:-2] + f", {text}]}}")
    done = run(verb, dump, *more, "--format", "json")
    assert done.exit_code == 1
    assert [it["kind"] for it in json.loads(done.stdout)["faults"]] == ["cut-off"]


def test_faults_are_talk_and_exit_1(tmp_path: Path) -> None:
    """The table is whole, each fault is a line on stderr with object and field."""
    bad = pod(container(requests={"cpu": "1x"}), name="bad", nodeName="n1")
    done = run("account", write(tmp_path / "d.json", listed(*OBJECTS, bad)))
    assert done.exit_code == 1
    assert "n1" in done.stdout
    field = "spec.containers[0].resources.requests[cpu]"
    assert f"fault: Pod default/bad {field}: found '1x'" in done.stderr


# Texts that do not go with their tag, each refused by PyYAML in a way of its own.
TAGGED = [
    "int",
    "int x",
    "bool 1",
    "float",
    f"float {'9:' * 999}9",
    "binary é",
    "set x",
]


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"{", b"[1, 2", b'{"a": }', b"a: b: c", b"just text", b"\x00"]
    + [f"a: !!{tag}".encode() for tag in TAGGED],
)
def test_an_unreadable_file_is_exit_2(tmp_path: Path, content: bytes) -> None:
    """One line with where, what was found and what was expected; no traceback."""
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    done = run("account", path)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert re.match(rf"error: {re.escape(str(path))}(:\d+)?: found ", line)
    assert ", expected " in line


def test_wrong_calls_are_exit_2(dump: Path, tmp_path: Path) -> None:
    """No file, files and a cluster, --watch without one, names that are not there."""
    calls: list[list[Any]] = [
        ["account"],
        ["account", dump, "--cluster"],
        ["account", dump, "--watch"],
        ["account", dump, "--context", "here"],
        ["account", dump, "--node", "no"],
        ["account", dump, "--pod", "default/no"],
        ["account", tmp_path / "no.json"],
        ["account", tmp_path],
        ["fit", dump],
    ]
    for call in calls:
        done = run(*call)
        assert done.exit_code == 2, call
        assert "Traceback" not in done.output


def test_no_official_client_is_exit_2() -> None:
    """The hint names the extra."""
    done = run("account", "--cluster")
    assert done.exit_code == 2
    assert "kubewright[cluster]" in done.stderr


def test_a_live_cluster(monkeypatch: pytest.MonkeyPatch, wanted: Path) -> None:
    """Read once by each verb, and watched until the user ends it."""
    api = Api()
    for obj in (OBJECTS[0], OBJECTS[4]):
        api.put(obj)
    with serving(api) as url:
        monkeypatch.setattr(live, "source", lambda *_: HttpSource(url))
        monkeypatch.setattr(live, "REFRESH_SECONDS", 0.01)
        found = json.loads(run("account", "--cluster", "--format", "json").stdout)
        assert found["nodes"]["n1"]["requested"]["cpu"] == "1"
        assert run("claims", "--cluster").exit_code == 0
        assert run("fit", "--cluster", "--pod", wanted).exit_code == 0
        seen: list[str] = []

        def show(cluster: Cluster) -> None:
            seen.append(str(cluster.node("n1").requested["cpu"]))
            if len(seen) == 1:
                api.put(
                    pod(container(requests={"cpu": "2"}), name="new", nodeName="n1")
                )
            if seen[-1] == "3":
                raise KeyboardInterrupt

        live.watch(None, None, "1.37", show, print)
        assert (seen[0], seen[-1]) == ("1", "3")


def test_a_watch_says_what_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each thing, after some tries."""

    def tell(text: str) -> None:
        assert text == "waiting for Node: HTTP 500 Internal Server Error"
        raise KeyboardInterrupt

    api = Api(faults={"Node": ["refuse"] * 9})
    with serving(api) as url:
        monkeypatch.setattr(live, "source", lambda *_: HttpSource(url))
        monkeypatch.setattr(live, "REFRESH_SECONDS", 0.01)
        live.watch(None, None, "1.37", lambda _: None, tell)


def test_a_cluster_that_refuses_is_exit_2(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each list that cannot be had is named."""
    api = Api()
    with serving(api) as url:
        api.faults["Node"] = ["refuse"] * 9
        monkeypatch.setattr(live, "source", lambda *_: HttpSource(url))
        done = run("account", "--cluster")
    assert done.exit_code == 2
    assert "found HTTP 500" in done.stderr
    assert "the list of every Node" in done.stderr


WRONG: list[Any] = ["d", 1, True, None, [], [1], {}, {"a": 1}]
# Of each kind one object, with the parts that the verbs look into.
WHOLE = {
    "Node": 0,
    "ResourceSlice": 2,
    "ResourceClaim": 3,
    "Pod": 5,
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside."""
    steps = value if isinstance(value, dict) else range(len(value))
    for step in steps:
        yield (*path, step)
        if isinstance(value[step], (dict, list)):
            yield from places(value[step], (*path, step))


def wrong(value: Any) -> Iterator[Any]:
    """The value with one of its parts, at any depth, of another type."""
    for path in places(value):
        for other in WRONG:
            changed = copy.deepcopy(value)
            *way, last = path
            functools.reduce(lambda at, step: at[step], way, changed)[last] = other
            yield changed


@pytest.mark.parametrize("kind", WHOLE)
def test_parts_of_any_type(kind: str, dump: Path, tmp_path: Path) -> None:
    """Each part of an object may be of any type: the verbs end with results or reasons."""
    others = [each for at, each in enumerate(OBJECTS) if at != WHOLE[kind]]
    given = write(tmp_path / "given.json", listed(*others))
    for changed in wrong(OBJECTS[WHOLE[kind]]):
        one = json.dumps(listed(*others, changed))
        for call in (["account"], ["account", "--pod", "default/web"], ["claims"]):
            done = run(*call, "-", "--explain", stdin=one)
            assert done.exit_code in (0, 1, 2), changed
            assert isinstance(done.exception, SystemExit | None), changed
        if kind == "Pod":
            text = json.dumps(changed)
            done = run("fit", given, "--pod", "-", "--explain", stdin=text)
            assert isinstance(done.exception, SystemExit | None), changed
