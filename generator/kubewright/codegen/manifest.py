"""MANIFEST.json: which generator made a tree, from what, and the digest of every file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from kubewright import __version__, resources

NAME = "MANIFEST.json"


def manifest(inputs: Mapping[str, Any], files: Mapping[str, str]) -> str:
    """The manifest of `files` (path to text) made from `inputs`."""
    digests = {path: digest(text.encode()) for path, text in sorted(files.items())}
    table = {**inputs, "tree": tree_digest(digests), "files": digests}
    return json.dumps(table, indent=1) + "\n"


def read(folder: Path) -> dict[str, Any]:
    """The manifest in `folder`, empty where there is none to read."""
    try:
        table = json.loads((folder / NAME).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return table if isinstance(table, dict) else {}


def generator() -> dict[str, str]:
    """The generator's name, version, and a digest of its own templates and code."""
    return {"name": "kubewright", "version": __version__, "digest": _own_digest()}


def tree_digest(digests: Mapping[str, str]) -> str:
    """The sha256 over the sorted lines `path NUL sha256 LF` of all files but the manifest."""
    lines = (
        f"{path}\0{value}\n" for path, value in sorted(digests.items()) if path != NAME
    )
    return digest("".join(lines).encode())


def digest(data: bytes) -> str:
    """The sha256 of `data` in hex."""
    return hashlib.sha256(data).hexdigest()


def differing(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """The paths of `digests` that `folder` lacks or holds with other bytes, and its extra ones."""
    extra = set(paths(folder)) - set(digests) - {NAME}
    return sorted({*changed(folder, digests), *extra})


def changed(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """The paths of `digests` that `folder` lacks or holds with other bytes."""
    return [
        path for path, value in digests.items() if _file_digest(folder / path) != value
    ]


def _file_digest(path: Path) -> str | None:
    try:
        return digest(path.read_bytes())
    except OSError:
        return None


def paths(folder: Path) -> Iterable[str]:
    """The files below `folder`, but for what Python and pip leave there."""
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix()


def _own_digest() -> str:
    """A digest of all that makes a tree from definitions: code, templates, our own types."""
    code = Path(__file__).parent
    templates = resources.folder("templates")
    sources = [
        *code.glob("*.py"),
        code.with_name("spec") / "fixups.py",
        *resources.folder("openapi").glob("supplements/*.json"),
        *templates.glob("*.jinja"),
        *(templates / "project").glob("*.jinja"),
        *(templates / "package").glob("*.py"),
    ]
    return digest(b"\0".join(path.read_bytes() for path in sorted(sources)))
