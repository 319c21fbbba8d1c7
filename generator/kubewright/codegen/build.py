"""From parsed definitions to the intermediate representation: names, types, what is inlined."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from kubewright.codegen import members
from kubewright.codegen.ir import (
    Field,
    ListOf,
    MapOf,
    Model,
    ModelRef,
    Package,
    Scalar,
    TypeRef,
)
from kubewright.codegen.naming import attribute, class_names, underscore
from kubewright.codegen.parsed import (
    Items,
    ParsedField,
    ParsedModel,
    ParsedType,
    Primitive,
    Reference,
    Values,
)
from kubewright.errors import KubewrightError, Problem, refuse
from kubewright.spec.document import INT_OR_STRING, QUANTITY, Definitions
from kubewright.spec.fixups import META

APIEXTENSIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1"

# A type is known by the key referred to, never by a list of fields.
KNOWN: Mapping[str, Scalar] = {
    QUANTITY: Scalar.QUANTITY,
    INT_OR_STRING: Scalar.INT_OR_STRING,
    f"{META}.MicroTime": Scalar.MICRO_TIME,
    "io.k8s.apimachinery.pkg.runtime.RawExtension": Scalar.RAW_EXTENSION,
    f"{APIEXTENSIONS}.JSON": Scalar.JSON,
    f"{APIEXTENSIONS}.JSONSchemaPropsOrBool": Scalar.JSON_SCHEMA_OR_BOOL,
    f"{APIEXTENSIONS}.JSONSchemaPropsOrArray": Scalar.JSON_SCHEMA_OR_ARRAY,
    f"{APIEXTENSIONS}.JSONSchemaPropsOrStringArray": Scalar.JSON_SCHEMA_OR_STRING_ARRAY,
}
PRIMITIVES: Mapping[str, Scalar] = {
    "string": Scalar.STRING,
    "integer": Scalar.INTEGER,
    "number": Scalar.NUMBER,
    "boolean": Scalar.BOOLEAN,
    "byte": Scalar.BYTES,
    "date-time": Scalar.TIME,
    "object": Scalar.OBJECT,
    "any": Scalar.JSON,
}
_ONE_LINE = str.maketrans("\t\r\n", "   ")


def package(
    parsed: Mapping[str, ParsedModel],
    definitions: Definitions,
    aliases: Mapping[str, str],
) -> Package:
    """The models of `definitions` by class name; raises `KubewrightError` on clashing names."""
    build = _Build(parsed, definitions)
    models = sorted(
        map(build.model, build.with_class), key=lambda model: model.class_name
    )
    refuse(_problems(models))
    if not models:
        found = f"{len(definitions)} definitions without properties"
        raise KubewrightError(Problem("definitions", found, "a model at least"))
    inlined = tuple(key for key in definitions if key not in build.refs)
    classes = {model.class_name for model in models}
    known = {
        old: new
        for old, new in aliases.items()
        if new in classes and old not in classes
    }
    refuse(_count_problems(len(definitions), len(models), len(inlined)))
    return Package(tuple(models), inlined, known)


class _Build:
    """The names of all definitions, and what each reference to one means."""

    def __init__(
        self, parsed: Mapping[str, ParsedModel], definitions: Definitions
    ) -> None:
        self.parsed = parsed
        self.definitions = definitions
        self.with_class = [
            key for key in definitions if definitions[key].get("properties")
        ]
        names = class_names(definitions)
        self.refs = {
            key: ModelRef(names[key], underscore(names[key])) for key in self.with_class
        }

    def model(self, key: str) -> Model:
        ref = self.refs[key]
        description = clean(self.definitions[key].get("description", "")).strip()
        fields = tuple(self.field(key, field) for field in self.parsed[key].fields)
        return Model(
            key, ref.class_name, ref.module, description or ref.class_name, fields
        )

    def field(self, key: str, field: ParsedField) -> Field:
        names = attribute(field.wire)
        kind = self.type(field.type)
        description = (
            None if isinstance(kind, ModelRef) else self.description(key, field)
        )
        return Field(
            field.wire, names.public, names.storage, kind, field.required, description
        )

    def description(self, key: str, field: ParsedField) -> str | None:
        """The property's own description, else that of the inlined definition it refers to."""
        own = self.definitions[key]["properties"][field.wire].get("description")
        if own is None and isinstance(field.type, Reference):
            own = self.definitions[field.type.key].get("description")
        return clean(own) if own else None

    def type(self, parsed: ParsedType) -> TypeRef:
        match parsed:
            case Primitive(name):
                return PRIMITIVES[name]
            case Items(item):
                return ListOf(self.type(item))
            case Values(value):
                return MapOf(self.type(value))
            case Reference(key):
                return (
                    self.refs.get(key)
                    or KNOWN.get(key)
                    or self.type(self.parsed[key].root)
                )


def clean(text: str) -> str:
    """`text` on one line: each tab, carriage return and line feed as one blank."""
    return text.translate(_ONE_LINE)


def _problems(models: Iterable[Model]) -> Iterator[Problem]:
    yield from _clashes(models)
    for model in models:
        yield from members.class_problems(model)
        yield from _attribute_clashes(model)
        for field in model.fields:
            yield from members.field_problems(model, field)


def _clashes(models: Iterable[Model]) -> Iterator[Problem]:
    """Definitions that end in one module; two that end in one class do so as well."""
    owners: dict[str, list[Model]] = defaultdict(list)
    for model in models:
        owners[model.module].append(model)
    for module, sharing in owners.items():
        if len(sharing) > 1:
            classes = sorted({model.class_name for model in sharing})
            found = f"module {module} for class {' and '.join(classes)}"
            where = f"definitions {' and '.join(model.key for model in sharing)}"
            yield Problem(where, found, "a class and a module each")


def _attribute_clashes(model: Model) -> Iterator[Problem]:
    owners: dict[str, list[str]] = defaultdict(list)
    for field in model.fields:
        for name in {field.public, field.storage}:
            owners[name].append(field.wire)
    for name, wires in owners.items():
        if len(wires) > 1:
            yield Problem(
                f"definition {model.key}, properties {' and '.join(wires)}",
                f"one attribute {name}",
                "an attribute each",
            )


def _count_problems(definitions: int, models: int, inlined: int) -> Iterator[Problem]:
    if definitions != models + inlined:
        yield Problem(
            "count of definitions",
            f"{models} models + {inlined} inlined",
            f"{definitions}",
        )
