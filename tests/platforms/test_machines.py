"""Every verb does its work, or ends in one line, on machines that lack something."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kubewright.spec import cache
from platforms.calls import (
    CODES,
    REPOSITORY,
    SECONDS,
    TRACE,
    Machine,
    calls,
    write_inputs,
)

# Blanks, quotes, letters of other scripts, a combining accent, and more than 200 characters.
HARD = f"a b/'c' é ünï 日本 e\u0301/{'long ' * 44}/$x;&"
BARE = {
    "HOME": None,
    "PATH": None,
    "LANG": None,
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "COLUMNS": "20",
    "PYTHONDONTWRITEBYTECODE": "1",
}
MACHINES = {
    "bare": Machine(BARE),
    "posix": Machine(
        {"LC_ALL": "POSIX", "PYTHONUTF8": None, "PYTHONIOENCODING": "ascii"}
    ),
    "home that cannot be": Machine({"HOME": "/dev/null", cache.VARIABLE: None}),
    "cache that cannot be": Machine({cache.VARIABLE: "/dev/null/cache"}),
    "strict": Machine(
        {"PYTHONSAFEPATH": "1"}, ("-OO", "-bb", "-X", "dev", "-W", "error")
    ),
    "isolated": Machine({}, ("-I", "-O", "-X", "warn_default_encoding")),
}
# Conditions that a verb meets in code of its own; in the rest all verbs are alike.
ALL = ("bare", "strict")
SOME = ("drift", "spec fetch")
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d|10\d)m")


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of inputs with an ordinary name."""
    folder = tmp_path_factory.mktemp("inputs")
    write_inputs(folder)
    return folder


def clean(done: subprocess.CompletedProcess[bytes], code: int) -> None:
    """The run ended with that code, without a trace or a warning of Python."""
    told = done.stderr.decode(errors="replace")
    assert (done.returncode, TRACE in told, "Warning" in told) == (
        code,
        False,
        False,
    ), told


@pytest.mark.parametrize(
    ("machine", "verb"),
    [
        (machine, verb)
        for machine in MACHINES
        for verb in (CODES if machine in ALL else SOME)
    ],
)
def test_verbs_work(machine: str, verb: str, inputs: Path, tmp_path: Path) -> None:
    """The exit code is the usual one, and the result is UTF-8 whatever the locale."""
    done = MACHINES[machine].run(calls(inputs, tmp_path / "out")[verb], folder=tmp_path)
    clean(done, CODES[verb])
    assert done.stdout.decode("utf-8")


