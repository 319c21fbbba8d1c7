"""The official ApiClient, sync and aio, with models of ours in and out (3.2, Q5)."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from contract.test_unknown_keys import OLD_CLAIM


@pytest.fixture(scope="module", params=["client", "aio.client"])
def answer(
    request: pytest.FixtureRequest, tree_137: Path, official_python: Path
) -> Any:
    """What the script says, run beside the official client."""
    asked = {
        "package": f"k8s_under_test.{request.param}.models",
        "model": "ResourceV1ResourceClaim",
        "document": OLD_CLAIM,
    }
    done = subprocess.run(
        [str(official_python), str(Path(__file__).with_name("through_api_client.py"))],
        input=json.dumps(asked),
        env={**os.environ, "PYTHONPATH": str(tree_137)},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout)


def test_drop_loses_the_device_class(answer: Any) -> None:
    """A v1beta1-shaped request read as v1, changed and sent back has lost its class."""
    assert answer["drop"]["spec"]["devices"]["requests"] == [{"name": "gpu"}]


def test_keep_sends_back_what_came(answer: Any) -> None:
    """`unknown_keys("keep")` reaches ApiClient's reads, and its bodies hold the keys."""
    assert answer["keep"]["spec"] == OLD_CLAIM["spec"]
    assert answer["keep"]["metadata"] == {"labels": {"changed": "yes"}, "name": "claim"}


def test_error_refuses_the_answer(answer: Any) -> None:
    """`unknown_keys("error")` makes the read fail with every path."""
    place = ["spec", "devices", "requests", 0]
    assert answer["error"] == [[*place, "deviceClassName"], [*place, "selectors"]]


def test_body_of_each_kind(answer: Any) -> None:
    """Times, bytes, quantities, remapped names and free-form data as the server reads them."""
    stop = {"exec": {"command": ["a"]}}
    assert answer["kinds"] == [
        {"creationTimestamp": "2020-01-01T00:00:00+00:00"},
        {"renewTime": "2020-01-01T00:00:00.000000Z"},
        {"data": {"k": "Zm9v"}},
        {"limits": {"cpu": "0.5"}},
        {"in a dict": [{"preStop": stop}]},
        {"data": {"a": [stop], "b": None}, "revision": 1},
    ]
