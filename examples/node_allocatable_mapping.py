"""Build both kinds of NodeAllocatableMapping: by device, and by capacity of a device.

Run it where a generated package is installed: `pip install ./generated/1.37`.
"""

from __future__ import annotations

from kubernetes.aio.client.models import V1beta2NodeAllocatableMapping
from kubernetes.client import (
    V1NodeAllocatableMapping,
    V1NodeAllocatableOverhead,
    V1NodeAllocatableResource,
)

# Each allocated device stands for eight CPUs of the node.
by_device = V1NodeAllocatableMapping(device_multiplier="8")

# Each unit that a claim takes of the capacity `cores` stands for half a CPU.
by_capacity = V1NodeAllocatableMapping(capacity_key="cores", capacity_multiplier="500m")

memory = V1NodeAllocatableResource(
    mapping=V1NodeAllocatableMapping(device_multiplier="64Mi"),
    overhead=V1NodeAllocatableOverhead(per_pod="32Mi", per_container="8Mi"),
)

for value in (by_device, by_capacity, memory):
    print(value.to_json())

# The async package has classes of its own, of the same shape.
assert (
    V1beta2NodeAllocatableMapping.from_dict(by_device.to_dict()).device_multiplier
    == "8"
)
