"""Calls that type checkers refuse, each on the line that says so."""

from __future__ import annotations

from k8s_under_test.aio import client as aio
from k8s_under_test.client import V1Container, V1ObjectMeta, V1Pod, V1PodSpec
from k8s_under_test.client.models.v1_http_get_action import V1HTTPGetAction

V1Container()  # refused: a required argument is missing
V1Container(name=None)  # refused: a required field is no Optional
V1ObjectMeta(naem="a")  # refused: no such argument
V1ObjectMeta("a")  # refused: arguments have names
V1ObjectMeta(name=1)  # refused: text only
V1PodSpec(containers=V1Container(name="a"))  # refused: a list
V1HTTPGetAction(port=1.5)  # refused: number or text
aio.V1Pod(metadata=V1ObjectMeta())  # refused: the sync class in an async model
V1Pod().metadata.name  # refused: metadata may be None
V1Pod.from_dict({}, unknown="ignore")  # refused: no such mode
V1Pod().nothing  # refused: no such attribute
