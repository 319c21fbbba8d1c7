"""Foreign text becomes a literal that gives it back, in a form that black leaves alone."""

from __future__ import annotations

import ast
import textwrap

import pytest
from black import format_str
from black.mode import Mode, TargetVersion
from hypothesis import example, given
from hypothesis import strategies as st

from kubewright.codegen import layout
from kubewright.codegen.build import clean
from kubewright.codegen.literal import docstring, literal

MODE = Mode(target_versions={TargetVersion.PY310})
ANY = st.text(st.characters(), max_size=200)
HOSTILE = st.text(st.sampled_from("\"'\\ \n\t\r{}%#ab\0\x1b\u202e\u2028é"), max_size=60)


@given(ANY | HOSTILE)
@example('"""')
@example("'\"\\")
def test_literal_gives_its_text_back(text: str) -> None:
    """Any text survives as a literal on one line."""
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert len(written.splitlines()) == 1


@given(ANY | HOSTILE)
@example(' "x" ')
@example("\\")
@example('"')
def test_docstring_gives_its_text_back_and_stays_as_it_is(text: str) -> None:
    """A docstring literal is the class's text, and black does not touch it."""
    source = f"class A:\n    {docstring(text)}\n\n    a: int\n"
    assert ast.get_docstring(ast.parse(source).body[0], clean=False) == text  # type: ignore[arg-type]
    if text:
        assert format_str(source, mode=MODE) == source


@given(HOSTILE | ANY)
def test_wrapped_description_gives_its_text_back(text: str) -> None:
    """A description is the same text however it is wrapped, and black leaves it alone."""
    arguments = ["default=None", layout.description(text)]
    source = f"class A:\n{layout.field('a', 'Optional[str]', arguments)}\n"
    call = ast.parse(source).body[0].body[0].value  # type: ignore[attr-defined]
    assert ast.literal_eval(call.keywords[1].value) == text
    assert format_str(source, mode=MODE) == source


@pytest.mark.parametrize(
    "text", ["https://example.com/" + "x" * 120, "word " * 60, "a  b " * 40]
)
def test_wrapping_breaks_between_words_only(text: str) -> None:
    """No word is broken, so a URL can be copied from the source."""
    written = layout.description(text)
    pieces = [ast.literal_eval(line.strip()) for line in written.splitlines()[1:-1]]
    words = [word for piece in pieces for word in piece.split()]
    assert words == text.split() or pieces == []


def test_clean_makes_one_line_without_losing_blanks() -> None:
    """Tab, carriage return and line feed are one blank each; other blanks stay."""
    assert clean("a\tb\r\nc  d") == "a b  c  d"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ["Optional", "ClassVar", "TYPE_CHECKING"],
            "from x import TYPE_CHECKING, ClassVar, Optional",
        ),
        (["b" * 50, "a" * 50], f"from x import (\n    {'a' * 50},\n    {'b' * 50},\n)"),
    ],
)
def test_imports(names: list[str], expected: str) -> None:
    """Names are sorted as ruff sorts them; a long line is put in parentheses."""
    assert layout.imports("x", names) == textwrap.dedent(expected)
