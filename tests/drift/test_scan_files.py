"""The search of many files and of manifests: bounds, what is skipped, what is ignored."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from drift import support
from kubewright.drift.scan import manifests, nodes, run
from kubewright.drift.scan.index import Index
from kubewright.drift.scan.run import Found, Request
from kubewright.errors import KubewrightError

SOURCE = "from client.models import V1Oven\n"
MANIFEST = "apiVersion: bakery.example.io/v1beta1\nkind: Loaf\n"


@pytest.fixture(scope="module")
def known() -> Index:
    """V1Oven became V1Furnace."""
    case = support.case("01-rename-pure")
    return support.searched(case["before"], case["after"])


@pytest.fixture(scope="module")
def kinds() -> Index:
    """bakery.example.io/v1beta1 Loaf is gone, v1 has the same shape."""
    case = support.case("23-gvk-version-removed-with-stable")
    return support.searched(case["before"], case["after"])


def search(folder: Path, known: Index, **more: int) -> Found:
    """What is found below `folder`."""
    return run.search(Request((folder,), **more), known)  # type: ignore[arg-type]


def reasons(found: Found, folder: Path) -> dict[str, str]:
    """Why files were skipped, by their names below `folder`."""
    return {os.path.relpath(each.file, folder): each.reason for each in found.skipped}


def test_skipped_files_are_told(tmp_path: Path, known: Index) -> None:
    """Syntax errors, foreign encodings and templates are skipped with a reason, not clean."""
    (tmp_path / "good.py").write_text(SOURCE)
    (tmp_path / "broken.py").write_text("def f(:")
    (tmp_path / "latin.py").write_bytes(b"x = '\xe9'\n")
    (tmp_path / "declared.py").write_bytes(
        b"# coding: latin-1\n'\xe9'\n" + SOURCE.encode()
    )
    (tmp_path / "mark.py").write_bytes(b"\xef\xbb\xbf" + SOURCE.encode())
    (tmp_path / "wide.yaml").write_bytes(MANIFEST.encode("utf-16"))
    (tmp_path / "chart.yaml").write_text("{{- if .x }}\n" + MANIFEST + "{{- end }}\n")
    (tmp_path / "values.yaml").write_text("a: {{ no manifest }}\n")
    found = search(tmp_path, known)
    assert set(reasons(found, tmp_path)) == {"broken.py", "latin.py", "chart.yaml"}
    assert "a template?" in reasons(found, tmp_path)["chart.yaml"]
    assert {Path(use.file).name for use in found.uses} == {
        "good.py",
        "declared.py",
        "mark.py",
    }
    assert found.scanned == 5


def test_link_loops_end(tmp_path: Path, known: Index) -> None:
    """Links in circles and links to nothing end the walk, and no file counts twice."""
    (tmp_path / "app.py").write_text(SOURCE)
    (tmp_path / "again.py").symlink_to("app.py")
    (tmp_path / "self").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "circle.py").symlink_to("circle.py")
    (tmp_path / "nothing.py").symlink_to("gone.py")
    found = search(tmp_path, known)
    assert len(found.uses) == 1
    assert set(reasons(found, tmp_path)) == {"circle.py", "nothing.py"}


def test_folders_of_others_are_left_out(tmp_path: Path, known: Index) -> None:
    """Environments and caches are not searched, unless they are named."""
    for name in (".venv", "node_modules", ".git"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "app.py").write_text(SOURCE)
    assert search(tmp_path, known).uses == ()
    assert len(search(tmp_path / ".venv", known).uses) == 1


def test_missing_path_is_an_error(tmp_path: Path, known: Index) -> None:
    """A path that is not there is a wrong call."""
    with pytest.raises(KubewrightError, match="no such path"):
        search(tmp_path / "gone", known)


def test_file_of_another_sort_is_told(tmp_path: Path, known: Index) -> None:
    """A file that is named but is neither Python nor a manifest is skipped by name."""
    path = tmp_path / "script"
    path.write_text(SOURCE)
    assert "neither Python" in search(path, known).skipped[0].reason


def test_processes_find_what_one_finds(tmp_path: Path, known: Index) -> None:
    """Many files on two processes give the same as on one, in the same order."""
    for number in range(run.FEW + 10):
        (tmp_path / f"m{number}.py").write_text(SOURCE)
    assert search(tmp_path, known, jobs=2) == search(tmp_path, known, jobs=1)


def test_ignored_lines(tmp_path: Path, known: Index) -> None:
    """`# drift: ignore[id]` takes out the uses of that id on its line."""
    (tmp_path / "app.py").write_text(
        "from client.models import V1Oven  # drift: ignore[model-renamed]\n"
        "V1Oven()  # drift: ignore[field-removed, *]\n"
        "V1Oven()  # drift: ignore[field-removed]\n"
    )
    assert [use.line for use in search(tmp_path, known).uses] == [3]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"---\n{MANIFEST}---\n{MANIFEST}", [2, 5]),
        ("# apiVersion: bakery.example.io/v1beta1\n# kind: Loaf\n", []),
        ("items:\n- kind: Loaf\n  apiVersion: bakery.example.io/v1beta1\nkind: LoafList\n"
         "apiVersion: bakery.example.io/v1beta1\n", [3, 5]),
        ("apiVersion: bakery.example.io/v1beta1\nkind: LoafList\nitems: [{spec: {}}]\n", [1]),
        ("apiVersion: v1\nkind: List\nitems:\n- &a\n  apiVersion: bakery.example.io/v1beta1\n"
         "  kind: Loaf\n- *a\n", [5]),
        ('{"apiVersion": "bakery.example.io/v1beta1",\n\t"kind": "Loaf"}', [1]),
        ("apiVersion: bakery.example.io/v1\nkind: Loaf\n", []),
        ("apiVersion: v1\nkind: X\n? [a]\n: b\n", []),
        ("apiVersion: &x v1\nkind: *y\n", []),
        ("kind apiVersion\n", []),
    ],
)  # fmt: skip
def test_manifests(kinds: Index, text: str, lines: list[int]) -> None:
    """Several documents, lists of kinds, anchors and JSON; what is no manifest is silent."""
    found = support.uses(kinds, text, "m.yaml")
    assert sorted({use.line for use in found}) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("dict(apiVersion='bakery.example.io/v1beta1',\n kind='Loaf')", [1]),
        ("{'apiVersion': 'bakery.example.io/v1beta1', 'kind': 'Loaf', **more}", [1]),
        ("{'apiVersion': version, 'kind': 'Loaf'}", []),
        ("dict([('apiVersion', 'bakery.example.io/v1beta1')], kind='Loaf')", []),
        ("x = [{'kind': 'Loaf',\n 'apiVersion': 'bakery.example.io/v1beta1'}]", [2]),
    ],
)
def test_dictionaries_in_sources(kinds: Index, text: str, lines: list[int]) -> None:
    """A dictionary with a literal version and kind is an object, however it is written."""
    assert [use.line for use in support.uses(kinds, text)] == lines


def test_open_dictionaries_may_hold_what_is_missing() -> None:
    """Where a dictionary takes in another one, no field is told as missing."""
    case = support.case("required-fields-in-manifests")
    known = support.searched(case["before"], case["after"])
    head = "{'apiVersion': 'bakery.example.io/v1', 'kind': 'Loaf', 'spec': {'parts': ["
    assert len(support.uses(known, head + "{'name': 'x'}]}}")) == 1
    assert support.uses(known, head + "{'name': 'x', **more}]}}") == []
    assert support.uses(known, head + "dict(name='x', **more)]}}") == []
    assert support.uses(known, head + "{'name': 'x', size: 1}]}}") == []


def test_json_with_escaped_pairs(kinds: Index) -> None:
    """JSON escapes of characters beyond 16 bits do not stop the reading or move columns."""
    text = '{"a": "\\ud83d\\ude00", "kind": "Loaf", "apiVersion": "bakery.example.io/v1beta1"}'
    [use] = support.uses(kinds, text, "m.json")
    assert text[use.column - 1 : use.end_column - 1].startswith('"apiVersion"')


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n"
        + "".join(
            f"b{i}: &b{i} [*{'a' if not i else f'b{i - 1}'}, *a]\n" for i in range(60)
        )
        + MANIFEST,
        MANIFEST + "spec: &s\n  a: *s\n",
    ],
    ids=["billion laughs", "holds itself"],
)
def test_bombs_are_as_small_as_their_text(kinds: Index, text: str) -> None:
    """Aliases are shared, so a document that multiplies itself costs nothing."""
    assert len(support.uses(kinds, text, "m.yaml")) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("kind: apiVersion\na: " + "[" * 5_000, "nest"),
        ("kind: apiVersion\n" + "- \n" * 20, "does not parse at line 2"),
        ("apiVersion: v1\nkind: {{ .Values.kind }}\n", "a template?"),
        (
            "apiVersion: v1\nkind: X\nspec:\n  {{ .Values.spec }}\n",
            "line 4: .* template",
        ),
        ("apiVersion: v1\nkind: X\nspec: {a: [{{ .x }}]}\n", "line 3: .* template"),
        (
            "kind: apiVersion\n" + "".join(f"{' ' * i}a:\n" for i in range(150)),
            "levels deep",
        ),
    ],
)
def test_unreadable_manifests(kinds: Index, text: str, reason: str) -> None:
    """Nesting has a bound, and what does not parse names its line."""
    with pytest.raises(nodes.Unreadable, match=reason):
        support.uses(kinds, text, "m.yaml")


def test_many_parts_are_bounded(kinds: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    """A manifest of too many parts is given up, not read to its end."""
    monkeypatch.setattr(nodes, "EVENT_LIMIT", 100)
    with pytest.raises(nodes.Unreadable, match="more than 100 parts"):
        support.uses(kinds, "kind: apiVersion\nx:\n" + "- a\n" * 100, "m.yaml")


def test_large_files_are_bounded(tmp_path: Path, kinds: Index) -> None:
    """A file of 100 MB is skipped without being read to its end."""
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    assert "larger than 16 MiB" in search(tmp_path, kinds).skipped[0].reason


def test_what_a_template_fills_in_is_not_missing() -> None:
    """A mapping with a part that is filled in later may hold every field; the rest is searched."""
    case = support.case("required-fields-in-manifests")
    known = support.searched(case["before"], case["after"])
    text = (
        "apiVersion: bakery.example.io/v1\nkind: Loaf\nspec:\n  parts:\n"
        "  - {{ .Values.part }}\n---\n"
        "apiVersion: bakery.example.io/v1\nkind: Loaf\nspec: {parts: [{old: x}]}\n"
    )
    lines = []
    with pytest.raises(nodes.Unreadable, match="line 5"):
        lines.extend(use.line for use in manifests.scan(text, "m.yaml", known))
    assert set(lines) == {9}


def test_items_that_lack_a_field_are_told_one_by_one() -> None:
    """A missing field is told where its object begins: items of a list have lines of their own."""
    case = support.case("required-fields-in-manifests")
    known = support.searched(case["before"], case["after"])
    text = (
        "apiVersion: bakery.example.io/v1\nkind: Loaf\nspec:\n  parts:\n"
        "  - name: a\n  - name: b\n    size: 1\n  - name: c\n"
    )
    assert [use.line for use in support.uses(known, text, "m.yaml")] == [5, 8]


@pytest.mark.parametrize("mark", ["&version ", "!!str "])
def test_anchors_and_tags_are_not_written_over(kinds: Index, mark: str) -> None:
    """A version that has an anchor or tag is told but not rewritten: an alias may need it."""
    text = f"apiVersion: {mark}bakery.example.io/v1beta1\nkind: Loaf\n"
    [use] = support.uses(kinds, text, "m.yaml")
    assert use.rewrite == ""