def test_tree_needs_no_docstrings(inputs: Path, tmp_path: Path) -> None:
    """A tree made without docstrings (-OO) is the same, byte for byte, and imports so."""
    for name, flags in (("plain", ()), ("stripped", ("-OO",))):
        call = calls(inputs, tmp_path / name)["generate"]
        clean(Machine({}, flags).run(call), 0)
    one, other = (tmp_path / name / "1.37" for name in ("plain", "stripped"))
    assert (one / "MANIFEST.json").read_bytes() == (
        other / "MANIFEST.json"
    ).read_bytes()
    code = (
        "from kubernetes.client import V1Schlssel as Model\n"
        'one = Model.from_json(\'{"text": "x"}\')\n'
        "print(one.to_json(), one == Model(text='x'), 'text' in str(one))"
    )
    command = [sys.executable, "-OO", "-W", "error", "-X", "dev", "-c", code]
    done = subprocess.run(
        command, cwd=other, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert (done.stderr, done.stdout) == ("", '{"text":"x"} True True\n')


@pytest.mark.parametrize("verb", ["generate", "drift", "validate", "--help"])
def test_closed_streams(verb: str, inputs: Path, tmp_path: Path) -> None:
    """Nobody hears what is said, and the exit code is the usual one."""
    call = calls(inputs, tmp_path / "out")[verb]
    done = Machine({}).run(call, redirect="<&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (CODES[verb], b"", b"")


@pytest.mark.parametrize("verb", ["drift", "validate", "fit", "--help"])
def test_reader_that_has_gone(verb: str, inputs: Path, tmp_path: Path) -> None:
    """`| true` ends a run with exit code 1, as click has it, and without a word."""
    call = calls(inputs, tmp_path / "out")[verb]
    redirect = "| true; exit ${PIPESTATUS[0]}"
    told = shlex.quote(str(tmp_path / "told"))
    done = Machine({}).run(call, redirect=f"2>{told} {redirect}")
    assert (done.returncode, (tmp_path / "told").read_bytes()) == (1, b"")


@pytest.mark.parametrize("verb", ["generate", "drift", "validate", "--help"])
def test_full_disk_behind_stdout(verb: str, inputs: Path, tmp_path: Path) -> None:
    """A result that cannot be written is one line and exit code 2."""
    call = calls(inputs, tmp_path / "out")[verb]
    done = Machine({}).run(call, redirect=">/dev/full")
    clean(done, 2)
    assert done.stderr.count(b"\n") == 1
    assert b"standard output: found no space left" in done.stderr


@pytest.mark.parametrize(
    ("verb", "code"), [("generate", 0), ("drift", 2), ("validate", 1), ("spec list", 0)]
)
def test_folder_that_is_gone(
    verb: str, code: int, inputs: Path, tmp_path: Path
) -> None:
    """A run whose current folder was deleted does what needs none, or says so in one line."""
    command = ["-m", "kubewright", *calls(inputs, tmp_path / "out")[verb]]
    gone = tmp_path / "gone"
    gone.mkdir()
    arguments = [sys.executable, *command]
    leave = (
        f"import os; os.rmdir(os.getcwd()); os.execv({sys.executable!r}, {arguments!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", leave],
        cwd=gone,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    clean(done, code)
    assert code != 2 or b"the current folder: found no such file" in done.stderr


@pytest.mark.parametrize("verb", ["generate", "account"])
def test_forced_colour_moves_no_cursor(verb: str, inputs: Path, tmp_path: Path) -> None:
    """FORCE_COLOR asks for colour: a bar or a table's width belongs on a terminal."""
    call = calls(inputs, tmp_path / "out")[verb]
    forced, plain = (Machine(env).run(call) for env in ({"FORCE_COLOR": "1"}, {}))
    assert forced.stderr == plain.stderr == b""
    assert len(forced.stdout.splitlines()) == len(plain.stdout.splitlines())


@pytest.mark.parametrize(
    ("environment", "forbidden"),
    [({"TERM": "dumb"}, re.compile(rb"\x1b")), ({"NO_COLOR": "1"}, COLOUR)],
    ids=["dumb", "no colour"],
)
@pytest.mark.parametrize("verb", ["drift", "account"])
def test_terminal_gets_what_it_understands(
    verb: str, environment: dict[str, str], forbidden: re.Pattern[bytes], inputs: Path
) -> None:
    """A dumb terminal gets no escape sequence, NO_COLOR none of colours."""
    shown = on_terminal(calls(inputs, inputs)[verb], {"TERM": "xterm", **environment})
    assert shown.strip()
    assert not forbidden.search(shown)


def on_terminal(call: list[str], environment: dict[str, str]) -> bytes:
    """What a run shows on a terminal."""
    leader, follower = pty.openpty()
    wanted = {name: value for name, value in os.environ.items() if "COLOR" not in name}
    with subprocess.Popen(
        [sys.executable, "-m", "kubewright", *call],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**wanted, **environment},
    ) as process:
        os.close(follower)
        shown = b""
        while piece := _piece(leader):
            shown += piece
        process.wait(SECONDS)
    os.close(leader)
    return shown


def _piece(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # Linux says so when the other side is closed.
        return b""


def test_hard_paths(tmp_path: Path) -> None:
    """Blanks, other scripts, 200 characters and bytes that are no text in every path."""
    folder = tmp_path / HARD
    write_inputs(folder)
    machine = Machine({**BARE, cache.VARIABLE: str(folder / "cache ü")})
    for verb, call in calls(folder, folder / "out put").items():
        if verb not in ("spec list", "--help"):
            clean(machine.run(call, folder=folder), CODES[verb])
    odd = Path(os.fsdecode(b"no text \xff\xfe"))
    shutil.copytree(folder, tmp_path / odd)
    drift = calls(tmp_path / odd, tmp_path)["drift"]
    for form in ("text", "json", "html", "sarif"):
        call = [*drift, "--format", form, "--output", str(tmp_path / odd / "report")]
        clean(machine.run(call, folder=folder), CODES["drift"])
    written = json.loads((folder / "out put/1.37/MANIFEST.json").read_text("utf-8"))
    assert written["counts"]["models"] == 1
    assert any((folder / "cache ü").iterdir())


def test_docs_at_a_hard_path(tmp_path: Path) -> None:
    """Sphinx builds the site there too, in a process that inherits the bare machine."""
    folder = tmp_path / HARD
    write_inputs(folder)
    call = ["docs", "1.37", "--spec", str(folder / "spec.json"), "--jobs", "1", "-q"]
    machine = Machine({**BARE, cache.VARIABLE: str(folder / "cache")})
    clean(machine.run([*call, "--output", str(folder / "sité")]), 0)
    assert (folder / "sité/1.37/models/V1Schlssel.html").is_file()


def test_checkout_at_a_hard_path_with_crlf(inputs: Path, tmp_path: Path) -> None:
    """Code and templates with CRLF, wherever they lie, give the same tree and manifest."""
    copy = tmp_path / HARD
    for name in ("generator", "templates", "openapi"):
        source = REPOSITORY / name
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(source, copy / name, ignore=ignored)
    for path in filter(Path.is_file, copy.rglob("*")):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    manifests = []
    for name, root in (("here", REPOSITORY), ("there", copy)):
        machine = Machine({"PYTHONPATH": str(root / "generator")})
        clean(machine.run(calls(inputs, tmp_path / name)["generate"]), 0)
        manifests.append((tmp_path / name / "1.37/MANIFEST.json").read_text("utf-8"))
    assert manifests[0] == manifests[1]
