"""Which modules import one another in a circle, so that some imports must wait."""

from __future__ import annotations

from collections.abc import Mapping, Set


def on_cycles(graph: Mapping[str, Set[str]]) -> Set[str]:
    """The nodes of `graph` (node to successors) that lie on a cycle or between two cycles.

    A node that refers to itself alone is on none: a module need not import itself.
    """
    edges = {node: set(targets) - {node} for node, targets in graph.items()}
    return _peeled(_reversed(_peeled(edges))).keys()


def _peeled(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """`edges` without the nodes from which every way comes to an end."""
    while ends := {node for node, targets in edges.items() if not targets}:
        edges = {
            node: targets - ends for node, targets in edges.items() if node not in ends
        }
    return edges


def _reversed(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {node: set() for node in edges}
    for node, targets in edges.items():
        for target in targets:
            turned[target].add(node)
    return turned
