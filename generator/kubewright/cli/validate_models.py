"""Decoding objects with the models of a release: unknown keys and wrong types as findings."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

from kubewright.errors import KubewrightError
from kubewright.objects import Kind
from kubewright.validation import Finding

_RULES = {"extra_forbidden": "models/unknown", "missing": "models/missing"}


def decoder(release: str) -> Callable[[Kind, Any], list[Finding] | None]:
    """A function that decodes an object of a kind; None where the release has no such kind."""
    models = _models(".".join(release.removeprefix("v").split(".")[:2]))

    def decode(kind: Kind, value: Any) -> list[Finding] | None:
        found = _class(models, kind)
        return None if found is None else _findings(found, value)

    return decode


def _models(release: str) -> Any:
    """The models package of a release: taken from the cache, made there when it is missing."""
    from kubewright.codegen.generate import Request, generate
    from kubewright.spec import cache, releases, sources

    package = f"kubewright_models_{release.replace('.', '_')}"
    folder = cache.folder() / "models" / release
    folder.parent.mkdir(parents=True, exist_ok=True)
    document, aliases = sources.load(release), releases.aliases(release)
    generate(Request(document, release, aliases, package, formatted=False), folder)
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    return importlib.import_module(f"{package}.client.models")


def _class(models: Any, kind: Kind) -> Any:
    """The class of a kind, with or without the group that tells two of a name apart."""
    if "." in kind.group and not kind.group.endswith(".k8s.io"):
        return None
    version = kind.version[:1].upper() + kind.version[1:]
    group = kind.group.partition(".")[0].capitalize() or "Core"
    for name in (f"{group}{version}{kind.name}", f"{version}{kind.name}"):
        found = getattr(models, name, None) if version else None
        if found is not None:
            return found
    return None


def _findings(model: Any, value: Any) -> list[Finding]:
    try:
        model.model_validate(value)
    except KubewrightError:
        raise
    except Exception as error:
        faults = getattr(error, "errors", None)
        listed = faults(include_url=False) if callable(faults) else []
        return [_finding(fault) for fault in listed] or [_whole(error)]
    return []


def _finding(fault: dict[str, Any]) -> Finding:
    rule = _RULES.get(fault["type"], "models/type")
    kind: Any = "Required" if rule == "models/missing" else "Invalid"
    path = "".join(_step(step) for step in fault["loc"]).removeprefix(".")
    return Finding(kind, path, None, str(fault["msg"]), rule)


def _step(step: object) -> str:
    return f"[{step}]" if isinstance(step, int) or "/" in str(step) else f".{step}"


def _whole(error: Exception) -> Finding:
    first = (str(error).splitlines() or [type(error).__name__])[0]
    return Finding("Invalid", "", None, first, "models/type")
