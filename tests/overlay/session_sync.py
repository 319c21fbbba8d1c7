"""A session of the official sync ApiClient with our models: `python session_sync.py ADDRESS`."""

import json
import sys
from datetime import datetime, timezone

import pytest
from kubernetes import client, watch
from kubernetes.client import models
from kubernetes.client.models import _runtime, unknown_keys

assert issubclass(client.V1Pod, _runtime.Model)
api_client = client.ApiClient(client.Configuration(host=sys.argv[1]))
core = client.CoreV1Api(api_client)
resource = client.ResourceV1Api(api_client)
coordination = client.CoordinationV1Api(api_client)

pods = core.list_namespaced_pod("default")
assert [pod.metadata.name for pod in pods.items] == ["a", "b"]
assert pods.metadata._continue == "next"
assert pods.items[0].spec.containers[0].lifecycle.pre_stop._exec.command == ["x"]
assert isinstance(pods.items[0].metadata.creation_timestamp, datetime)

pod = core.read_namespaced_pod("a", "default")
pod.metadata.labels = {"seen": "yes"}
assert core.replace_namespaced_pod("a", "default", pod).metadata.labels == {
    "seen": "yes"
}
with unknown_keys("keep"):
    kept = core.read_namespaced_pod("a", "default")
core.replace_namespaced_pod("a", "default", kept)
with unknown_keys("error"):
    with pytest.raises(ValueError, match=r"fieldOfTomorrow") as caught:
        core.read_namespaced_pod("a", "default")
    assert caught.value.errors()[0]["loc"] == ("spec", "fieldOfTomorrow")

lease = coordination.list_namespaced_lease("default").items[0]
lease.spec.acquire_time = datetime(2026, 11, 29, tzinfo=timezone.utc)
coordination.create_namespaced_lease("default", lease)
claim = resource.read_namespaced_resource_claim("c", "default")
assert claim.status.devices == [
    models.V1AllocatedDeviceStatus(driver="d", pool="p", device="x")
]
resource.patch_namespaced_resource_claim_status("c", "default", claim)
assert resource.list_resource_slice().items[0].spec.devices is None
secret = models.V1Secret(data={"k": b"Zm9v"})
core.create_namespaced_secret("default", secret)

events = list(
    watch.Watch().stream(core.list_namespaced_pod, "default", timeout_seconds=1)
)
assert [event["object"].metadata.name for event in events[:2]] == ["a", "b"]
assert isinstance(events[0]["object"], models.V1Pod)
print(json.dumps("done"))
