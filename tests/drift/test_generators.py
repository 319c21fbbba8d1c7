"""Generator drift: two packages of one release that were not made alike."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from drift import support
from kubewright.codegen import generate, manifest
from kubewright.drift import trees
from kubewright.drift.outcome import Outcome
from kubewright.drift.run import Request, drift
from kubewright.drift.scan import run
from kubewright.errors import KubewrightError
from kubewright.spec import document

TODAY = datetime.date(2026, 1, 1)
STRING = {"type": "string"}
DEFINITIONS = support.bakery(
    Shop=support.model(
        shopIPs={"type": "array", "items": STRING},
        cake={"$ref": f"#/definitions/{support.PREFIX}Cake"},
        sizes={"type": "object", "additionalProperties": STRING},
    ),
    Cake=support.model(name=STRING, sealed={"type": "string", "format": "byte"}),
)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """Two equal packages."""
    made = document.Document(DEFINITIONS, "spec")
    for name in ("old", "new"):
        request = generate.Request(made, "1.0", {}, "bakery", formatted=False)
        generate.generate(request, tmp_path / name)
    return tmp_path / "old", tmp_path / "new"


def edit(folder: Path, module: str, old: str, new: str) -> None:
    """Change the synchronous module of a package."""
    path = folder / "bakery" / "client" / "models" / module
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def compared(pair: tuple[Path, Path], *paths: Path) -> Outcome:
    """What changed between two packages, and the uses below `paths`."""
    search = run.Request(paths) if paths else None
    return drift(Request(str(pair[0]), str(pair[1]), TODAY, scan=search))


def test_equal_packages_have_no_drift(pair: tuple[Path, Path]) -> None:
    """Packages of one generator and one spec are equal."""
    assert compared(pair).findings == ()


def test_renamed_attribute_is_found_used_and_rewritten(
    pair: tuple[Path, Path], tmp_path: Path
) -> None:
    """Another attribute for the same wire name is breaking, and exact."""
    edit(pair[0], "v1_shop.py", "shop_ips", "shop_i_ps")
    source = tmp_path / "app.py"
    source.write_text("from bakery.client import V1Shop\nV1Shop(shop_i_ps=[]).cake\n")
    found = compared(pair, source)
    [finding] = found.findings
    assert (finding.rule.id, finding.severity) == (
        "python-attribute-renamed",
        "breaking",
    )
    assert (finding.change.old, finding.change.new) == ("shop_i_ps", "shop_ips")
    assert finding.breaks.strict["import"] == "no"
    [use] = found.uses
    assert (use.line, use.symbol, use.how, use.rewrite) == (
        2,
        "shop_i_ps",
        "keyword",
        "shop_ips",
    )


def test_other_types_and_bases_are_found(pair: tuple[Path, Path]) -> None:
    """Other type texts and other bases are warnings; bases are told once, not by class."""
    edit(pair[1], "v1_cake.py", '"sealed": "bytes"', '"sealed": "str"')
    for module in ("v1_cake.py", "v1_shop.py"):
        edit(pair[1], module, "(Model)", "(Other)")
    found = {each.rule.id: each for each in compared(pair).findings}
    assert set(found) == {"python-type-changed", "python-base-changed"}
    assert {each.severity for each in found.values()} == {"warning"}
    change = found["python-type-changed"].change
    assert (change.old, change.new) == ("bytes", "str")
    assert found["python-base-changed"].change.details["classes"] == 2


def test_other_runtime_is_found(pair: tuple[Path, Path]) -> None:
    """The modules without models count as the runtime."""
    edit(pair[1], "_runtime.py", "import", "import  ")
    [finding] = compared(pair).findings
    assert finding.rule.id == "python-base-changed"
    assert "runtime" in finding.change.evidence[0]


def test_digests_that_differ_without_a_reason_are_told(pair: tuple[Path, Path]) -> None:
    """Where the trees differ in nothing that was compared, that they differ is told."""
    path = pair[1] / "MANIFEST.json"
    table = json.loads(path.read_text())
    # A manifest whose digest is not that of its files is none of ours and is not read.
    files = dict.fromkeys(table["files"], "0" * 64)
    tree = manifest.tree_digest(files)
    path.write_text(json.dumps({**table, "files": files, "tree": tree}))
    [finding] = compared(pair).findings
    assert "text of the modules" in finding.change.evidence[0]


def test_packages_of_other_generators(pair: tuple[Path, Path]) -> None:
    """Without a manifest and headers classes are matched by name, and a note says so."""
    for folder in pair:
        (folder / "MANIFEST.json").unlink()
    edit(pair[1], "v1_shop.py", '"Dict[str, str]"', '"dict(str, str)"')
    found = compared(pair)
    assert found.findings == ()
    assert "not known" in found.notes[0]


@pytest.mark.parametrize("what", ["empty folder", "spec", "broken module"])
def test_what_is_no_package(pair: tuple[Path, Path], tmp_path: Path, what: str) -> None:
    """A folder without models, a spec beside a package and a broken module are errors."""
    other = tmp_path / "other"
    other.mkdir()
    if what == "spec":
        other = tmp_path / "spec.json"
        other.write_text("{}")
    if what == "broken module":
        other = pair[1]
        edit(pair[1], "v1_cake.py", "class", "klass Cake")
    with pytest.raises(KubewrightError):
        compared((pair[0], other))


def test_types_of_a_tree_are_read_for_inference(pair: tuple[Path, Path]) -> None:
    """Type texts give the containers and classes that the search follows."""
    shapes = trees.snapshot(trees.read(pair[0]))
    shop = shapes.definitions[f"{support.PREFIX}Shop"].properties
    assert (shop["cake"].type.leaf, shop["cake"].type.key) == (
        "model",
        f"{support.PREFIX}Cake",
    )
    assert [shop[name].type.containers for name in ("shopIPs", "sizes", "cake")] == [
        "[]",
        "{}",
        "",
    ]
