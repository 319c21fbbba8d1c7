"""Run by the official client's Python: what its ApiClient makes of objects of ours.

Reads a JSON object `{"document": ..., "model": ..., "package": ...}` on stdin; prints, for each
mode of unknown keys, the request body of the object that ApiClient decoded, or the paths of
the errors; and the body of one object with a value of each kind.
"""

from __future__ import annotations

import datetime
import importlib
import json
import sys
from typing import Any

from kubernetes.aio.client import ApiClient as AioApiClient
from kubernetes.client import ApiClient


def decoded(client: Any, cls: Any, models: Any, document: Any, mode: str) -> Any:
    """The body of what the client decodes under a mode, changed in between."""
    with models.unknown_keys(mode):
        try:
            made = client.deserialize(json.dumps(document), cls, "application/json")
        except ValueError as error:
            return [list(line["loc"]) for line in error.errors()]  # type: ignore[attr-defined]
    made.metadata.labels = {"changed": "yes"}
    return client.sanitize_for_serialization(made)


def of_each_kind(client: Any, models: Any) -> Any:
    """Bodies that hold times, bytes, quantities, remapped names and models in lists."""
    moment = datetime.datetime(2020, 1, 1)
    handler = models.V1LifecycleHandler(_exec={"command": ["a"]})
    made = [
        models.V1ObjectMeta(creation_timestamp=moment),
        models.V1LeaseSpec(renew_time=moment),
        models.V1Secret(data={"k": b"Zm9v"}),
        models.V1ResourceRequirements(limits={"cpu": 0.5}),
        {"in a dict": [models.V1Lifecycle(pre_stop=handler)]},
        models.V1ControllerRevision(revision=1, data={"a": [handler], "b": None}),
    ]
    return json.loads(json.dumps(client.sanitize_for_serialization(made)))


def main() -> None:
    """Answer on stdout."""
    asked = json.load(sys.stdin)
    models = importlib.import_module(asked["package"])
    # Nothing here needs a loop, but the aio client wants to be made in one.
    client = (
        ApiClient()
        if ".aio." not in asked["package"]
        else AioApiClient.__new__(AioApiClient)
    )
    cls = getattr(models, asked["model"])
    answer = {
        mode: decoded(client, cls, models, asked["document"], mode)
        for mode in ("drop", "keep", "error")
    }
    print(json.dumps({**answer, "kinds": of_each_kind(client, models)}))


if __name__ == "__main__":
    main()
