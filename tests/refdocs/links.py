"""A checker of links over built HTML: files, anchors, and hosts that a page would ask.

python tests/refdocs/links.py FOLDER
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself, as against what it follows when somebody clicks.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src")}


class _Reader(HTMLParser):
    """Collects anchors, links and what a page fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            if name in ("href", "src") and value is not None:
                self.links.append(value)
                if (tag, name) in FETCHED:
                    self.fetched.append(value)


@cache
def read(path: Path) -> _Reader:
    """The anchors and links of one page."""
    reader = _Reader()
    reader.feed(path.read_text("utf-8"))
    return reader


def faults(folder: Path) -> Iterator[str]:
    """Each link in the pages of `folder` that leads nowhere, and each foreign fetch."""
    for page in sorted(folder.rglob("*.html")):
        for url in dict.fromkeys(read(page).links):
            if not _resolves(page, url):
                yield f"{page.relative_to(folder)}: {url}"
        for url in read(page).fetched:
            if urlsplit(url).netloc:
                yield f"{page.relative_to(folder)}: fetches {url}"


def _resolves(page: Path, url: str) -> bool:
    parts = urlsplit(url)
    if parts.scheme or parts.netloc:
        return parts.scheme in ("http", "https", "mailto")
    target = page.parent / unquote(parts.path) if parts.path else page
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    anchor = unquote(parts.fragment)
    return (
        not anchor or target.suffix != ".html" or anchor in read(target.resolve()).ids
    )


def main(folder: str) -> int:
    """Print the faults of a site, and how many pages it has; 1 where there are faults."""
    found = list(faults(Path(folder)))
    pages = len(list(Path(folder).rglob("*.html")))
    print(*found, f"{pages} pages, {len(found)} links that lead nowhere", sep="\n")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
