"""Calls that type checkers accept, and the types they see."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Optional, Union

from k8s_under_test.aio import client as aio
from k8s_under_test.client import V1Container, V1ObjectMeta, V1Pod, V1PodSpec
from k8s_under_test.client.models import unknown_keys
from k8s_under_test.client.models.v1_http_get_action import V1HTTPGetAction
from k8s_under_test.client.models.v1_lifecycle_handler import V1LifecycleHandler
from typing_extensions import assert_type

pod = V1Pod(
    metadata=V1ObjectMeta(name="a", labels={"app": "a"}),
    spec=V1PodSpec(containers=[V1Container(name="c", args=["x"])]),
)
assert_type(pod.metadata, Optional[V1ObjectMeta])
assert pod.metadata is not None
assert_type(pod.metadata.labels, Optional[dict[str, str]])
assert_type(pod.metadata.creation_timestamp, Optional[datetime])
assert pod.spec is not None
assert_type(pod.spec.containers, list[V1Container])
assert_type(pod.spec.containers[0].name, str)
resources = pod.spec.containers[0].resources
assert resources is not None
assert_type(resources.limits, Optional[dict[str, str]])

assert_type(V1HTTPGetAction(port="http").port, Union[int, str])
assert_type(V1HTTPGetAction(port=80, host="h").host, Optional[str])
handler = V1LifecycleHandler(_exec=None)
handler._exec = None

assert_type(V1Pod.from_dict({}), V1Pod)
assert_type(V1Pod.from_dict(None), None)
assert_type(pod.to_dict(serialize=True), dict[str, Any])
assert_type(pod.to_json(), str)
with unknown_keys("keep"):
    V1Pod.from_dict({}, unknown="error")

assert_type(aio.V1Pod(metadata=aio.V1ObjectMeta()).metadata, Optional[aio.V1ObjectMeta])
