"""Which modules import one another in a circle, so that some imports must wait."""

from __future__ import annotations

from collections.abc import Mapping, Set


def on_cycles(graph: Mapping[str, Set[str]]) -> Set[str]:
    """The nodes of `graph` (node to successors) that lie on a cycle or between two cycles.

    A node that refers to itself alone is on none: a module need not import itself.
    """
    edges = {node: set(targets) - {node} for node, targets in graph.items()}
    return frozenset(_peeled(_reversed(_peeled(edges))))


def _peeled(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """`edges` without the nodes from which every way comes to an end."""
    sources = _reversed(edges)
    open_ways = {node: len(targets) for node, targets in edges.items()}
    ends = [node for node, count in open_ways.items() if not count]
    while ends:
        for source in sources[ends.pop()]:
            open_ways[source] -= 1
            if not open_ways[source]:
                ends.append(source)
    left = {node for node, count in open_ways.items() if count}
    return {node: edges[node] & left for node in left}


def _reversed(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {node: set() for node in edges}
    for node, targets in edges.items():
        for target in targets:
            turned[target].add(node)
    return turned
