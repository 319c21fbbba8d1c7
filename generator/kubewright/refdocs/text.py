"""Foreign text as text: nothing in a description may be read as markup."""

from __future__ import annotations

from functools import cache

from kubewright import plain as forms

_SPACES = dict.fromkeys((*range(32), *range(127, 160), 0x2028, 0x2029), " ")


def plain(text: str) -> str:
    """`text` on one line, single blanks between words, without control characters."""
    return " ".join(text.translate(_SPACES).split())


@cache
def markdown(text: str) -> str:
    """`text` for a paragraph or a table's cell of Markdown."""
    return forms.markdown(plain(text))
