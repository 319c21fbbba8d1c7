"""Rewrites: exact ones alone, formatting kept, twice changes nothing, results parse."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

from drift import support
from kubewright.drift.outcome import Use
from kubewright.drift.scan import fix, run
from kubewright.drift.scan.index import Index

SOURCE = '''\
from client.models import (
    V1Oven,  # the hot one
    V1Shop as Shop,
)
import client.models.v1_oven as module  # V1Oven stays here


def build( heat :int )->"V1Oven" :
    """V1Oven in a docstring stays."""
    name = 'V1Oven'
    ü = V1Oven( temperature = heat,)
    return { 'a' : ü, "b":module.V1Oven }
'''
FIXED = '''\
from client.models import (
    V1Furnace,  # the hot one
    V1Shop as Shop,
)
import client.models.v1_furnace as module  # V1Oven stays here


def build( heat :int )->"V1Furnace" :
    """V1Oven in a docstring stays."""
    name = 'V1Oven'
    ü = V1Furnace( temperature = heat,)
    return { 'a' : ü, "b":module.V1Furnace }
'''


def known(name: str) -> Index:
    """What is searched for in a case."""
    case = support.case(name)
    return support.searched(case["before"], case["after"])


def uses(path: Path, name: str) -> tuple[Use, ...]:
    """The uses in `path`."""
    return run.search(run.Request((path,)), known(name)).uses


def fixed(path: Path, name: str) -> fix.Result:
    """Write the rewrites of `path`, and give them back."""
    result = fix.rewrites(uses(path, name))
    fix.write(result)
    return result


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_formatting_stays(tmp_path: Path, ending: str) -> None:
    """Names, import paths and text annotations change; all else stays, line ends too."""
    path = tmp_path / "app.py"
    path.write_bytes(SOURCE.replace("\n", ending).encode())
    fixed(path, "01-rename-pure")
    assert path.read_bytes().decode() == FIXED.replace("\n", ending)


def test_twice_changes_nothing(tmp_path: Path) -> None:
    """After a rewrite nothing is found, and nothing more is rewritten."""
    path = tmp_path / "app.py"
    path.write_text(SOURCE)
    assert len(fixed(path, "01-rename-pure").files) == 1
    assert uses(path, "01-rename-pure") == ()
    assert fixed(path, "01-rename-pure").files == ()


def test_diff_is_unified(tmp_path: Path) -> None:
    """The diff names the file on both sides and shows old and new lines; nothing is written."""
    path = tmp_path / "app.py"
    path.write_text("from client.models import V1Oven")
    result = fix.rewrites(uses(path, "01-rename-pure"))
    text = fix.diff(result)
    assert text.startswith(
        f"--- a/{path.as_posix()}\n+++ b/{path.as_posix()}\n@@ -1 +1 @@\n"
    )
    assert "-from client.models import V1Oven\n\\ No newline" in text
    assert "+from client.models import V1Furnace\n\\ No newline" in text
    assert "V1Oven" in path.read_text()


@pytest.mark.parametrize("mark", ["\x0c", "\r", "\x1c", "\x85", "\u2028"])
def test_diff_has_the_lines_of_patch(tmp_path: Path, mark: str) -> None:
    """Nothing but a line feed ends a line of the diff."""
    path = tmp_path / "app.py"
    path.write_bytes(f"# a{mark}# b\nfrom client.models import V1Oven\n".encode())
    text = fix.diff(fix.rewrites(uses(path, "01-rename-pure")))
    assert text.partition("@@ -1,2 +1,2 @@\n")[2] == (
        f" # a{mark}# b\n"
        "-from client.models import V1Oven\n+from client.models import V1Furnace\n"
    )


def test_kind_takes_its_api_version_along(tmp_path: Path) -> None:
    """Class, module, `api_version` and bodies move together; a name imported twice is once."""
    path = tmp_path / "app.py"
    path.write_text(
        "from client.models import V1beta1Loaf, V1Loaf, V1beta1LoafSpec\n"
        "from client.models.v1beta1_loaf import V1beta1Loaf as L\n"
        "V1beta1Loaf(api_version='bakery.example.io/v1beta1', spec=V1beta1LoafSpec())\n"
        'body = {"apiVersion": "bakery.example.io/v1beta1", "kind": "Loaf"}\n'
    )
    fixed(path, "23-gvk-version-removed-with-stable")
    assert path.read_text() == (
        "from client.models import V1Loaf, V1LoafSpec\n"
        "from client.models.v1_loaf import V1Loaf as L\n"
        "V1Loaf(api_version='bakery.example.io/v1', spec=V1LoafSpec())\n"
        'body = {"apiVersion": "bakery.example.io/v1", "kind": "Loaf"}\n'
    )


def test_manifests_keep_quotes_comments_and_marks(tmp_path: Path) -> None:
    """In manifests the text of the version alone changes."""
    path = tmp_path / "m.yaml"
    text = (
        "# Loaf\n- \n---\napiVersion: bakery.example.io/v1beta1   # old\nkind: Loaf\n---\n"
        "{'apiVersion':   \"bakery.example.io/v1beta1\", kind: Loaf}\n"
    )
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    fixed(path, "23-gvk-version-removed-with-stable")
    assert path.read_bytes().decode("utf-8-sig") == (
        "# Loaf\n- \n---\napiVersion: bakery.example.io/v1   # old\nkind: Loaf\n---\n"
        "{'apiVersion': \"bakery.example.io/v1\", kind: Loaf}\n"
    )


def test_json_with_escaped_pairs(tmp_path: Path) -> None:
    """JSON that holds a character beyond 16 bits as escapes is rewritten as any other."""
    path = tmp_path / "m.json"
    text = (
        '{"apiVersion": "bakery.example.io/%s", "kind": "Loaf", "a": "\\ud83d\\ude00"}'
    )
    path.write_text(text % "v1beta1")
    assert fixed(path, "23-gvk-version-removed-with-stable").left == ()
    assert path.read_text() == text % "v1"


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
def test_marks_that_end_lines_in_yaml_alone(tmp_path: Path, mark: str) -> None:
    """Uses lie in the lines of an editor: one is found, ignored and rewritten there."""
    path = tmp_path / "m.yaml"
    text = (
        f"a: 'x{mark}y'  # {mark}\n"
        f"b: 'x{mark}y'\napiVersion: bakery.example.io/%s\nkind: Loaf\n"
    )
    path.write_bytes((text % "v1beta1  # drift: ignore[*]").encode())
    assert uses(path, "23-gvk-version-removed-with-stable") == ()
    path.write_bytes((text % "v1beta1").encode())
    assert [use.line for use in uses(path, "23-gvk-version-removed-with-stable")] == [3]
    fixed(path, "23-gvk-version-removed-with-stable")
    assert path.read_bytes().decode() == text % "v1"


def test_keywords_and_attributes(tmp_path: Path) -> None:
    """A renamed field changes as keyword and as attribute."""
    path = tmp_path / "app.py"
    path.write_text(
        "from client.models import V1Route\n"
        "r = V1Route(_from='x', van_ips=[])\n"
        "r.van_ips.append(r._from)\n"
    )
    fixed(path, "38-attribute-naming")
    assert path.read_text() == (
        "from client.models import V1Route\n"
        "r = V1Route(from_town='x', van_ip_addresses=[])\n"
        "r.van_ip_addresses.append(r.from_town)\n"
    )


def test_mode_and_encoding_stay(tmp_path: Path) -> None:
    """A script stays a script, in its own encoding."""
    path = tmp_path / "app.py"
    path.write_bytes(
        "# coding: latin-1\nfrom client.models import V1Oven  # é\n".encode("latin-1")
    )
    path.chmod(0o755)
    fixed(path, "01-rename-pure")
    assert path.stat().st_mode & 0o777 == 0o755
    assert path.read_bytes().decode("latin-1").endswith("import V1Furnace  # é\n")


def test_nothing_is_rewritten_for_replaced_models(tmp_path: Path) -> None:
    """A replaced model and a field of another type are told, never rewritten."""
    path = tmp_path / "app.py"
    path.write_text(
        "from client.models import V1TrayMapping, V1Rack\nV1Rack(tray_mappings={})\n"
    )
    found = uses(path, "04-model-replaced-by-wrapper")
    assert {use.id for use in found} == {"model-replaced", "field-renamed"}
    assert fix.rewrites(found).files == ()


def test_modules_are_renamed_wherever_they_are_named(tmp_path: Path) -> None:
    """A module that is imported without another name changes in its uses as well."""
    path = tmp_path / "app.py"
    path.write_text(
        "import client.models.v1_oven\n"
        "from client.models import v1_oven\n"
        "from client.models import v1_oven as o\n"
        "client.models.v1_oven.V1Oven(), v1_oven.V1Oven(), o.V1Oven()\n"
    )
    fixed(path, "01-rename-pure")
    assert path.read_text() == (
        "import client.models.v1_furnace\n"
        "from client.models import v1_furnace\n"
        "from client.models import v1_furnace as o\n"
        "client.models.v1_furnace.V1Furnace(), v1_furnace.V1Furnace(), o.V1Furnace()\n"
    )


@pytest.mark.parametrize("suffix", [".py", ".yaml"])
def test_file_that_changed_meanwhile_is_left(tmp_path: Path, suffix: str) -> None:
    """An edit whose text is not at its place any more is not made."""
    path = tmp_path / f"file{suffix}"
    path.write_text(
        "other: text  # of another length\n" if suffix == ".yaml" else "other\n"
    )
    stale = Use(
        str(path), 1, 1, 6, "known", "kind-removed", "import", "high", "0", "new"
    )
    assert fix.rewrites([stale]).files == ()


@pytest.mark.parametrize(
    "line",
    [
        "while 1if V1Oven else 0: pass",
        "assert (V1Oven, 'always')",
        "V1Oven is 1, '\\d'",
    ],
)
def test_source_that_gives_warnings(tmp_path: Path, line: str) -> None:
    """Python that the compiler warns of is rewritten, with warnings as errors too."""
    path = tmp_path / "app.py"
    path.write_text(f"from client.models import V1Oven\n{line}\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert fixed(path, "01-rename-pure").left == ()
    assert path.read_text().endswith(line.replace("V1Oven", "V1Furnace") + "\n")


def test_source_too_deep_for_libcst_is_left(tmp_path: Path) -> None:
    """What can be searched but not rewritten is told, and others are rewritten."""
    head = "from client.models import V1Oven\n"
    deep = tmp_path / "deep.py"
    deep.write_text(f"{head}from x{'.x' * 1_000} import y\n")
    other = tmp_path / "other.py"
    other.write_text(head)
    result = fixed(tmp_path, "01-rename-pure")
    assert result.left == (f"{deep}: left as it is (nested too deep)",)
    assert deep.read_text().startswith(head)
    assert other.read_text() == head.replace("V1Oven", "V1Furnace")


def test_result_that_would_not_parse_is_left(tmp_path: Path) -> None:
    """A rewrite that would break a file leaves it as it is and says so."""
    path = tmp_path / "m.yaml"
    path.write_text("apiVersion: v1\n")
    broken = Use(
        str(path), 1, 1, 15, "v1 X", "kind-removed", "manifest", "high", "0", "["
    )
    result = fix.rewrites([broken])
    assert result.files == ()
    assert "would not parse" in result.left[0]
