"""Warnings: what the server accepts, or drops without a word, though it cannot work."""

from kubewright.validation.findings import Rule

_SCHED = "pkg/scheduler/framework/plugins/dynamicresources/nodeallocatabledynamicresources.go"

ROWS = (
    Rule(
        "warn/capacity-key-single",
        "Warning",
        "*.mapping.capacityKey | *.nodeAllocatableResourceMappings[key].capacityKey",
        "consumedCapacity is filled only for devices with allowMultipleAllocations: true; pods "
        "that use this device stay pending. Use deviceMultiplier",
        _SCHED,
        since=(1, 36),
    ),
    Rule(
        "warn/ephemeral-storage",
        "Warning",
        "*.nodeAllocatableResourceMappings[ephemeral-storage]",
        "1.37 allows cpu, memory and huge pages only, whatever the field's description says",
        "pkg/apis/core/helper/helpers.go IsNodeAllocatableResourceName",
        since=(1, 36),
        until=(1, 36),
    ),
    Rule(
        "warn/dropped-field",
        "Warning",
        "*.nodeAllocatableResourceMappings | *.nodeAllocatableResources"
        " | status.nodeAllocatableResourceClaimStatuses[].*",
        "this release does not know the field and drops it",
        "api/resource/v1/types.go, api/core/v1/types.go",
    ),
    Rule(
        "warn/bare-consumed-key",
        "Warning",
        "status.allocation.devices.results[].consumedCapacity[key]",
        "a capacityKey matches this key only when it is spelled the same, without a domain",
        _SCHED,
    ),
    Rule(
        "warn/result-twice",
        "Warning",
        "status.allocation.devices.results[]",
        "the device is listed twice: its node resources count twice",
        _SCHED,
    ),
    Rule(
        "warn/unused-claim",
        "Warning",
        "spec.resourceClaims[]",
        "no container uses the claim: its devices reach no container",
        "component-helpers resource/helpers.go",
    ),
    Rule(
        "warn/claim-referenced-twice",
        "Warning",
        "*.resources.claims[]",
        "the container refers to this claim twice: the scheduler lists it twice, and the pod's "
        "status is refused as a duplicate",
        _SCHED,
        since=(1, 36),
    ),
    Rule(
        "warn/implicit-fraction",
        "Warning",
        "*.requests[key] | *.limits[key]",
        "the claim builder ignores amounts of a device class that are not whole",
        "pkg/scheduler/framework/plugins/dynamicresources/extendeddynamicresources.go",
    ),
)
