"""Generated from com.example.v1.VeryLongNamesThatDoNotFit. Do not edit."""

from __future__ import annotations

from typing import List, Optional

from pydantic import Field, StrictBool

from ._runtime import Model
from .v1_preferred_scheduling_term_with_a_long_name import (
    V1PreferredSchedulingTermWithALongName,
)


class V1VeryLongNamesThatDoNotFit(Model):
    "Long names."

    preferred_during_scheduling_ignored_during_execution_and_after: Optional[
        List[V1PreferredSchedulingTermWithALongName]
    ] = None
    required_during_scheduling_ignored_during_execution_and_even_afterwards_forever: (
        V1PreferredSchedulingTermWithALongName
    )
    ignore_store_read_error_with_cluster_breaking_potential: Optional[StrictBool] = (
        Field(
            default=None,
            description="A field whose head just fits.",
        )
    )

    openapi_types = {
        "preferred_during_scheduling_ignored_during_execution_and_after": "List[V1PreferredSchedulingTermWithALongName]",
        "required_during_scheduling_ignored_during_execution_and_even_afterwards_forever": "V1PreferredSchedulingTermWithALongName",
        "ignore_store_read_error_with_cluster_breaking_potential": "bool",
    }

    attribute_map = {
        "preferred_during_scheduling_ignored_during_execution_and_after": "preferredDuringSchedulingIgnoredDuringExecutionAndAfter",
        "required_during_scheduling_ignored_during_execution_and_even_afterwards_forever": "requiredDuringSchedulingIgnoredDuringExecutionAndEvenAfterwardsForever",
        "ignore_store_read_error_with_cluster_breaking_potential": "ignoreStoreReadErrorWithClusterBreakingPotential",
    }
