"""Generated from com.example.v1.Foo. Do not edit."""

from __future__ import annotations

from typing import Optional

from ._runtime import Model
from .v1_foo_spec import V1FooSpec
from .v1_pod import V1Pod


class ExampleV1Foo(Model):
    "Foo is of another group."

    spec: Optional[V1FooSpec] = None
    pod: Optional[V1Pod] = None

    openapi_types = {
        "spec": "V1FooSpec",
        "pod": "V1Pod",
    }

    attribute_map = {
        "spec": "spec",
        "pod": "pod",
    }
