"""History in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from kubewright.codegen.ir import Model
from kubewright.refdocs.history import Event, ModelHistory, What


def badge(history: ModelHistory | None, release: str) -> str:
    """What a list says of a model: new or changed in `release`, or nothing."""
    if history is None or not history.in_release(release):
        return ""
    return f"{'new' if history.since == release else 'changed'} in {release}"


def field_badge(history: ModelHistory, wire: str, release: str) -> str:
    """What a table says of a field: new or changed in `release`, or nothing."""
    events = [event for event in history.in_release(release) if event.field == wire]
    if not events or history.since == release:
        return ""
    return f"{'new' if events[0].what is What.ADDED else 'changed'} in {release}"


def lines(history: ModelHistory, model: Model) -> Iterator[tuple[str, str]]:
    """Release and what it brought, newest first."""
    public = {field.wire: field.public for field in model.fields}
    found: dict[str, list[str]] = defaultdict(list)
    for event in history.events:
        found[event.release].append(
            sentence(event, public.get(event.field, event.field))
        )
    for release in reversed(found):
        for text in found[release]:
            yield release, text
    if history.since is None:
        oldest = history.oldest
        yield oldest, f"the model and its other fields exist since {oldest} or earlier"


def sentence(event: Event, name: str) -> str:
    """An event in words; `name` is the attribute of its field."""
    match event:
        case Event(what=What.ADDED, field=""):
            return "the model is new"
        case Event(what=What.RENAMED, field=""):
            return f"the class was called {event.old} before"
        case Event(what=What.RENAMED):
            return f"`{name}` (`{event.field}`) was called `{event.old}` before"
        case Event(what=What.REMOVED):
            return f"`{event.field}` is gone"
        case Event(what=What.ADDED):
            return f"`{name}` is new"
    return f"`{name}` {event.what.value}"
