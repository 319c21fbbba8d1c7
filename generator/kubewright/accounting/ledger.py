"""A cluster kept up to date from lists and watch events."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, Final

from kubewright.accounting.cluster import Cluster
from kubewright.accounting.loading import KINDS, flat
from kubewright.objects import ObjectError, describe

BOOKMARK: Final = "BOOKMARK"
DELETED: Final = "DELETED"
CHANGES: Final = ("ADDED", "MODIFIED", DELETED)


class Ledger(Cluster):
    """A `Cluster` that takes events: an event costs time by its object, not by the cluster.

    After any sequence of events every answer is that of `Cluster.load` over the objects that
    are there. `versions` holds the resource version that each kind has been followed to.
    """

    def __init__(self, release: str = "1.37") -> None:
        super().__init__(release)
        # A stream may go on for weeks: what cannot be used is remembered for a while.
        self._stray = deque(maxlen=1000)
        self.versions: dict[str, str] = {}

    def apply(self, event: str, obj: object) -> None:
        """Take one watch event: ADDED, MODIFIED, DELETED or BOOKMARK, with its object.

        An object that cannot be used is listed in `faults`. Raises ValueError for another
        type of event: an ERROR ends a watch, and a relist follows.
        """
        if event != BOOKMARK and event not in CHANGES:
            expected = ", ".join((*CHANGES, BOOKMARK))
            raise ValueError(f"watch event: found type {event!r}, expected {expected}")
        for kind, item in flat([obj], self._stray.append):
            self._change(event, kind, item)
            version = (item.get("metadata") or {}).get("resourceVersion")
            if version:
                self.versions[kind] = version

    def relist(self, kind: str, objects: Iterable[object], version: str = "") -> None:
        """Take the whole list of a kind: what is not in it is gone.

        `objects` are its items, or the list as the API sends it, with its version.
        Raises ValueError for a kind that accounting does not know, ObjectError for no list.
        """
        if kind not in KINDS:
            raise ValueError(
                f"kind: found {kind!r}, expected one of {', '.join(KINDS)}"
            )
        items, listed = _items(objects)
        gone = dict.fromkeys(self._state.keys(kind))
        for item in items:
            for found, obj in flat([_of_kind(item, kind)], self._stray.append):
                gone.pop(self._change("ADDED", found, obj) or "", None)
        for key in gone:
            self._state.remove(kind, key)
        self.versions[kind] = version or listed

    def _change(self, event: str, kind: str, obj: Mapping[str, Any]) -> str | None:
        if event == BOOKMARK:
            return None
        key = self._key(kind, obj)
        if key is not None and event == DELETED:
            self._state.remove(kind, key)
        elif key is not None:
            self._state.put(kind, obj)
        return key


def _items(objects: Iterable[object]) -> tuple[Iterable[object], str]:
    """The items of a list with its version; raises ObjectError for a mapping that is none."""
    if not isinstance(objects, Mapping):
        return objects, ""
    items = objects.get("items")
    if not isinstance(items, list):
        raise ObjectError("items", describe(items), "a list of objects")
    return items, (objects.get("metadata") or {}).get("resourceVersion") or ""


def _of_kind(item: object, kind: str) -> object:
    """Items of a list leave out their kind."""
    return (
        {"kind": kind, **item} if type(item) is dict and not item.get("kind") else item
    )
