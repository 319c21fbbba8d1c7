"""The folder that Sphinx reads: pages of facts, settings, and the pages of a guide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kubewright.errors import KubewrightError, Problem, reading
from kubewright.refdocs.site.content import Content, files
from kubewright.refdocs.site.lists import line

CONF = "conf.py"
SETTINGS = "from kubewright.refdocs.site.settings import *  # noqa: F403\n"
FACTS = "site.json"
# Names of the guide's pages in the order of reading; others follow.
ORDER = "guide/order.txt"
TEXTS = (".md", ".rst", ".py", ".txt")

Card = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Guide:
    """The pages that stand beside the reference: `files` by path, and a card for some."""

    files: Mapping[str, str]
    cards: list[Card]


NO_GUIDE = Guide({}, [])


def guide(folder: Path | None) -> Guide:
    """The guide in `folder`: its texts; each one in a folder `guide` has a card."""
    if folder is None:
        return NO_GUIDE
    if not folder.is_dir():
        raise KubewrightError(Problem(str(folder), "no folder", "a folder of pages"))
    with reading(str(folder), "a folder of pages"):
        found = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in sorted(folder.rglob("*"))
            if path.suffix in TEXTS and not _is_hidden(path.relative_to(folder))
        }
    cards = list(_cards(found))
    found.pop(ORDER, None)
    return Guide(found, cards)


def sources(content: Content, guide: Guide) -> dict[str, str]:
    """Everything that Sphinx reads for one release, by path."""
    facts = {
        "release": content.release,
        "navigation": [line(content, group) for group in content.groups],
        "guide": guide.cards,
    }
    pages = files(content, guide.cards)
    return {CONF: SETTINGS, FACTS: json.dumps(facts, indent=1), **pages, **guide.files}


def update(folder: Path, wanted: Mapping[str, str]) -> None:
    """Make `folder` hold `wanted`; a file that is right is not touched, so not read again."""
    with reading(str(folder), "a folder that can be written"):
        for path in [path for path in folder.rglob("*") if path.is_file()]:
            if path.relative_to(folder).as_posix() not in wanted:
                path.unlink()
        for name, text in wanted.items():
            path = folder / name
            if not path.is_file() or path.read_text("utf-8") != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8", newline="\n")


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "__")) for part in path.parts)


def _cards(found: Mapping[str, str]) -> Iterator[Card]:
    order = [f"guide/{name}.md" for name in found.get(ORDER, "").split()]
    first = [path for path in order if path in found]
    for path in (*first, *(path for path in found if path not in first)):
        text = found[path]
        name, _, suffix = path.rpartition(".")
        title = re.search(r"^# (.+)$", text, re.MULTILINE)
        if suffix == "md" and title and path.startswith("guide/"):
            yield name, _bare(title[1]), _lede(text[title.end() :])


def _lede(text: str) -> str:
    """The first sentence, where the text begins with prose."""
    first = text.strip().split("\n\n")[0]
    prose = _bare(first) if first[:1].isalpha() else ""
    return re.split(r"(?<=\w)\.(?:\s|$)", prose, maxsplit=1)[0]


def _bare(text: str) -> str:
    """Markdown without its marks."""
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[`*{}]", "", shown).split())
