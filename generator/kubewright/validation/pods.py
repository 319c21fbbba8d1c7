"""A pod's claims and resources: what it declares, and what its containers use."""

from __future__ import annotations

from collections.abc import Iterator

from kubewright.objects import containers
from kubewright.quantity import Quantity
from kubewright.validation import names
from kubewright.validation.common import object_meta
from kubewright.validation.cursor import At
from kubewright.validation.equality import same
from kubewright.validation.requirements import (
    Amounts,
    amounts,
    container_name,
    defaulted,
    is_huge_page,
    pod_name,
    requirements,
)

_MUTABLE = ("cpu", "memory")


def pod(at: At, old: At) -> None:
    """A new pod: its claims, and what it asks for."""
    object_meta(at.get("metadata"))
    pod_spec(at.get("spec"), at.get("metadata").get("name").text())


def pod_spec(at: At, pod_label: str) -> None:
    """A pod's spec, as far as claims and resources go."""
    declared = _declared_claims(at.get("resourceClaims"), pod_label)
    for container in container_places(at):
        resources = container.get("resources")
        requirements(resources, container_name, *defaulted(resources.value))
        _used_claims(resources.get("claims"), declared)
    overhead = At(
        {"limits": at.get("overhead").value}, f"{at.path}.overhead", at.report
    )
    requirements(overhead, container_name, {}, amounts(at.get("overhead").value))
    if at.get("resources").present:
        _pod_level(at, declared)


def container_places(spec: At) -> Iterator[At]:
    """Regular containers, then init containers, as the server visits them."""
    for group in ("containers", "initContainers"):
        yield from spec.get(group).items()


def _declared_claims(at: At, pod_label: str) -> set[str]:
    declared: set[str] = set()
    for item in at.items():
        _claim_name(item, declared, pod_label)
        declared.add(item.get("name").text())
        _claim_source(item)
    return declared - {""}


def _claim_name(item: At, declared: set[str], pod_label: str) -> None:
    at = item.get("name")
    name = at.text()
    if not name:
        at.fail("pod-claim/name-required")
    elif name in declared:
        at.fail("pod-claim/duplicate", name)
    elif not names.is_label(name):
        at.fail("name/label", name)
    elif item.get("resourceClaimTemplateName").present:
        _generated_name(at, pod_label)


def _generated_name(at: At, pod_label: str) -> None:
    generated = f"{pod_label}-{at.text()}"
    if pod_label and not names.is_subdomain(generated):
        at.fail("pod-claim/generated-name", generated)


def _claim_source(item: At) -> None:
    sources = item.get("resourceClaimName"), item.get("resourceClaimTemplateName")
    if sum(source.present for source in sources) != 1:
        item.fail("pod-claim/one")
    for source in sources:
        if source.present:
            names.subdomain(source)


def _used_claims(at: At, declared: set[str]) -> None:
    """A claim may be used whole once, or by its requests, each once.

    What follows the use of a whole claim is a duplicate, and its request is not looked at.
    """
    seen: dict[str, set[str]] = {}
    for item in at.items():
        name, request = item.get("name").text(), item.get("request").text()
        if not name:
            item.fail("container-claim/name-required")
            continue
        requests = seen.setdefault(name, set())
        if request and "" not in requests and not names.is_label(request):
            item.get("request").fail("name/label", request)
        if request in requests or (requests and (not request or "" in requests)):
            item.fail(
                "container-claim/duplicate", f"{name}/{request}" if request else name
            )
        requests.add(request)
        if name not in declared:
            item.fail("container-claim/undeclared", name)


def _pod_level(spec: At, declared: set[str]) -> None:
    """The pod's own resources; claims are refused as a list, even empty, and looked at too."""
    at, claims = spec.get("resources"), spec.get("resources").get("claims")
    if claims.items() or claims.present:
        claims.fail("pod-resources/claims")
    _used_claims(claims, declared)
    requests, limits = _pod_amounts(spec)
    requirements(at, pod_name, requests, limits)
    for name, needed in sorted(aggregate(spec, 0).items()):
        if name in requests and needed > requests[name]:
            place = at.get("requests").key(name)
            message = f"must be greater than or equal to aggregate container requests of {needed}"
            place.fail("pod-resources/below-containers", str(requests[name]), message)
    for index, container in enumerate(spec.get("containers").items()):
        _below_pod(at, index, defaulted(container.get("resources").value)[1], limits)


