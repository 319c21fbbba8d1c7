"""`kubewright spec`: results on stdout, talk on stderr, exit codes, no traceback."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kubewright.cli.app import main
from kubewright.spec import cache, releases, sources

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the verb with a cache of the test's own."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))

    def call(*arguments: object) -> Result:
        return CliRunner().invoke(main, ["spec", *map(str, arguments)])

    return call


@pytest.fixture
def spec(tmp_path: Path) -> Callable[[object], Path]:
    """Writes a file: text as it is, anything else as JSON."""

    def write(content: object) -> Path:
        path = tmp_path / "spec.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    return write


def of(key: str, body: object) -> dict[str, object]:
    return {"definitions": {key: body}}


BAD_INPUT: list[tuple[object, str]] = [
    ("kind: Pod", "{path}: found no JSON (Expecting value: line 1 column 1 (char 0)), "
     "expected an OpenAPI document in JSON"),
    ("<html>", "{path}: found an HTML or XML page, expected an OpenAPI document in JSON"),
    ([], "{path}: found a JSON array, expected a JSON object"),
    ({"kind": "Pod"}, "{path}: found no definitions, expected `definitions` (Swagger 2), "
     "`components.schemas` (OpenAPI 3) or `$defs` (JSON Schema)"),
    ({"definitions": {}}, "{path}: definitions: found no definition, expected at least one"),
    (
        of("a.Foo", {"properties": {"f": {"$ref": "#/definitions/a.Bar"}}}),
        "definition 'a.Foo', field 'f': found $ref to '#/definitions/a.Bar', "
        "expected a definition of that key",
    ),
    (
        of("a/Foo", {}),
        "definition 'a/Foo': found a key that is no dotted name, expected letters, digits, "
        "`_`, `-` and dots, at most 200 characters",
    ),
    (
        of("a.Foo", {"properties": {"x\x1b[31m": {}}}),
        r"definition 'a.Foo', property 'x\x1b[31m': found a name outside the allowed "
        "characters, expected an optional `$`, a letter, then letters, digits, `_`, `-` and dots",
    ),
    (
        of("a.Foo", {"$ref": "#/definitions/a.Foo"}),
        "definition 'a.Foo': found the cycle of references a.Foo -> a.Foo, "
        "expected a schema that ends somewhere",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "line"), BAD_INPUT, ids=[row[1][:60] for row in BAD_INPUT]
)
def test_bad_input_is_one_line(
    run: Run, spec: Callable[[object], Path], content: object, line: str
) -> None:
    """A document that cannot be used is one line on stderr, exit 2, and is not kept."""
    path = spec(content)
    result = run("fetch", "--file", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"error: {line.replace('{path}', str(path))}\n"
    assert not cache.folder().exists()


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("fetch", "--file", "/nowhere"), "/nowhere: found no such file or directory, expected "
         "a readable file of definitions"),
        (("fetch", "--file", "/"), "/: found is a directory, expected a readable file of "
         "definitions"),
        (("fetch", "1.99"), "release 1.99: found a release that is not pinned, expected one of "
         "1.25 to 1.37; `kubewright spec pin` adds a release, --spec takes a file or URL"),
        (("show", "Pod", "--release", "latest"), "release latest: found no release number, "
         "expected a minor release such as 1.37"),
        (("show", "Pood"), "definition 'Pood': found no such definition, expected a key, a "
         "short name or a class name; did you mean Pod or V1Pod or PodOS?"),
        (("show", "Event"), "definition 'Event': found 2 definitions, expected one; name one of "
         "io.k8s.api.core.v1.Event, io.k8s.api.events.v1.Event"),
        (("fetch", "--url", "swagger.json"), "URL: found no usable URL, expected an http(s) URL "
         "with a host name"),
        (("pin", "newest"), "release newest: found no release number, expected a minor release "
         "such as 1.37"),
    ],
)  # fmt: skip
def test_wrong_calls_are_one_line(
    run: Run, arguments: tuple[str, ...], line: str
) -> None:
    """What cannot be done is one line on stderr and exit 2."""
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"error: {line}\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((), "no sources given; name one: RELEASE, --url, --file, --cluster or"),
        (("1.37", "--url", "https://h"), "2 sources given; name one: RELEASE"),
        (
            ("1.37", "--token-file", "t"),
            "--token-file and --ca need --cluster or --kubeconfig",
        ),
        (("--cluster", "https://h", "--context", "c"), "--context needs --kubeconfig"),
    ],
)
def test_a_fetch_names_one_source(
    run: Run, arguments: tuple[str, ...], text: str
) -> None:
    """No source, two, or options of another source: exit 2 and what to do."""
    result = run("fetch", *arguments)
    assert result.exit_code == 2
    assert text in result.stderr


def test_list(run: Run) -> None:
    """A line for each release, aligned, without escapes in a pipe."""
    result = run("list")
    lines = result.stdout.splitlines()
    assert lines[0] == "release  definitions  models  source  cached"
    assert lines[-1] == "1.37     862          845     bundle  no"
    assert len(lines) == 14
    rows = json.loads(run("list", "--format", "json").stdout)
    assert [row["release"] for row in rows] == list(releases.pinned())
    assert rows[-1]["aliases"] == dict(releases.newest().aliases)


def test_fetch_of_a_file_that_is_a_release(run: Run, tmp_path: Path) -> None:
    """The result says where it lies, how many definitions and which digest."""
    path = tmp_path / "swagger.json"
    path.write_text(json.dumps({"definitions": sources.load("1.36").definitions}))
    result = run("fetch", "--file", path)
    assert result.exit_code == 0
    assert result.stdout == (
        "release      1.36\n"
        "definitions  771\n"
        f"digest       {releases.find('1.36').digest}\n"
        f"file         {cache.file_of('1.36')}\n"
    )
    assert "1.36     771          768     cache   yes" in run("list").stdout
    found = json.loads(run("fetch", "--file", path, "--format", "json").stdout)
    assert found["file"] == str(cache.file_of("1.36"))


def test_fetch_of_another_file(run: Run, spec: Callable[[object], Path]) -> None:
    """Definitions of no pinned release stay where they are."""
    path = spec(of("com.example.v1.Foo", {"type": "object"}))
    result = run("fetch", "--file", path)
    assert result.stdout.splitlines()[0] == "release      none that is pinned"
    assert result.stdout.splitlines()[-1] == f"file         {path}"


def test_show(run: Run) -> None:
    """Key, class, description and fields; or the definition itself as JSON."""
    result = run("show", "resource.v1.AllocatedDeviceStatus")
    lines = result.stdout.splitlines()
    key = "io.k8s.api.resource.v1.AllocatedDeviceStatus"
    assert lines[0] == f"{key} (1.37, class V1AllocatedDeviceStatus)"
    assert any(
        line.startswith("conditions   array of v1.Condition  ") for line in lines
    )
    assert any(
        line.startswith("device       string                 required")
        for line in lines
    )
    found = json.loads(
        run("show", "V1AllocatedDeviceStatus", "--format", "json").stdout
    )
    assert found == {key: sources.load("1.37").definitions[key]}


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("Quantity", "io.k8s.apimachinery.pkg.api.resource.Quantity (1.37, no class)"),
        ("V1Subject", "io.k8s.api.rbac.v1.Subject (1.37, class RbacV1Subject)"),
        (
            "v2.APIGroupDiscovery",
            "io.k8s.api.apidiscovery.v2.APIGroupDiscovery (1.37, class ",
        ),
    ],
)
def test_show_knows_all_names(run: Run, name: str, head: str) -> None:
    """Inlined and discovery definitions are shown, and lost class names lead on."""
    assert run("show", name).stdout.startswith(head)


def test_a_patch_number_is_ignored_with_a_note(run: Run) -> None:
    """The note goes to stderr, the result is that of the minor release."""
    result = run("show", "Pod", "--release", "v1.36.2")
    assert result.stdout.startswith("io.k8s.api.core.v1.Pod (1.36, class V1Pod)\n")
    assert result.stderr.startswith(
        "note: v1.36.2: the patch number is ignored, this is"
    )


def test_a_damaged_copy_in_the_cache_is_told_once(run: Run) -> None:
    """A warning on stderr; the bundle gives the result."""
    cache.folder().mkdir()
    cache.file_of("1.37").write_text("{")
    result = run("show", "Pod")
    assert result.exit_code == 0
    assert result.stderr.count("warning: the copy in the cache is passed over: ") == 1


def test_pin_of_what_is_pinned(run: Run) -> None:
    """The committed rows are what pin makes of the bundle."""
    before = releases.file().read_bytes()
    result = run("pin", "1.37", "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["changed"], found["models"]) == (False, 845)
    assert releases.file().read_bytes() == before


@pytest.mark.parametrize("verb", [(), ("list",), ("fetch",), ("show",), ("pin",)])
def test_help_has_examples(run: Run, verb: tuple[str, ...]) -> None:
    """Each command explains itself, with examples to copy."""
    result = run(*verb, "--help")
    assert result.exit_code == 0
    assert (
        not verb or f"kubewright spec {verb[0]}" in result.stdout.split("Examples:")[1]
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kubewright spec fetch 1.3", "1.37"),
        ("kubewright spec show V1Allocated", "V1AllocatedDeviceStatus"),
        ("kubewright spec show --release 1.2", "1.29"),
        (
            "kubewright spec show --release 1.25 V1beta1CSI",
            "V1beta1CSIStorageCapacity",
        ),
    ],
)
def test_completion(run: Run, words: str, expected: str) -> None:
    """The shell completes releases, and definitions of the release named."""
    environment = {
        "_KUBEWRIGHT_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    result = CliRunner().invoke(main, [], env=environment, prog_name="kubewright")
    assert f"plain,{expected}" in result.stdout.splitlines()


def on_a_terminal(arguments: list[str], **environment: str) -> str:
    """What the command prints when stdout is a terminal."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "kubewright", "spec", *arguments],
        stdout=follower,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment},
    )
    os.close(follower)
    pieces = []
    while piece := _read(leader):
        pieces.append(piece)
    os.close(leader)
    assert process.wait(20) == 0
    return b"".join(pieces).decode()


def _read(leader: int) -> bytes:
    try:
        return os.read(leader, 2**16)
    except OSError:  # Linux says so when the other side is closed.
        return b""


def test_colour_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal gets a drawn table, with NO_COLOR without colour."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[" in on_a_terminal(["list"])
    plain = on_a_terminal(["show", "V1AllocatedDeviceStatus"], NO_COLOR="1")
    assert "\x1b[3" not in plain
    assert "array of v1.Condition" in plain


def test_a_stream_that_lacks_characters() -> None:
    """A Latin-1 stdout gets escapes in the place of other characters, no traceback."""
    name = next(
        key
        for key, body in sources.load("1.37").definitions.items()
        if not json.dumps(body, ensure_ascii=False).isascii()
    )
    done = subprocess.run(
        [sys.executable, "-m", "kubewright", "spec", "show", name],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
        check=False,
    )
    assert done.returncode == 0
    assert b"\\u2019" in done.stdout


def test_a_missing_extra_is_named() -> None:
    """Without the extra a verb says what to install."""
    code = (
        "import sys; sys.modules['platformdirs'] = None\n"
        "from kubewright.cli.app import main\n"
        "main(['spec', 'list'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: this verb needs platformdirs: pip install 'kubewright[codegen]'\n"
    )
