"""What claims, pods and nodes use: accounting as the scheduler and kubelet do it.

All amounts are exact `Quantity` values. Objects may be this project's models, the official
client's, or plain mappings of wire JSON, in any served version. Importing this package loads
nothing beyond the standard library.
"""

from kubewright.accounting.capacity import consumed_capacity
from kubewright.accounting.cgroups import (
    Cgroup,
    PodCgroup,
    cpu_quota,
    cpu_shares,
    cpu_weight,
    oom_score_adjust,
    qos_class,
)
from kubewright.accounting.claims import ClaimTotals, claim_totals
from kubewright.accounting.claimview import ClaimView, DeviceView, Holder, ShareId
from kubewright.accounting.cluster import Cluster
from kubewright.accounting.demand import PodDemand, pod_demand
from kubewright.accounting.findings import Fault, Finding, Notice, Problem
from kubewright.accounting.fit import Fit
from kubewright.accounting.ledger import Ledger
from kubewright.accounting.nodes import DeviceCount, NodeAccount
from kubewright.accounting.options import ASSIGNED, INCOMING, PodOptions
from kubewright.accounting.slices import DeviceId
from kubewright.quantity import Quantity

__all__ = [
    "ASSIGNED",
    "INCOMING",
    "Cgroup",
    "ClaimTotals",
    "ClaimView",
    "Cluster",
    "DeviceCount",
    "DeviceId",
    "DeviceView",
    "Fault",
    "Finding",
    "Fit",
    "Holder",
    "Ledger",
    "NodeAccount",
    "Notice",
    "PodCgroup",
    "PodDemand",
    "PodOptions",
    "Problem",
    "Quantity",
    "ShareId",
    "claim_totals",
    "consumed_capacity",
    "cpu_quota",
    "cpu_shares",
    "cpu_weight",
    "oom_score_adjust",
    "pod_demand",
    "qos_class",
]
