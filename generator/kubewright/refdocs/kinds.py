"""Which definitions are kinds of the API, and of which group and version."""

from __future__ import annotations

from dataclasses import dataclass

from kubewright.spec.document import Definitions
from kubewright.spec.schemas import Schema

MARK = "x-kubernetes-group-version-kind"
TYPE_META = frozenset({"apiVersion", "kind"})


@dataclass(frozen=True, slots=True)
class Kind:
    """What `apiVersion` and `kind` of an object say; the core group is ""."""

    group: str
    version: str
    kind: str

    @property
    def api_version(self) -> str:
        """The value of `apiVersion`: `apps/v1`, or `v1` for the core group."""
        return f"{self.group}/{self.version}" if self.group else self.version


def kinds(definitions: Definitions) -> dict[str, Kind]:
    """The kind of each definition that is one, by key.

    Definitions that serve every group (WatchEvent, DeleteOptions) are kinds of none.
    """
    found = {key: _kind(body) for key, body in definitions.items()}
    return {key: kind for key, kind in found.items() if kind}


def _kind(body: Schema) -> Kind | None:
    marks = body.get(MARK)
    if not isinstance(marks, list) or len(marks) != 1 or not isinstance(marks[0], dict):
        return None
    if not body.get("properties", {}).keys() >= TYPE_META:
        return None
    match marks[0]:
        case {"group": str(group), "version": str(version), "kind": str(kind)}:
            return Kind(group, version, kind)
    return None
