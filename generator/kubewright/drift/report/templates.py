"""The templates of reports: forms with blanks, escaped where they are HTML."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from kubewright import resources

# Characters that a page may not hold; tabs and line ends are none of them.
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def _shown(value: object) -> object:
    """What a blank is filled with; the sort of text, escaped or not, stays."""
    if isinstance(value, str) and CONTROL.search(value):
        return type(value)(CONTROL.sub("\ufffd", value))
    return value


@cache
def _environment(html: bool) -> Environment:
    # The other templates are Markdown, whose values are escaped where they are made.
    return Environment(
        loader=FileSystemLoader(resources.folder("templates") / "drift"),
        autoescape=html,  # noqa: S701
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def template(name: str) -> Template:
    """The template `name`; one called `*.html.jinja` escapes what it is given."""
    return _environment(".html." in name).get_template(name)


def asset(name: str) -> str:
    """The text of a style sheet or script, as it stands."""
    return (resources.folder("templates") / "drift" / name).read_text("utf-8")
