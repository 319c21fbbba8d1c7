"""What the server fills in before it compares an update with what is stored."""

from __future__ import annotations

from typing import Any

_MODE = "ExactCount"


def defaulted(value: Any) -> Any:
    """A part of a claim with modes, counts and operators of tolerations filled in.

    Opaque parameters are left as they are (pkg/apis/resource/v1/defaults.go).
    """
    if isinstance(value, list):
        return [defaulted(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _field(key, item) for key, item in value.items()}


def _field(key: str, value: Any) -> Any:
    if key == "opaque":
        return value
    below = defaulted(value)
    if key == "exactly" and isinstance(below, dict):
        return _request(below)
    if key == "firstAvailable":
        return _each(below, _request)
    return _each(below, _toleration) if key == "tolerations" else below


def _each(listed: Any, fill: Any) -> Any:
    if not isinstance(listed, list):
        return listed
    return [fill(item) if isinstance(item, dict) else item for item in listed]


def _request(request: dict[str, Any]) -> dict[str, Any]:
    mode = request.get("allocationMode") or _MODE
    count = request.get("count") or (1 if mode == _MODE else None)
    return {**request, "allocationMode": mode, "count": count}


def _toleration(toleration: dict[str, Any]) -> dict[str, Any]:
    return {**toleration, "operator": toleration.get("operator") or "Equal"}
