"""How the cost of a pod is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

RELEASES: Final = ("1.36", "1.37")


def check_release(release: str) -> str:
    """The release; raises ValueError for one whose rules are not known here."""
    if release not in RELEASES:
        expected = " or ".join(RELEASES)
        raise ValueError(f"release: found {release!r}, expected {expected}")
    return release


@dataclass(frozen=True, slots=True, kw_only=True)
class PodOptions:
    """The options of upstream's PodResourcesOptions, and the release.

    `use_status_resources` takes resize state into account, as the scheduler does for a pod on
    a node; `in_place_pod_level_resize` the pod's own status maps too. `use_claim_statuses` adds
    status.nodeAllocatableResourceClaimStatuses. `non_missing_container_requests` is what a
    container requests of a name that it does not list, as on the wire; it and
    `skip_container_level` concern requests only. `init_container_fix` charges the per-container
    overhead of a claim while the container runs (merged after 1.37.0) and not always (1.37.0).
    Under release "1.36" claims add to requests alone. Raises ValueError for another release.

    Source: component-helpers resource/helpers.go.
    """

    use_status_resources: bool = False
    in_place_pod_level_resize: bool = False
    use_claim_statuses: bool = True
    exclude_overhead: bool = False
    skip_pod_level: bool = False
    skip_container_level: bool = False
    non_missing_container_requests: Mapping[str, Any] = field(default_factory=dict)
    init_container_fix: bool = False
    release: str = "1.37"

    def __post_init__(self) -> None:
        check_release(self.release)

    def for_release(self, release: str) -> PodOptions:
        """The same options under another release."""
        return replace(self, release=release)


INCOMING: Final = PodOptions()
"""A pod that is to be placed: by its spec, and claims where it has entries."""

ASSIGNED: Final = PodOptions(use_status_resources=True, in_place_pod_level_resize=True)
"""A pod on a node, as the scheduler charges it there."""
