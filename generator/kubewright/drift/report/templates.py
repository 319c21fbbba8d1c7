"""The templates of reports: forms with blanks, escaped where they are HTML."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from kubewright import resources
from kubewright.plain import visible


def _shown(value: object) -> object:
    """What a blank is filled with; the sort of text, escaped or not, stays."""
    return type(value)(visible(value)) if isinstance(value, str) else value


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
