"""What a template gets: one value a model, all text finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from kubewright.codegen import annotate, layout
from kubewright.codegen.ir import Field, Model, ModelRef
from kubewright.codegen.literal import docstring, literal
from kubewright.codegen.naming import camel


@dataclass(frozen=True, slots=True)
class Stub:
    """A public property that stands for a field stored under another name."""

    name: str
    annotation: str
    override: bool


@dataclass(frozen=True, slots=True)
class ModuleView:
    """A model's module: lines of imports, the class and its two maps."""

    key: str
    imports: tuple[str, ...]
    late_imports: tuple[str, ...]
    class_name: str
    base: str
    docstring: str
    fields: tuple[str, ...]
    stubs: tuple[Stub, ...]
    openapi_types: tuple[tuple[str, str], ...]
    attribute_map: tuple[tuple[str, str], ...]


def module(model: Model, cyclic: Set[str] = frozenset()) -> ModuleView:
    """The view of `model` that `module.py.jinja` shows.

    Modules of `cyclic` classes import one another below their class; pydantic resolves the
    annotations at the first use.
    """
    remapped = is_remapped(model)
    refs = references(model)
    late = {ref for ref in refs if {ref.class_name, model.class_name} <= cyclic}
    calls = [
        _arguments(field, remapped, not late.isdisjoint(annotate.levels(field.type)))
        for field in model.fields
    ]
    return ModuleView(
        key=model.key,
        imports=tuple(_imports(model, calls, refs - late)),
        late_imports=tuple(_model_imports(late)),
        class_name=model.class_name,
        base=_base(model),
        docstring=docstring(model.description),
        fields=tuple(map(_field, model.fields, calls)),
        stubs=tuple(map(_stub, filter(_is_remapped, model.fields))),
        openapi_types=tuple(
            (literal(field.public), literal(annotate.openapi_type(field.type)))
            for field in model.fields
        ),
        attribute_map=tuple(
            (literal(field.public), literal(field.wire)) for field in model.fields
        ),
    )


def references(model: Model) -> Set[ModelRef]:
    """The other models that `model` mentions."""
    leaves = annotate.leaves(model)
    refs = {leaf for leaf in leaves if isinstance(leaf, ModelRef)}
    return {ref for ref in refs if ref.class_name != model.class_name}


def is_remapped(model: Model) -> bool:
    """Whether a field of `model` is stored under a name that is not its public one."""
    return any(map(_is_remapped, model.fields))


def _is_remapped(field: Field) -> bool:
    return field.public != field.storage


def _base(model: Model) -> str:
    return "RemappedModel" if is_remapped(model) else "Model"


def _imports(
    model: Model, calls: Sequence[Sequence[str]], refs: Set[ModelRef]
) -> Iterator[str]:
    names = {leaf for leaf in annotate.leaves(model) if isinstance(leaf, str)}
    yield layout.imports("__future__", ["annotations"])
    yield ""
    if typing := _typing_names(model, names):
        yield layout.imports("typing", typing)
        yield ""
    if pydantic := names & annotate.PYDANTIC | _call_names(calls):
        yield layout.imports("pydantic", pydantic)
        yield ""
    yield layout.imports("._runtime", {_base(model)} | names & annotate.RUNTIME)
    yield from _model_imports(refs)


def _typing_names(model: Model, names: Set[str]) -> Set[str]:
    typing = names & {"Dict", "List"}
    if not all(field.required for field in model.fields):
        typing |= {"Optional"}
    return typing | {"TYPE_CHECKING"} if is_remapped(model) else typing


def _call_names(calls: Sequence[Sequence[str]]) -> Set[str]:
    """What fields with these arguments call."""
    names = {"Field"} if any(map(layout.is_call, calls)) else set()
    if any(_is_choice(argument) for call in calls for argument in call):
        names |= {"AliasChoices"}
    return names


def _is_choice(argument: str) -> bool:
    return argument.startswith("validation_alias=AliasChoices(")


def _model_imports(refs: Set[ModelRef]) -> list[str]:
    ordered = sorted(refs, key=lambda ref: ref.module)
    return [layout.imports(f".{ref.module}", [ref.class_name]) for ref in ordered]


def _field(field: Field, arguments: Sequence[str]) -> str:
    return layout.field(field.storage, annotate.annotation(field), arguments)


def _arguments(field: Field, remapped: bool, late: bool) -> list[str]:
    """The arguments of the field's `Field` call."""
    arguments = [] if field.required else ["default=None"]
    arguments.extend(_aliases(field, remapped, late))
    if field.description is not None:
        arguments.append(layout.description(field.description))
    return arguments


def _aliases(field: Field, remapped: bool, late: bool) -> Iterator[str]:
    """The names of `field` that the runtime does not derive from its attribute.

    pydantic makes a `late` field anew when it resolves the annotation, and of its names
    keeps those that the module spells out.
    """
    wire, public = literal(field.wire), literal(field.public)
    if _is_remapped(field):
        yield f"alias={public}"
    regular = field.public if late or _is_remapped(field) else camel(field.public)
    if field.wire == regular:
        return
    yield f"validation_alias={f'AliasChoices({wire}, {public})' if remapped else wire}"
    yield f"serialization_alias={wire}"


def _stub(field: Field) -> Stub:
    return Stub(
        field.public, annotate.annotation(field), override=field.public == "schema"
    )
