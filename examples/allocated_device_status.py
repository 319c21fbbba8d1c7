"""Build an AllocatedDeviceStatus with conditions, network data and driver data; round-trip it.

Run it where a generated package is installed: `pip install ./generated/1.37`.
"""

from __future__ import annotations

from datetime import datetime, timezone

from kubernetes.client import V1AllocatedDeviceStatus, V1Condition, V1NetworkDeviceData

status = V1AllocatedDeviceStatus(
    driver="nic.example.com",
    pool="node-a",
    device="nic-0",
    share_id="0c1d4b9e-2f5f-4f0e-9d0b-7f1f3a3f8b11",
    conditions=[
        V1Condition(
            type="Ready",
            status="True",
            reason="Configured",
            message="the interface is up",
            last_transition_time=datetime(2026, 11, 29, 12, 0, tzinfo=timezone.utc),
        )
    ],
    network_data=V1NetworkDeviceData(
        interface_name="net1",
        ips=["192.0.2.5/24", "2001:db8::5/64"],
        hardware_address="ea:9f:cb:40:b7:7c",
    ),
    data={"firmware": "1.2.3", "queues": 8, "offload": None},
)

text = status.to_json()
again = V1AllocatedDeviceStatus.from_json(text)
assert again == status
assert again.to_dict(serialize=True)["networkData"]["interfaceName"] == "net1"
assert again.data == {"firmware": "1.2.3", "queues": 8, "offload": None}
print(text)
