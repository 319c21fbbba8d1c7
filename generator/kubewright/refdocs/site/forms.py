"""The forms of pages: from facts to nodes."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

from kubewright.refdocs.site import markup as m
from kubewright.refdocs.site.facts import (
    ChangesFacts,
    Entry,
    FieldFacts,
    GroupFacts,
    ModelFacts,
    Page,
    StartFacts,
)
from kubewright.refdocs.site.prose import Block, blocks

LANGUAGES = {"Python": "python", "JSON": "json", "YAML": "yaml"}
ROLES = {"kind": "kind", "list": "list of a kind", "part": "part"}


def page(facts: Page) -> nodes.section:
    """The nodes of a page: one section with its title."""
    if facts["form"] == "model":
        return _model(facts)
    if facts["form"] == "group":
        return _group(facts)
    if facts["form"] == "changes":
        return _changes(facts)
    return _start(facts)


def _model(facts: ModelFacts) -> nodes.section:
    kicker = m.paragraph(
        m.link(facts["group_title"], f"api/{facts['group']}"),
        " · ",
        ROLES[facts["role"]],
        *m.badge(facts["badge"]),
        classes=["kicker"],
    )
    return m.section(
        facts["title"],
        facts["title"],
        kicker,
        *m.prose(blocks(facts["description"], facts["links"])),
        *_identity(facts),
        *_sections(facts),
    )


def _sections(facts: ModelFacts) -> Iterator[nodes.Node]:
    imports = [m.code(text, "python", name) for name, text in facts["imports"].items()]
    yield m.section("Import", "import", m.tabs(*imports))
    head = ["Field", "Type", "Required", "Description"]
    rows = [_row(field, facts) for field in facts["fields"]]
    yield m.section("Fields", "fields", m.table(head, rows, "fields"))
    if facts["used_by"]:
        yield m.section("Used by", "used-by", _used_by(facts["used_by"]))
    examples = [
        m.code(text, LANGUAGES[name], name) for name, text in facts["examples"].items()
    ]
    yield m.section("Example", "example", m.tabs(*examples))
    folded = m.fold("JSON schema of the wire form", m.code(facts["schema"], "json"))
    yield m.section("Schema", "schema", folded)
    lines = [
        [[m.paragraph(release)], [m.paragraph(*_ticks(text))]]
        for release, text in facts["history"]
    ]
    yield m.section(
        "History", "history", m.table(["Release", "What"], lines, "history")
    )


def _identity(facts: ModelFacts) -> Iterator[nodes.Node]:
    pairs = {**facts["kind"], "Definition": facts["key"]}
    items = [
        nodes.definition_list_item(
            "",
            nodes.term(name, name),
            nodes.definition("", m.paragraph(m.name(text))),
        )
        for name, text in pairs.items()
    ]
    yield nodes.definition_list("", *items, classes=["identity"])


def _row(field: FieldFacts, facts: ModelFacts) -> list[m.Cell]:
    anchor = f"field-{field['name']}"
    name = m.name(field["name"], "attribute")
    named = nodes.reference("", "", name, refid=anchor, internal=True, ids=[anchor])
    wire = m.name(field["wire"], "wire")
    asked = "required" if field["required"] else "optional"
    notes = [*m.badge(field["badge"])]
    if field["since"]:
        notes.append(m.inline(f" since {field['since']}", "since"))
    described = [*m.prose(blocks(field["description"], facts["links"]))]
    return [
        [
            m.paragraph(named),
            m.paragraph(wire),
            *([m.paragraph(*notes)] if notes else []),
        ],
        [m.paragraph(m.type_spans(field["type"]))],
        [m.paragraph(m.inline(asked, asked))],
        described or [m.paragraph("–")],
    ]


def _used_by(uses: list[tuple[str, str]]) -> nodes.Node:
    """The places as a list, folded where there are many."""
    lines = m.bullets(([m.model(name, field)] for name, field in uses), "columns")
    return lines if len(uses) <= 24 else m.fold(f"{len(uses)} fields", lines)


def _group(facts: GroupFacts) -> nodes.section:
    intro = m.paragraph(
        "Classes of ",
        m.name(f"{facts['package']}.client"),
        " and ",
        m.name(f"{facts['package']}.aio.client"),
        ", made from the definitions under ",
        m.name(facts["prefix"]),
        ".",
    )
    parts = [
        m.section(title, title.lower(), _entries(entries))
        for title, entries in facts["entries"].items()
    ]
    return m.section(facts["title"], facts["group"], intro, *parts)


def _entries(entries: list[Entry]) -> nodes.Node:
    rows = [
        [
            [m.paragraph(m.model(entry["name"]), *m.badge(entry["badge"]))],
            [m.paragraph(entry["summary"] or "–")],
        ]
        for entry in entries
    ]
    return m.table(["Class", "What it is"], rows, "entries")


def _changes(facts: ChangesFacts) -> nodes.section:
    changed = [
        [
            [m.paragraph(m.model(change["name"]))],
            [m.bullets([_ticks(line) for line in change["lines"]])],
        ]
        for change in facts["changed"]
    ]
    parts = [
        m.section(
            "Changed models", "changed", m.table(["Class", "What"], changed, "changed")
        ),
        m.section("New models", "new", _entries(facts["new"])),
        m.section(
            "Models that are gone",
            "gone",
            m.bullets(([m.name(name)] for name in facts["removed"]), "columns"),
        ),
    ]
    kept = [part for part, any_ in zip(parts, _present(facts), strict=True) if any_]
    nothing = [] if kept else [m.paragraph("Nothing that the models show.")]
    return m.section(facts["title"], "changes", *nothing, *kept)


def _present(facts: ChangesFacts) -> tuple[bool, bool, bool]:
    return bool(facts["changed"]), bool(facts["new"]), bool(facts["removed"])


def _start(facts: StartFacts) -> nodes.section:
    lede = m.paragraph(
        "Every class, field and type of ",
        m.name(f"{facts['package']}.client.models"),
        " and of its async twin: what it is, what it takes, an example that runs, and since "
        "when it exists.",
        classes=["lede"],
    )
    return m.section(
        facts["title"], "start", lede, _figures(facts), *_start_parts(facts)
    )


def _figures(facts: StartFacts) -> nodes.Node:
    named = {
        "models": facts["models"],
        "fields": facts["fields"],
        f"new in {facts['release']}": facts["new"],
        f"changed in {facts['release']}": facts["changed"],
    }
    rows = [
        m.paragraph(m.inline(f"{number:,}", "number"), " ", m.inline(name, "unit"))
        for name, number in named.items()
    ]
    return m.Figures("", *rows)


def _start_parts(facts: StartFacts) -> Iterator[nodes.Node]:
    common = [
        m.card(entry["name"], f"models/{entry['name']}", entry["summary"], code=True)
        for entry in facts["common"]
    ]
    guide = [m.card(title, name, text) for name, title, text in facts["guide"]]
    yield from _cards("Looked up most", "common", common)
    yield from _cards("Guide", "guide", guide)
    news = m.paragraph(
        m.link(f"What changed in Kubernetes {facts['release']}", "changes"),
        f": {facts['new']} models are new, {facts['changed']} changed, "
        f"{facts['removed']} are gone.",
    )
    yield m.section("News", "news", news)
    yield m.section("API groups", "groups", _groups(facts))


def _cards(title: str, anchor: str, cards: list[nodes.Node]) -> Iterator[nodes.Node]:
    if cards:
        grid = nodes.container("", *cards, classes=["cards"])
        yield m.section(title, anchor, grid)


def _groups(facts: StartFacts) -> nodes.Node:
    rows = [
        [
            [m.paragraph(m.link(line["title"], f"api/{line['slug']}"))],
            [m.paragraph(*_joined(line["kinds"]))],
            [m.paragraph(str(line["models"]))],
            [m.paragraph(str(line["changed"] or "–"))],
        ]
        for line in facts["groups"]
    ]
    head = ["Group and version", "Kinds", "Models", f"News in {facts['release']}"]
    return m.table(head, rows, "groups")


def _joined(names: list[str]) -> list[nodes.Node | str]:
    found: list[nodes.Node | str] = []
    for name in names:
        found += [", ", m.model(name)]
    return found[1:] or ["–"]


def _ticks(text: str) -> list[nodes.Node]:
    """A sentence of ours, in which backticks mark code."""
    block: Block = next(blocks(text, {}))
    return list(next(iter(m.prose([block]))).children)
