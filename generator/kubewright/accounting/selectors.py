"""Which nodes a node selector means.

Source: component-helpers scheduling/corev1/nodeaffinity and apimachinery labels (1.37 line).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

Wire = Mapping[str, Any]
_INTEGER = re.compile(r"[+-]?[0-9]{1,19}")


class NodeRef(NamedTuple):
    """A node as selectors see it."""

    name: str
    labels: Mapping[str, str]


def node_ref(node: Wire | str) -> NodeRef:
    """From a Node or, where slices select by name alone, from its name."""
    if isinstance(node, str):
        return NodeRef(node, {})
    metadata = node.get("metadata") or {}
    return NodeRef(metadata.get("name") or "", metadata.get("labels") or {})


def selects(selector: Wire, node: NodeRef) -> bool:
    """Whether any term matches; a term without requirements matches no node."""
    return any(_term(term, node) for term in selector.get("nodeSelectorTerms") or ())


def _term(term: Wire, node: NodeRef) -> bool:
    labels = term.get("matchExpressions") or ()
    fields = term.get("matchFields") or ()
    own = {"metadata.name": node.name}
    rules = [(rule, node.labels) for rule in labels] + [(rule, own) for rule in fields]
    return bool(rules) and all(_matches(rule, values) for rule, values in rules)


def _matches(rule: Wire, values: Mapping[str, str]) -> bool:
    test = _OPERATORS.get(rule.get("operator") or "")
    wanted = rule.get("values") or []
    return test is not None and test(values.get(rule.get("key") or ""), wanted)


def _larger(found: str | None, wanted: list[str]) -> bool:
    pair = _integers(found, wanted)
    return pair is not None and pair[0] > pair[1]


def _smaller(found: str | None, wanted: list[str]) -> bool:
    pair = _integers(found, wanted)
    return pair is not None and pair[0] < pair[1]


def _integers(found: str | None, wanted: list[str]) -> tuple[int, int] | None:
    if not isinstance(found, str) or len(wanted) != 1:
        return None
    if not _INTEGER.fullmatch(found) or not _INTEGER.fullmatch(wanted[0]):
        return None
    return int(found), int(wanted[0])


_OPERATORS: Final[Mapping[str, Callable[[str | None, list[str]], bool]]] = {
    "In": lambda found, wanted: found in wanted,
    "NotIn": lambda found, wanted: found not in wanted,
    "Exists": lambda found, wanted: found is not None,
    "DoesNotExist": lambda found, wanted: found is None,
    "Gt": _larger,
    "Lt": _smaller,
}
