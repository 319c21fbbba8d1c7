"""A session of the official aio ApiClient with our models: `python session_aio.py ADDRESS`."""

import asyncio
import json
import sys
from datetime import datetime, timezone

from kubernetes.aio import client, watch
from kubernetes.aio.client import models
from kubernetes.aio.client.models import _runtime, unknown_keys


async def main(address: str) -> None:
    """List, read, create, patch and watch."""
    assert issubclass(client.V1Pod, _runtime.Model)
    async with client.ApiClient(client.Configuration(host=address)) as api_client:
        core = client.CoreV1Api(api_client)
        resource = client.ResourceV1Api(api_client)
        coordination = client.CoordinationV1Api(api_client)

        pods = await core.list_namespaced_pod("default")
        assert [pod.metadata.name for pod in pods.items] == ["a", "b"]
        assert pods.metadata._continue == "next"
        pod = await core.read_namespaced_pod("a", "default")
        pod.metadata.labels = {"seen": "yes"}
        await core.replace_namespaced_pod("a", "default", pod)
        with unknown_keys("keep"):
            kept = await core.read_namespaced_pod("a", "default")
        await core.replace_namespaced_pod("a", "default", kept)

        lease = (await coordination.list_namespaced_lease("default")).items[0]
        lease.spec.acquire_time = datetime(2026, 11, 29, tzinfo=timezone.utc)
        await coordination.create_namespaced_lease("default", lease)
        claim = await resource.read_namespaced_resource_claim("c", "default")
        assert claim.status.devices[0].device == "x"
        await resource.patch_namespaced_resource_claim_status("c", "default", claim)
        assert (await resource.list_resource_slice()).items[0].spec.devices is None
        await core.create_namespaced_secret(
            "default", models.V1Secret(data={"k": b"Zm9v"})
        )

        names = []
        async with watch.Watch() as stream:
            async for event in stream.stream(
                core.list_namespaced_pod, "default", timeout_seconds=1
            ):
                assert isinstance(event["object"], models.V1Pod)
                names.append(event["object"].metadata.name)
        assert names[:2] == ["a", "b"]
    print(json.dumps("done"))


asyncio.run(main(sys.argv[1]))
