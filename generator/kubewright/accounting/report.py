"""Answers as JSON values: what the command line prints, and programs read.

Quantities are canonical text. Rows of faults, problems and notices are mappings of their four
fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kubewright.accounting.amounts import Resources
from kubewright.accounting.cgroups import Cgroup
from kubewright.accounting.claims import ClaimTotals
from kubewright.accounting.claimview import ClaimView, DeviceView
from kubewright.accounting.cluster import Cluster, with_entries
from kubewright.accounting.demand import PodDemand, pod_demand
from kubewright.accounting.explain import Term, claim_terms, node_terms, pod_terms
from kubewright.accounting.findings import Finding
from kubewright.accounting.fit import Fit
from kubewright.accounting.nodes import NodeAccount
from kubewright.accounting.options import INCOMING
from kubewright.accounting.podclaims import on_wire
from kubewright.accounting.pods import cost_key
from kubewright.quantity import Quantity

Json = dict[str, Any]
Texts = dict[str, str]


def account(
    cluster: Cluster,
    node: str | None = None,
    pod: str | None = None,
    *,
    explain: bool = False,
    pods: bool = True,
) -> Json:
    """Nodes and pods of a cluster, or one node with its pods, or one pod with its cgroups.

    `pods=False` leaves the pods of a whole cluster out. Raises KeyError for a node or pod that
    is not there.
    """
    if pod is not None:
        names, keys = _one_pod(cluster, pod), [pod]
    elif node is not None:
        names, keys = [cluster.nodes[node].name], cluster.pods_on(node)
    else:
        names, keys = list(cluster.nodes), list(cluster.pods) if pods else []
    made: Json = {
        "nodes": {name: node_row(cluster.node(name)) for name in names},
        "pods": pod_rows(cluster, keys),
    }
    if pod is not None:
        made["pods"][pod] |= cgroup_row(cluster, pod)
    if pod is not None and not cluster.node_of(pod):
        made["fit"] = fits(cluster, pod)
    if explain:
        made["explain"] = explained(cluster, names if pod is None else [], keys)
    return made | {"faults": rows(cluster.faults)}


def _one_pod(cluster: Cluster, key: str) -> list[str]:
    node = cluster.node_of(key)
    return [node] if node in cluster.nodes else []


def cgroup_row(cluster: Cluster, key: str) -> Json:
    """The QoS class of a pod, its cgroups and, on a node, its oom_score_adj values."""
    demand, node = cluster.pod(key), cluster.node(cluster.node_of(key))
    oom = demand.oom_score_adjust(node.memory) if node.memory else {}
    made = demand.cgroup
    return {
        "qos_class": demand.qos_class,
        "cgroup": _figures(made)
        | {
            "containers": {
                name: _figures(it) | {"oom_score_adj": oom.get(name)}
                for name, it in made.containers.items()
            }
        },
    }


def _figures(cgroup: Cgroup) -> Json:
    return {
        "cpu_shares": cgroup.cpu_shares,
        "cpu_weight": cgroup.cpu_weight,
        "cpu_quota": cgroup.cpu_quota,
        "cpu_period": cgroup.cpu_period,
        "memory_max": cgroup.memory_max,
        "huge_pages": dict(cgroup.huge_pages),
    }


def explained(cluster: Cluster, nodes: Iterable[str], pods: Iterable[str]) -> Json:
    """How each number of the nodes and pods came about."""
    return {
        "nodes": {name: _terms(node_terms(cluster, name)) for name in nodes},
        "pods": {
            key: {
                "requests": _terms(pod_terms(cluster.pod(key), "requests")),
                "limits": _terms(pod_terms(cluster.pod(key), "limits")),
            }
            for key in pods
        },
    }


def _terms(terms: Mapping[str, list[Term]]) -> Json:
    return {
        name: [
            {"sign": it.sign, "amount": str(it.amount), "source": it.source}
            for it in listed
        ]
        for name, listed in terms.items()
    }


def texts(resources: Resources[Quantity]) -> Texts:
    """A resource list as canonical text."""
    return {name: str(amount) for name, amount in resources.items()}


def rows(findings: Iterable[Finding]) -> list[Json]:
    """Findings as mappings."""
    return [finding._asdict() for finding in findings]


def node_row(node: NodeAccount) -> Json:
    """One node; `devices` only where classes offer extended resources."""
    made: Json = {
        "allocatable": texts(node.allocatable),
        "requested": texts(node.requested),
        "free": texts(node.free),
    }
    found = {name: it for name, it in node.devices.items() if it.total or it.unknown}
    if found:
        made["devices"] = {
            name: {
                "class": it.device_class,
                "total": it.total,
                "allocated": it.allocated,
                "free": it.free,
                "unknown": it.unknown,
            }
            for name, it in found.items()
        }
    return made


def pod_rows(cluster: Cluster, pods: Iterable[str]) -> Json:
    """Pods by key; those of one template are worked out once."""
    seen: dict[str, Json] = {}
    made: Json = {}
    for key in pods:
        if cluster.has_claims(key) or cluster.pod_faults(key):
            made[key] = pod_row(cluster, key)
            continue
        node = cluster.node_of(key)
        same = f"{bool(node)} {cost_key(cluster.pod_object(key))}"
        if same not in seen:
            seen[same] = pod_row(cluster, key)
        made[key] = {**seen[same], "node": node or None}
    return made


def pod_row(cluster: Cluster, key: str) -> Json:
    """One pod, with what its claims come to on its node."""
    demand, node = cluster.pod(key), cluster.node_of(key) or None
    made: Json = {
        "node": node,
        "requests": texts(demand.requests),
        "limits": texts(demand.limits),
        "containers": _containers(demand),
        "claims": {},
        "status": [],
        "errors": rows(demand.faults),
    }
    return made | _claims(cluster, key, demand) if cluster.has_claims(key) else made


def _claims(cluster: Cluster, key: str, demand: PodDemand) -> Json:
    node = cluster.node_of(key) or None
    found = cluster.pod_claims(key, node=node)
    problems = [it for it in found.problems if it not in demand.faults]
    return {
        "claims": {k: totals_row(v, cluster.release) for k, v in found.totals.items()},
        "status": cluster.status_entries(key, node=node),
        "errors": rows([*demand.faults, *problems]),
        "notices": rows(found.notices),
    }


def _containers(demand: PodDemand) -> Json:
    return {
        name: {"added": texts(added), "limits": texts(demand.limits_in_force[name])}
        for name, added in demand.containers.items()
    }


def totals_row(totals: ClaimTotals, release: str) -> Json:
    """What a claim comes to, in the shape of the release."""
    if release == "1.36":
        return {"resources": texts(totals.resources)}
    return {
        "mapping": texts(totals.mapping),
        "per_pod": texts(totals.per_pod),
        "per_container": texts(totals.per_container),
    }


def fits(cluster: Cluster, pod: object) -> Json:
    """Whether a pod fits each node."""
    return {name: fit_row(cluster.fit(pod, node=name)) for name in cluster.nodes}


def fit_terms(cluster: Cluster, pod: object, node: str) -> Json:
    """How what a pod asks of a node came about, its claims by what the node sees."""
    entries = cluster.pod_claims(pod, node=node).entries(cluster.release)
    placed = with_entries(cluster.pod_object(pod), on_wire(entries))
    demand = pod_demand(placed, INCOMING.for_release(cluster.release))
    return _terms(pod_terms(demand))


def fit_row(found: Fit) -> Json:
    """The answer for one node."""
    return {
        "fits": found.fits,
        "reasons": list(found.reasons),
        "unresolvable": found.unresolvable,
        "code": found.code,
        "problems": rows(found.problems),
        "notices": rows(found.notices),
        "demand": dict(found.demand),
        "free": dict(found.free),
        "pod_slots_free": found.pod_slots_free,
    }


def claims(cluster: Cluster, *, explain: bool = False) -> Json:
    """Every claim with its devices, reports without a device, and holders."""
    found = {
        key: claim_row(cluster.claim(key), cluster.release) for key in cluster.claims
    }
    made: Json = {"claims": found}
    if explain:
        made["explain"] = {
            key: {
                part: _terms(terms) for part, terms in claim_terms(cluster, key).items()
            }
            for key in cluster.claims
        }
    return made | {"faults": rows(cluster.faults)}


def claim_row(view: ClaimView, release: str) -> Json:
    """One claim as its users read it."""
    return {
        "allocated": view.allocated,
        "deleting": view.deleting,
        "ready": view.ready,
        "devices": list(map(_device, view.devices)),
        "orphans": list(map(_device, view.orphans)),
        "holders": [holder._asdict() for holder in view.holders],
        "totals": totals_row(view.totals, release),
    }


def _device(device: DeviceView) -> Json:
    driver, pool, name = device.id.device
    return {
        "request": device.request or None,
        "driver": driver,
        "pool": pool,
        "device": name,
        "shareID": device.id.share or None,
        "ready": device.ready,
        "reason": device.reason or None,
        "reported": device.reported,
        "adminAccess": device.admin_access,
        "consumedCapacity": (
            None if device.consumed is None else texts(dict(device.consumed))
        ),
        "interface": device.interface or None,
        "addresses": list(device.addresses),
    }
