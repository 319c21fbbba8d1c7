"""A yard that hostile input may trample: private folders, and whether anything got out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

SECRET_TEXT = "PRIVATE-TEXT-OF-ANOTHER-FILE"
MODULE = "import os\nos.environ['CANARY'] = 'imported'\nx = 1\n"
# What neither a generator nor a reader of text has a use for.
FORBIDDEN = (
    *("os.system", "os.exec", "os.posix_spawn", "os.fork", "pty.spawn"),
    *("subprocess.Popen", "socket.connect", "socket.getaddrinfo", "webbrowser.open"),
    *("pickle.find_class", "code.__new__"),
)
_events: list[str] = []
_watching: list[Path] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching:
        return
    if event in FORBIDDEN:
        _events.append(f"{event} {arguments!r:.200}")
    if event == "open" and isinstance(arguments[0], str):
        name = arguments[0]
        if name in ("/etc/passwd", "/etc/hostname", str(_watching[-1] / "secret.txt")):
            _events.append(f"open {name}")


@contextmanager
def _looking_away() -> Iterator[None]:
    """What the tests themselves open is nobody's doing."""
    kept, _watching[:] = _watching[:], []
    try:
        yield
    finally:
        _watching[:] = kept


@dataclass
class Yard:
    """Folders below `root`: `work` is the current one, `home` is HOME; and a canary module."""

    root: Path
    work: Path
    home: Path
    seen: dict[str, bytes] = field(default_factory=dict)

    def listing(self) -> dict[str, bytes]:
        """All files of the yard but the cache, which is ours."""
        with _looking_away():
            return {
                path.relative_to(self.root).as_posix(): path.read_bytes()
                for path in self.root.rglob("*")
                if path.is_file() and path.relative_to(self.root).parts[0] != "cache"
            }

    def changes(self, *allowed: str) -> set[str]:
        """Files that came, went or changed outside `allowed` folders of `work`."""
        now = self.listing()
        other = {
            name
            for name in {*now, *self.seen}
            if now.get(name) != self.seen.get(name)
            and not any(name.startswith(f"work/{folder}/") for folder in allowed)
        }
        return {name for name in other if "__pycache__" not in name}

    def harm(self, *allowed: str) -> list[str]:
        """All that a payload did; nothing, where it stayed text."""
        found = [f"file {name}" for name in sorted(self.changes(*allowed))]
        found += [f"event {event}" for event in _events]
        if "canary" in sys.modules or "CANARY" in os.environ:
            found.append("the canary module was imported")
        return found


@contextmanager
def yard(root: Path) -> Iterator[Yard]:
    """A yard in `root`, entered and watched until the block ends."""
    with pytest.MonkeyPatch.context() as patch:
        made = _made(root, patch)
        made.seen = made.listing()
        _start()
        _watching.append(root)
        try:
            yield made
        finally:
            _watching.pop()
            _events.clear()


def _made(root: Path, patch: pytest.MonkeyPatch) -> Yard:
    work, home, modules = root / "work", root / "home", root / "modules"
    for folder in (work, home, modules):
        folder.mkdir()
    (root / "secret.txt").write_text(SECRET_TEXT)
    (modules / "canary.py").write_text(MODULE)
    patch.chdir(work)
    patch.setenv("HOME", str(home))
    patch.setenv("USERPROFILE", str(home))
    patch.setenv("KUBEWRIGHT_CACHE", str(root / "cache"))
    patch.delenv("CANARY", raising=False)
    patch.syspath_prepend(modules)
    return Yard(root, work, home)


def _start() -> None:
    """Hooks cannot be taken away, so there is one a process."""
    if not getattr(sys, "_kubewright_hook", False):
        sys.addaudithook(_hook)
        sys._kubewright_hook = True  # type: ignore[attr-defined]


def raw(text: str, *, keep: str = "\n\t") -> list[str]:
    """The characters of `text` that a terminal would act on, or that turn text around."""
    return [char for char in text if not (char.isprintable() or char in keep)]
