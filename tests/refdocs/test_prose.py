"""Descriptions as blocks, groups of models, schemas."""

from __future__ import annotations

import json

import pytest

from kubewright.codegen.generate import Facts
from kubewright.refdocs.kinds import kinds
from kubewright.refdocs.site.groups import groups
from kubewright.refdocs.site.prose import Block, Piece, blocks, summary
from kubewright.refdocs.site.schema import schema

LINKS = {"PodSpec": "V1PodSpec", "Pod": "V1Pod"}


def told(text: str) -> list[Block]:
    """The blocks of a text."""
    return list(blocks(text, LINKS))


def pieces(text: str) -> list[Piece]:
    """The pieces of a text of one line."""
    (block,) = told(text)
    return block.items[0]


def test_paragraphs_and_lists() -> None:
    """Blank lines part paragraphs, marks begin items, other lines continue."""
    found = told("one\ntwo\n\nvalues:\n- a\n  more\n* b\n\nend")
    assert [block.is_list for block in found] == [False, False, True, False]
    texts = [["".join(p.text for p in line) for line in block.items] for block in found]
    assert texts == [["one two"], ["values:"], ["a more", "b"], ["end"]]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://k8s.io/a_b#c.", "https://k8s.io/a_b#c"),
        ("(http://x.example/y)", "http://x.example/y"),
        ('"https://x.example/?a=b&c=d",', "https://x.example/?a=b&c=d"),
        ("<https://x.example>", "https://x.example"),
    ],
)
def test_addresses_end_where_the_sentence_does(text: str, address: str) -> None:
    """Marks of the sentence are no part of an address."""
    found = [piece for piece in pieces(text) if piece.shape == "url"]
    assert [piece.target for piece in found] == [address]


@pytest.mark.parametrize(
    "text", ["javascript:alert(1)", "data:text/html,x", "ftp://x", "//x"]
)
def test_other_schemes_are_no_addresses(text: str) -> None:
    """Only http and https lead anywhere."""
    assert pieces(text) == [Piece(text)]


def test_models_are_linked_once_and_words_are_not() -> None:
    """A name of two words is a model's; Pod may be a word of the sentence."""
    found = pieces("A PodSpec of a Pod; another PodSpec, and `PodSpec`.")
    assert [(p.text, p.shape) for p in found if p.shape != "text"] == [
        ("PodSpec", "model"),
        ("PodSpec", "code"),
    ]


def test_text_is_kept() -> None:
    """All pieces together are the text, but for backticks and control characters."""
    text = "a `b` https://x.example, PodSpec\x1b[31m\u2028end"
    shown = "".join(piece.text for piece in pieces(text))
    assert shown == "a b https://x.example, PodSpec [31m end"


def test_summary_is_the_first_sentence() -> None:
    """Up to a full stop at a word's end, or cut at a word."""
    assert summary("Uses v1.2 of it. Then more.") == "Uses v1.2 of it"
    assert summary("word " * 60, 22) == "word word word word …"


def test_every_model_is_in_one_group(facts_137: Facts) -> None:
    """Groups part the models; the slug of each is its own; core comes first."""
    found = groups(facts_137.package.models, kinds(facts_137.definitions))
    names = [model.class_name for group in found for model in group.models]
    assert sorted(names) == sorted(m.class_name for m in facts_137.package.models)
    assert len({group.slug for group in found}) == len(found)
    assert next(group.title for group in found) == "core/v1"
    titles = [group.title for group in found if group.name == "resource.k8s.io"]
    assert titles == [
        f"resource.k8s.io/{v}" for v in ("v1", "v1beta2", "v1beta1", "v1alpha3")
    ]
    roles = {
        m.class_name: role for g in found for role, ms in g.members.items() for m in ms
    }
    assert [roles[n] for n in ("V1Pod", "V1PodList", "V1PodSpec")] == [
        "kind",
        "list",
        "part",
    ]


def test_schema_says_what_the_class_does(facts_137: Facts) -> None:
    """Wire names, required ones, references."""
    models = {model.class_name: model for model in facts_137.package.models}
    for model in models.values():
        table = json.loads(schema(model))
        assert list(table["properties"]) == [field.wire for field in model.fields]
        wanted = [field.wire for field in model.fields if field.required]
        assert table.get("required", []) == wanted
    device = json.loads(schema(models["V1Device"]))["properties"]
    assert device["nodeAllocatableResources"] == {
        "type": "object",
        "additionalProperties": {"$ref": "#/$defs/V1NodeAllocatableResource"},
    }
