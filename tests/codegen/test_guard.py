"""A generated module holds imports, one class and its fields; anything else is refused."""

from __future__ import annotations

import pytest

from kubewright.codegen import guard

GOOD = '''"""Generated."""

from __future__ import annotations

from ._runtime import Model


class A(Model):
    "A."

    a: Optional[str] = Field(default=None, description=("a" "b"))

    openapi_types: ClassVar[Dict[str, str]] = {"a": "str"}
'''


def test_a_model_module_is_allowed() -> None:
    """What the templates emit passes."""
    assert list(guard.problems({"a.py": GOOD})) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("import os", "Import"),
        ("print(1)", "Call"),
        ("    a: str = __import__('os').system('x')", "Call"),
        ("    b: str = Field(default_factory=lambda: 1)", "Call"),
        ("    b: str = f'{1}'", "JoinedStr"),
        ("    b = 1", "Assign"),
        ("    b: str = a.__class__", "Attribute"),
        ("    b: list = [x for x in a]", "ListComp"),
        ("if True:\n    pass", "If"),
        ("    b: str = Field(default=os)", "Call"),
        ("class B(Model): ...", "2 classes"),
        ("    b: str = 'a' + 'b'", "BinOp"),
        ("while 1: pass", "While"),
    ],
)
def test_other_nodes_are_refused(line: str, found: str) -> None:
    """Code that could run, or hide something, is named with its line."""
    problems = list(guard.problems({"a.py": GOOD + line + "\n"}))
    assert [problem.found for problem in problems] == [found]


def test_class_may_hide_nothing() -> None:
    """A metaclass or a decorator is refused."""
    for text in (
        GOOD.replace("(Model)", "(Model, metaclass=C)"),
        GOOD.replace("class", "@d\nclass"),
    ):
        assert [problem.found for problem in guard.problems({"a.py": text})] == [
            "ClassDef"
        ]


@pytest.mark.parametrize("text", ["class A(:", 'a = "\0"', "x = '"])
def test_text_that_is_no_python_is_refused(text: str) -> None:
    """A module that does not parse is a failed build."""
    assert len(list(guard.problems({"a.py": text}))) == 1
