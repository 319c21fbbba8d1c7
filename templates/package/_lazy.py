"""Names of a package that are imported when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any
from warnings import warn


def lazy(
    package: str,
    namespace: dict[str, Any],
    modules: Mapping[str, str],
    aliases: Mapping[str, str],
) -> tuple[Callable[..., Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of `package`, whose globals are `namespace`.

    `modules` maps a name to the relative module that holds it; a name of `aliases` gives what
    its new name gives, with a DeprecationWarning at `stacklevel`. Another name raises
    AttributeError.
    """

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name], package), name)
        namespace[name] = value
        return value

    def attribute(name: str, stacklevel: int = 2) -> Any:
        if name not in aliases:
            return load(name)
        new = aliases[name]
        message = f"{name} is called {new} since another API has a class of that name"
        warn(message, DeprecationWarning, stacklevel=stacklevel)
        return load(new)

    def names() -> list[str]:
        return sorted({*namespace, *modules})

    return attribute, names
