"""The directive `commands`: the reference of a click group, read from its code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from kubewright.cli.app import main


class Commands(SphinxDirective):
    """Each verb with its usage, what it does, its options and its examples."""

    def run(self) -> list[nodes.Node]:
        context = click.Context(main, info_name="kubewright")
        return [part for part in _group(main, context) if part is not None]


def _group(group: click.Group, context: click.Context) -> Iterator[nodes.Node]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None:
            continue
        below = click.Context(command, info_name=name, parent=context)
        yield _section(command, below)


def _section(command: click.Command, context: click.Context) -> nodes.section:
    path = context.command_path
    parts: list[nodes.Node] = [nodes.title(path, path), _usage(command, context)]
    parts += [nodes.paragraph(text, text) for text in _texts(command.help or "")]
    rows = [
        record
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        and (record := parameter.get_help_record(context))
    ]
    if rows:
        parts.append(_options(rows))
    parts += [_block(text) for text in _examples(command.epilog or "")]
    if isinstance(command, click.Group):
        parts += list(_group(command, context))
    return nodes.section("", *parts, ids=[path.replace(" ", "-")], names=[])


def _usage(command: click.Command, context: click.Context) -> nodes.Node:
    pieces = " ".join(command.collect_usage_pieces(context))
    return _block(f"{context.command_path} {pieces}")


def _texts(text: str) -> list[str]:
    """The paragraphs of a help text that are prose."""
    parts = [part.strip() for part in text.split("\n\n")]
    return [" ".join(part.split()) for part in parts if part and "\b" not in part]


def _examples(text: str) -> list[str]:
    parts = [part.replace("\b", "").strip("\n") for part in text.split("\n\n")]
    found = [re.sub(r"^Examples:\n", "", part.strip()) for part in parts]
    return [
        "\n".join(line.strip() for line in part.splitlines()) for part in found if part
    ]


def _options(rows: list[tuple[str, str]]) -> nodes.Node:
    items = []
    for names, text in rows:
        term = nodes.term("", "", nodes.literal(names, names))
        items.append(
            nodes.definition_list_item(
                "", term, nodes.definition("", nodes.paragraph(text, text))
            )
        )
    return nodes.definition_list("", *items)


def _block(text: str) -> nodes.Node:
    return nodes.literal_block(text, text, language="none")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the directive."""
    app.add_directive("commands", Commands)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
