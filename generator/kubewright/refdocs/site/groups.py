"""The groups and versions of an API, and which models belong to each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kubewright.codegen.ir import Model
from kubewright.codegen.naming import short_names
from kubewright.refdocs.kinds import Kind
from kubewright.refdocs.site.facts import Role

TITLES = {"": "core"}
UPSTREAM = "io.k8s."


@dataclass(frozen=True, slots=True)
class Group:
    """The models whose keys differ in the last part only, by role and in order.

    `name` and `version` are those of its kinds, or read from the key where it has none.
    """

    slug: str
    prefix: str
    name: str
    version: str
    members: Mapping[Role, tuple[Model, ...]]

    @property
    def title(self) -> str:
        """`core/v1`, `resource.k8s.io/v1`."""
        name = TITLES.get(self.name, self.name)
        return f"{name}/{self.version}" if self.version else name

    @property
    def models(self) -> list[Model]:
        """All models, kinds first."""
        return [model for models in self.members.values() for model in models]


def groups(models: Iterable[Model], kinds: Mapping[str, Kind]) -> list[Group]:
    """The groups of `models`: core first, then by name, newest and most stable version first."""
    found: dict[str, list[Model]] = defaultdict(list)
    for model in models:
        found[prefix_of(model)].append(model)
    slugs = short_names(found)
    made = [_group(prefix, slugs[prefix], found[prefix], kinds) for prefix in found]
    return sorted(made, key=_order)


def prefix_of(model: Model) -> str:
    """The key of `model` without its last part; definitions without one share a group."""
    return model.key.rpartition(".")[0] or "definitions"


def _group(
    prefix: str, slug: str, models: list[Model], kinds: Mapping[str, Kind]
) -> Group:
    uses = Counter(kinds[m.key] for m in models if m.key in kinds)
    served = Counter((kind.group, kind.version) for kind in uses)
    head, _, tail = prefix.rpartition(".")
    name, version = (head.rpartition(".")[2], tail) if _is_version(tail) else (tail, "")
    if served and not prefix.endswith(".meta.v1"):
        name, version = served.most_common(1)[0][0]
    names = {model.key.rpartition(".")[2] for model in models}
    members: dict[Role, list[Model]] = {"kind": [], "list": [], "part": []}
    for model in models:
        members[_role(model, names, kinds)].append(model)
    return Group(
        slug, prefix, name, version, {r: tuple(ms) for r, ms in members.items()}
    )


def _role(model: Model, names: set[str], kinds: Mapping[str, Kind]) -> Role:
    if model.key not in kinds:
        return "part"
    name = model.key.rpartition(".")[2]
    return "list" if name.removesuffix("List") in names - {name} else "kind"


def _is_version(text: str) -> bool:
    return text[:1] == "v" and text[1:2].isdigit()


def _order(group: Group) -> tuple[bool, str, bool, str]:
    foreign = not group.prefix.startswith(UPSTREAM)
    stable = not ("alpha" in group.version or "beta" in group.version)
    name = TITLES.get(group.name, group.name)
    # `v1beta2` comes before `v1beta1`: text from the other end of the alphabet.
    turned = "".join(chr(255 - min(ord(char), 255)) for char in group.version)
    return foreign, f"{name != 'core'}{name}", not stable, turned
