"""Search that takes a name in Python's and in JSON's spelling for one word."""

from __future__ import annotations

from sphinx.search.en import SearchEnglish

SPLITTER = r"""
var splitQuery = (query) => query
  .replace(/_/g, "")
  .split(/[^\p{Letter}\p{Number}]+/gu)
  .filter(term => term);
"""


class CodeSearch(SearchEnglish):
    """English whose words lose their underscores, in the index and in a query alike.

    Capitals are no difference in Sphinx's search, so `node_allocatable_resources` and
    `nodeAllocatableResources` are one word.
    """

    lang = "code"
    js_splitter_code = SPLITTER

    def split(self, input: str) -> list[str]:
        return super().split(input.replace("_", ""))
