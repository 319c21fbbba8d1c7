"""What names of a Python source stand for, as far as the search follows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from kubewright.drift.scan.index import Index

ENDINGS = ("client", "client.models", "aio.client", "aio.client.models")
SUBMODULES = frozenset({"client", "models", "aio"})


@dataclass(frozen=True, slots=True)
class Module:
    """A module or package by its dotted path."""

    path: str


@dataclass(frozen=True, slots=True)
class Class:
    """A class of models; `starred` where only a star import can have brought it."""

    name: str
    starred: bool = False


@dataclass(frozen=True, slots=True)
class Instance:
    """A value of a class, inside `containers` (`[]`, `{}`) outermost first."""

    name: str
    containers: str = ""

    def inner(self) -> Instance:
        """An element of the outermost container."""
        return Instance(self.name, self.containers[2:])

    def inside(self, container: str) -> Instance:
        """A container of such values."""
        return Instance(self.name, container + self.containers)


@dataclass(frozen=True, slots=True)
class Function:
    """Something that returns an instance when it is called."""

    result: Instance


@dataclass(frozen=True, slots=True)
class Own:
    """An instance of a class that the source defines; its attributes were seen set."""

    attributes: dict[str, Value | None] = field(default_factory=dict, hash=False)


Value = Module | Class | Instance | Function | Own


@dataclass(slots=True)
class Scope:
    """The names of a module, class or function; a function's `parent` is no class."""

    parent: Scope | None = None
    names: dict[str, Value | None] = field(default_factory=dict)
    starred: bool = False

    def find(self, name: str) -> Value | None:
        """What `name` stands for; a name that was bound to something else is None."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def known(self, name: str) -> bool:
        """Whether `name` was bound here or outside."""
        return name in self.names or (
            self.parent is not None and self.parent.known(name)
        )

    def has_star(self) -> bool:
        """Whether a star import may have bound any name."""
        return self.starred or (self.parent is not None and self.parent.has_star())


@dataclass(frozen=True, slots=True)
class Packages:
    """Which dotted paths hold models, and what their members are."""

    index: Index
    added: tuple[str, ...] = ()

    def holds_models(self, path: str) -> bool:
        """Whether classes of models are imported from `path`."""
        bare = path.lstrip(".")
        return any(
            bare == ending or bare.endswith(f".{ending}") for ending in ENDINGS
        ) or any(path == name or path.startswith(f"{name}.") for name in self.added)

    def is_model_module(self, path: str) -> bool:
        """Whether `path` is the module of one class, such as `client.models.v1_pod`."""
        parent, _, name = path.rpartition(".")
        return name in self.index.class_modules and self.holds_models(parent)

    def member(self, path: str, name: str) -> Value | None:
        """What the attribute `name` of the module at `path` is."""
        if self.holds_models(path) or self.is_model_module(path):
            if name in self.index.types:
                return Class(name)
            if name not in SUBMODULES | self.index.class_modules:
                return None
        return Module(f"{path}.{name}".lstrip(".") if path.strip(".") else name)


def parts(containers: str) -> Iterator[str]:
    """The single containers of a chain, outermost first."""
    return (containers[at : at + 2] for at in range(0, len(containers), 2))


def first(values: Iterable[Value | None]) -> Value | None:
    """The first value that is known."""
    return next((value for value in values if value is not None), None)


# Calls on a class of models that give an instance of it.
MAKERS = frozenset(
    {
        "from_dict",
        "from_json",
        "model_validate",
        "model_validate_json",
        "model_construct",
    }
)
# Calls that give what they are given.
COPIES = frozenset({"copy", "deepcopy", "cast", "model_copy", "__deepcopy__"})
# Generic types of annotations and the containers that they are.
GENERICS: Mapping[str, str] = {
    **dict.fromkeys(
        ("List", "list", "Sequence", "Iterable", "Iterator", "Collection", "Tuple"),
        "[]",
    ),
    **dict.fromkeys(
        ("tuple", "Set", "set", "FrozenSet", "Generator", "AsyncIterator"), "[]"
    ),
    **dict.fromkeys(("Dict", "dict", "Mapping", "MutableMapping", "DefaultDict"), "{}"),
    **dict.fromkeys(
        ("Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable", "Type"), ""
    ),
}
