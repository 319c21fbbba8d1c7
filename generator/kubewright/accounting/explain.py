"""How a number came about, term by term.

Terms are folded from the left: `+` and `-` change the running amount, `max` takes the larger of
it and the term, `=` puts the term in its place. `folded` of the terms is the number.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from kubewright.accounting.amounts import (
    PODS,
    Resources,
    largest,
    quantity,
    read_list,
)
from kubewright.accounting.claimed import Entry
from kubewright.accounting.claims import device_of, node_allocatable, results_of
from kubewright.accounting.cluster import Cluster
from kubewright.accounting.demand import PodDemand
from kubewright.accounting.pods import PodSums, What, is_sidecar, peak
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]
Sign = Literal["+", "-", "max", "="]
R = Resources[Quantity]


class Term(NamedTuple):
    """One step: what is done to the running amount, with how much, and where that is from."""

    sign: Sign
    amount: Quantity
    source: str


STEPS: Final[Mapping[str, Callable[[Quantity, Quantity], Quantity]]] = {
    "+": lambda total, amount: total + amount,
    "-": lambda total, amount: total - amount,
    "max": max,
    "=": lambda _, amount: amount,
}


def folded(terms: Iterable[Term]) -> Quantity:
    """The number that the terms come to."""
    total = Quantity(0)
    for term in terms:
        total = STEPS[term.sign](total, term.amount)
    return total


def pod_terms(pod: PodDemand, what: What = "requests") -> dict[str, list[Term]]:
    """The terms of each effective request or limit of a pod."""
    totals = pod.requests if what == "requests" else pod.limits
    made: dict[str, list[Term]] = {name: [] for name in totals}
    for name, term in _pod_rows(pod, what, totals):
        if name in made:
            made[name].append(term)
    return made


def _pod_rows(
    pod: PodDemand, what: What, names: Iterable[str]
) -> Iterator[tuple[str, Term]]:
    sums, options = pod.sums, pod.options
    if what == "limits" or not options.skip_container_level:
        yield from _containers(sums, what)
        yield from _legs(sums, what, names)
    if not options.skip_pod_level:
        own = sums.pod_level(what)
        yield from _rows("=", own, f"spec.resources.{what}")
    if not options.exclude_overhead:
        yield from _rows("+", sums.overhead(what), "spec.overhead")


def _rows(sign: Sign, listed: R, source: str) -> Iterator[tuple[str, Term]]:
    for name, amount in listed.items():
        yield name, Term(sign, amount, source)


def _containers(sums: PodSums[Quantity], what: What) -> Iterator[tuple[str, Term]]:
    init = sums.init_containers()
    lists = sums.spec_lists(what)
    regular = zip(sums.regular_containers(), lists[len(init) :], strict=True)
    early = [(is_sidecar(it), it, own) for it, own in zip(init, lists, strict=False)]
    for item, own in regular:
        yield from _rows("+", own, f"container {item['name']}")
    for stays, item, own in early:
        if stays:
            yield from _rows("+", own, f"sidecar {item['name']}")
    most = peak([], [(stays, own) for stays, _, own in early])
    yield from _rows("max", most, "peak of the init containers")
    known = {item["name"] for item in sums.containers()}
    for entry in sums.claimed(what):
        yield from _claim(entry, known, sums.options.init_container_fix)


def _claim(
    entry: Entry[Quantity], known: Container[str], fixed: bool
) -> Iterator[tuple[str, Term]]:
    """By the later rule the share of a container is in its own term, if the pod has it."""
    yield from _rows("+", entry.mapping, f"claim {entry.claim}, mapping")
    yield from _rows("+", entry.per_pod, f"claim {entry.claim}, overhead per pod")
    count = sum(not fixed or name not in known for name in entry.containers)
    if count:
        total = {k: v * count for k, v in entry.per_container.items()}
        source = f"claim {entry.claim}, overhead of containers, {count} times"
        yield from _rows("+", total, source)


def _legs(
    sums: PodSums[Quantity], what: What, names: Iterable[str]
) -> Iterator[tuple[str, Term]]:
    """What statuses say of a resize: the larger amount counts, or they alone."""
    for source, listed in sums.legs(what):
        if source != "spec":
            yield from _rows("max", listed, f"by status, {source}")
    if sums.infeasible:
        total = dict.fromkeys(names, Quantity(0))
        total.update(largest(listed for _, listed in sums.legs(what)))
        yield from _rows("=", total, "by status alone: the resize is infeasible")


def node_terms(cluster: Cluster, name: str) -> dict[str, list[Term]]:
    """The terms of what is free on a node: what it offers, less each pod."""
    node = cluster.node(name)
    made = {it: [Term("=", v, "allocatable")] for it, v in node.allocatable.items()}
    terms = {
        it: made.get(it, [Term("=", Quantity(0), "not offered")]) for it in node.free
    }
    for key in cluster.pods_on(name):
        charged = {**cluster.pod(key).requests, PODS: Quantity(1)}
        for resource, amount in charged.items():
            if resource in terms:
                terms[resource].append(Term("-", amount, f"pod {key}"))
    return terms


def claim_terms(cluster: Cluster, key: str) -> dict[str, dict[str, list[Term]]]:
    """The terms of what a claim comes to: by part (mapping, perPod, perContainer), then name."""
    made: dict[str, dict[str, list[Term]]] = {}
    for result in results_of(cluster.claim_object(key)) or ():
        device = device_of(result)
        body = cluster.device(device) or {}
        for name, entry in node_allocatable(body, cluster.release).items():
            for part, amount, how in _device_parts(result, entry):
                term = Term("+", amount, f"device {device}{how}")
                made.setdefault(part, {}).setdefault(name, []).append(term)
    return made


def _device_parts(result: Wire, entry: Wire) -> Iterator[tuple[str, Quantity, str]]:
    mapping: Wire = entry.get("mapping") or {}
    key, factor = mapping.get("capacityKey"), mapping.get("capacityMultiplier")
    consumed = read_list(result.get("consumedCapacity"), quantity)
    if key and key in consumed:
        by = Quantity(1) if factor is None else quantity(factor)
        how = f": {consumed[key]} {key} x {by}"
        yield "mapping", consumed[key] if factor is None else consumed[key] * by, how
    elif not key and mapping.get("deviceMultiplier") is not None:
        yield "mapping", quantity(mapping["deviceMultiplier"]), ""
    for part, amount in (entry.get("overhead") or {}).items():
        if amount is not None:
            yield part, quantity(amount), ""