def _below_pod(at: At, index: int, asked: Amounts, limits: Amounts) -> None:
    for name in sorted(asked.keys() & limits.keys()):
        if asked[name] > limits[name]:
            place = f"{at.path}.containers[{index}][{name}].limits"
            message = f"must be less than or equal to pod limits of {limits[name]}"
            rule = "pod-resources/container-limit"
            at.report.add(rule, place, str(asked[name]), message)


def _pod_amounts(spec: At) -> tuple[Amounts, Amounts]:
    """Pod-level amounts after the server's defaulting.

    Huge pages take the containers' limits; with limits set, a missing request is what the
    containers ask for, else the limit (pkg/apis/core/v1/defaults.go).
    """
    given = spec.get("resources")
    limits = amounts(given.get("limits").value)
    requests = amounts(given.get("requests").value)
    pages = {
        n: q
        for n, q in aggregate(spec, 1).items()
        if is_huge_page(n) and n not in requests
    }
    limits = pages | limits
    if limits:
        asked = aggregate(spec, 0).items()
        supported = {n: q for n, q in asked if n in _MUTABLE}
        own = {n: q for n, q in limits.items() if names.is_node_allocatable(n)}
        requests = own | supported | requests
    return requests, limits


def aggregate(spec: At, side: int) -> Amounts:
    """What all containers together need: requests (0) or limits (1), sidecars counted.

    The largest of what runs at once: the containers with every sidecar, or one init container
    with the sidecars before it (component-helpers AggregateContainerRequests).
    """
    running: Amounts = {}
    for _, container in containers({"containers": spec.get("containers").value}):
        running = _plus(running, defaulted(container.get("resources"))[side])
    sidecars: Amounts = {}
    peak: Amounts = {}
    for _, container in containers(
        {"initContainers": spec.get("initContainers").value}
    ):
        asked = defaulted(container.get("resources"))[side]
        if container.get("restartPolicy") == "Always":
            sidecars = _plus(sidecars, asked)
            peak = _largest(peak, sidecars)
        else:
            peak = _largest(peak, _plus(sidecars, asked))
    return _largest(_plus(running, sidecars), peak)


def _plus(a: Amounts, b: Amounts) -> Amounts:
    return a | {name: a[name] + q if name in a else q for name, q in b.items()}


def _largest(a: Amounts, b: Amounts) -> Amounts:
    return a | {name: max(a[name], q) if name in a else q for name, q in b.items()}


def pod_update(at: At, old: At) -> None:
    """A pod whose resources change: only cpu and memory may, and none may be dropped.

    Changes of other fields are not looked at.
    """
    changed = [
        (new.get("resources"), before.get("resources"))
        for new, before in _matched(at.get("spec"), old.get("spec"))
        if not same(new.get("resources").value, before.get("resources").value, True)
    ]
    if not changed:
        return
    pod_spec(at.get("spec"), "")
    if old.get("status").get("nodeAllocatableResourceClaimStatuses").items():
        at.get("spec").fail("resize/claims-1.36")
    if any(_changes_others(new, before) for new, before in changed):
        at.get("spec").fail("resize/resource")
    for new, before in changed:
        sides = zip(
            ("requests", "limits"),
            defaulted(new.value),
            defaulted(before.value),
            strict=True,
        )
        for side, kept, was in sides:
            if not was.keys() <= kept.keys():
                new.get(side).fail("resize/removed")


def _matched(spec: At, old: At) -> Iterator[tuple[At, At]]:
    for group in ("containers", "initContainers"):
        before = {item.get("name").text(): item for item in old.get(group).items()}
        for item in spec.get(group).items():
            if item.get("name").text() in before:
                yield item, before[item.get("name").text()]


def _changes_others(new: At, old: At) -> bool:
    """Whether anything but amounts of cpu and memory changes."""

    def others(at: At) -> tuple[dict[str, Quantity], ...]:
        sides = defaulted(at.value)
        return tuple(
            {n: q for n, q in side.items() if n not in _MUTABLE} for side in sides
        )

    claims = same(new.get("claims").value, old.get("claims").value)
    return not claims or others(new) != others(old)
