"""The manifests written by hand that examples are taken from."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from kubewright import resources

FOLDER = "refdocs/examples"


@cache
def load() -> tuple[dict[str, Any], ...]:
    """All manifests, in the order of their files and of the documents in each."""
    files = sorted((resources.folder("templates") / FOLDER).glob("*.yaml"))
    found: list[dict[str, Any]] = []
    for path in files:
        found.extend(yaml.load_all(path.read_text("utf-8"), _loader()))
    return tuple(found)


def _loader() -> Any:
    """The safe loader without times, which are text on the wire; libyaml's where it is."""
    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    resolvers = {
        first: [(tag, regexp) for tag, regexp in rows if not tag.endswith(":timestamp")]
        for first, rows in base.yaml_implicit_resolvers.items()
    }
    return type("Loader", (base,), {"yaml_implicit_resolvers": resolvers})
