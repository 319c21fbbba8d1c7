"""MANIFEST.json: which generator made a tree, from what, and the digest of every file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kubewright import __version__, resources

NAME = "MANIFEST.json"
# The libraries that have a say in the text of a tree.
TOOLS = ("datamodel-code-generator", "jinja2", "black")


def manifest(inputs: Mapping[str, Any], files: Mapping[str, str]) -> str:
    """The manifest of `files` (path to text) made from `inputs`."""
    digests = {path: digest(text.encode()) for path, text in sorted(files.items())}
    table = {**inputs, "tree": tree_digest(digests), "files": digests}
    return json.dumps(table, indent=1) + "\n"


def read(folder: Path) -> dict[str, Any]:
    """The manifest in `folder`, empty where there is none, or none that we wrote."""
    try:
        table = json.loads((folder / NAME).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return table if _is_ours(table) else {}


def _is_ours(table: Any) -> bool:
    """Whether `table` lists files and counts, and the files are those of its own digest."""
    if not isinstance(table, dict) or not _holds(table.get("counts"), int):
        return False
    files = table.get("files", {})
    return _holds(files, str) and tree_digest(files) == table.get("tree")


def _holds(table: Any, kind: type) -> bool:
    return isinstance(table, dict) and all(
        isinstance(value, kind) for value in table.values()
    )


def generator() -> dict[str, str]:
    """The generator's name, version, a digest of its templates and code, and its tools."""
    own = {"name": "kubewright", "version": __version__, "digest": _own_digest()}
    return own | {tool: version(tool) for tool in TOOLS}


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
    extra = set(paths(folder)) - set(digests)
    return sorted({*changed(folder, digests), *extra})


def changed(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """The paths of `digests` that `folder` lacks or holds with other bytes."""
    return [
        path
        for path, value in digests.items()
        if _file_digest(f"{folder}/{path}") != value
    ]


def _file_digest(path: str) -> str | None:
    # Thousands of small files: a path object and a buffer for each take half of the time.
    try:
        with open(path, "rb", buffering=0) as file:
            return digest(file.read())
    except (OSError, ValueError):  # a NUL in a path is a ValueError
        return None


def paths(folder: Path) -> Iterable[str]:
    """All below `folder` that is no folder, and empty folders; not what Python leaves there.

    A link to a folder is a path of its own.
    """
    for root, folders, files in os.walk(folder):
        here = Path(root)
        folders[:] = [name for name in folders if name != "__pycache__"]
        links = [name for name in folders if (here / name).is_symlink()]
        yield from (
            (here / name).relative_to(folder).as_posix() for name in files + links
        )
        if not folders and not files and here != folder:
            yield here.relative_to(folder).as_posix()


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
    return resources.digest(sources)
