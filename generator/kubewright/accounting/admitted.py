"""A pod from a file as the API server would store it, where that changes what it costs.

Source: pkg/apis/core/v1/defaults.go (SetDefaults_Pod, setDefaultPodLevelResources).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kubewright.accounting.amounts import is_huge_page, quantity
from kubewright.accounting.options import PodOptions
from kubewright.accounting.pods import PodSums, pod_level
from kubewright.quantity import Quantity

Wire = Mapping[str, Any]


def admitted(pod: Wire) -> dict[str, Any]:
    """The pod with the requests that limits imply.

    A container's request defaults to its limit. A pod-level request defaults to what the
    containers request, else to the pod-level limit; a huge page request to the limit.
    """
    spec: Wire = pod.get("spec") or {}
    groups = ("initContainers", "containers")
    changed = {
        group: [_requesting(item) for item in spec[group]]
        for group in groups
        if spec.get(group)
    }
    made = {**pod, "spec": {**spec, **changed}}
    limits = pod_level(made, "limits")
    if limits:
        own = {**_implied(made, limits), **(spec["resources"].get("requests") or {})}
        made["spec"]["resources"] = {**spec["resources"], "requests": own}
    return made


def _requesting(container: Wire) -> Wire:
    listed: Wire = container.get("resources") or {}
    if not listed.get("limits"):
        return container
    requests = {**listed["limits"], **(listed.get("requests") or {})}
    return {**container, "resources": {**listed, "requests": requests}}


def _implied(pod: Wire, limits: Wire) -> dict[str, Any]:
    bare = PodOptions(use_claim_statuses=False)
    sums: PodSums[Quantity] = PodSums(pod, bare, quantity)
    inside = sums.container_requests()
    return {
        name: limit if is_huge_page(name) else str(inside.get(name, limit))
        for name, limit in limits.items()
    }
