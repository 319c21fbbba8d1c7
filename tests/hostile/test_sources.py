"""`drift --scan`: sources and generated packages of others are read, never run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hostile.payloads import RUN, payloads, whole
from hostile.test_arguments import faults
from hostile.yard import Yard
from kubewright.cli.app import main

KEY = "io.k8s.api.bakery.v1.Oven"
# The other forms are made from the same outcome: `test_reports.py`.
FORMS = ("text", "sarif")


def spec(*names: str) -> str:
    properties = {name: {"type": "string"} for name in names}
    return json.dumps(
        {"definitions": {KEY: {"type": "object", "properties": properties}}}
    )


def drift(place: Yard, *arguments: str) -> Result:
    """Search the folder `src` for uses of a field that is gone."""
    (place.work / "old.json").write_text(spec("heat", "size"))
    (place.work / "new.json").write_text(spec("size"))
    place.seen = place.listing()
    return CliRunner().invoke(main, ["drift", "old.json", "new.json", *arguments])


USE = "from kubernetes.client.models import V1Oven\noven = V1Oven(heat='x')\n"
CODINGS = (
    *("undefined", "rot13", "idna", "punycode", "unicode_escape", "raw_unicode_escape"),
    *(
        "utf-7",
        "utf-16",
        "utf-8-sig",
        "mbcs",
        "hex",
        "zlib",
        "base64",
        "canary",
        "../canary",
    ),
    *("utf-8 \x1b[31m", "__init__", "encodings.canary", "latin-1", "cp1252", "ascii"),
)
SOURCES: dict[str, bytes] = {
    "runs": f"{RUN}\nopen('CANARY', 'w')\n{USE}".encode(),
    "deep": ("(" * 5000 + ")" * 5000).encode(),
    "deep-lists": b"x = " + b"[" * 150 + b"]" * 150,
    "deep-attributes": b"x" + b".a" * 20000,
    "deep-minus": b"x = " + b"-" * 20000 + b"1",
    "deep-chain": b"x = " + b"+".join([b"1"] * 20000),
    "nul": b"a = 1\0\n",
    "no-utf8": b"\xff\xfe\x9b31m",
    "half-a-character": b"# \xed\xa0\x80\n" + USE.encode(),
    **{
        f"coding-{name}": f"# -*- coding: {name} -*-\n{USE}".encode()
        for name in CODINGS
    },
    **{
        f"text-{p}": f"{USE}x = {p.text!r}  # {p.text}\noven.heat\n".encode()
        for p in payloads()
        if whole(p.text)
    },
    **{f"whole-{p}": p.text.encode() for p in payloads() if whole(p.text)},
}


@pytest.mark.parametrize("form", FORMS)
def test_sources_are_read_and_not_run(form: str, place: Yard) -> None:
    """Code, codings, nesting and comments of sources do nothing but stand there."""
    source = place.work / "src"
    source.mkdir()
    for number, data in enumerate(SOURCES.values()):
        (source / f"app{number}.py").write_bytes(data)
    done = drift(place, "--scan", "src", "--hints", "--format", form, "-q")
    assert (faults(done), done.exit_code) == ([], 1)
    pool = ("event os.fork", "event pickle.find_class")
    assert [harm for harm in place.harm() if not harm.startswith(pool)] == []


def test_rewrites_are_shown_as_text(place: Yard) -> None:
    """The diff of a source with control characters shows them as escapes."""
    (place.work / "old.json").write_text(spec("heat"))
    source = place.work / "src"
    source.mkdir()
    text = f"{USE}# \x1b[31m \x9b31m \u202e \x0c\r\noven.heat\n"
    (source / "app.py").write_bytes(text.encode())
    done = drift(place, "--scan", "src", "--fix")
    assert [fault for fault in faults(done) if "'\\r'" not in fault] == []


MODULE = '''"""Generated from KEY. Do not edit."""
class V1Oven(BASE):
    openapi_types = {"heat": "TYPE"}
    attribute_map = {"heat": "WIRE"}
'''


@pytest.mark.parametrize("part", ["KEY", "BASE", "TYPE", "WIRE", "WHOLE"])
def test_generated_packages_are_read_and_not_run(part: str, place: Yard) -> None:
    """Modules of another generator are parsed alone; their texts are texts in the report."""
    found = []
    for number, payload in enumerate(
        p for p in payloads("terminal", "html") if whole(p.text)
    ):
        old = _package(place, f"old{number}", "heat", part, payload.text)
        new = _package(place, f"new{number}", "heat", "", "")
        for form in ("text", "html"):
            arguments = ["drift", old, new, "--format", form, "-q"]
            done = CliRunner().invoke(main, arguments)
            found += [f"{payload} {form}: {fault}" for fault in faults(done)]
    place.seen = place.listing()
    assert found == []
    assert place.harm() == []


def _package(place: Yard, name: str, wire: str, part: str, text: str) -> str:
    folder = place.work / name / "client" / "models"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    module: Any = MODULE if part != "WHOLE" else text
    for blank, plain in {
        "KEY": KEY,
        "BASE": "Model",
        "TYPE": "str",
        "WIRE": wire,
    }.items():
        shown = (
            text if blank in ("KEY", "BASE") else repr(text)[1:-1].replace('"', '\\"')
        )
        module = module.replace(blank, shown if blank == part else plain)
    (folder / "v1_oven.py").write_bytes(module.encode())
    return name


@pytest.mark.parametrize(
    "module", [b"x = " + b"-" * 20000 + b"1", b"(" * 5000, b"\0", b"\xff"]
)
def test_packages_that_python_cannot_parse_are_refused(
    module: bytes, place: Yard
) -> None:
    """Nesting beyond Python's own limits is a fault of the input as well."""
    for name in ("old", "new"):
        folder = place.work / name / "client" / "models"
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
        (folder / "v1_oven.py").write_bytes(module)
    done = CliRunner().invoke(main, ["drift", "old", "new"])
    assert (faults(done), done.exit_code) == ([], 2)
