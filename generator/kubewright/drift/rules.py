"""The rules: one row for each id, with its severity, what it breaks and where it is found.

The rows follow the taxonomy of the reference; ids are never reused. `mirror` holds the ids
that the same change may have when the releases are exchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

BREAKING, WARNING, INFO, DOC = "breaking", "warning", "info", "doc"
SEVERITIES = (BREAKING, WARNING, INFO, DOC)
USES = ("import", "construct", "read", "send")
_WORD = {"y": "yes", "m": "maybe", ".": "no"}


@dataclass(frozen=True, slots=True)
class Breaks:
    """What breaks for each use: `yes`, `maybe` or `no`; with lenient and with strict models."""

    lenient: Mapping[str, str]
    strict: Mapping[str, str]


def _breaks(code: str) -> Breaks:
    """The table's notation: import, construct, read, send; `m/y` is lenient/strict."""
    parts = [part.partition("/") for part in code.split()]
    lenient = {use: _WORD[soft] for use, (soft, _, _) in zip(USES, parts, strict=True)}
    strict = {
        use: _WORD[hard or soft]
        for use, (soft, _, hard) in zip(USES, parts, strict=True)
    }
    return Breaks(lenient, strict)


@dataclass(frozen=True, slots=True)
class Rule:
    """One sort of change: its severity for a stable API, its text, what it breaks.

    `finds` says where it is looked for in sources and manifests: `name` of the class, `key`
    (keyword or key of the field), `read` of the attribute, `omitted` (the field is not
    given), `value`, `module`, or `kind`.
    """

    id: str
    severity: str
    text: str
    breaks: Breaks
    mirror: tuple[str, ...]
    finds: tuple[str, ...] = ()
    help: str = ""


NAME, KEY, READ, OMITTED, VALUE, MODULE, KIND = (
    ("name",), ("key",), ("read",), ("omitted",), ("value",), ("module",), ("kind",)
)  # fmt: skip
GONE = "y y . ."
KIND_GONE = "y y y y"
FIELD_GONE = ". y y m"
NOTHING = ". . . ."

_ROWS: tuple[tuple[str, str, str, str, str, tuple[str, ...], str], ...] = (
    ("model-added", INFO, NOTHING, "model-removed model-replaced", "a new class", (),
     "Nothing to do."),
    ("model-removed", BREAKING, GONE, "model-added", "the class is gone", NAME,
     "Take the named successor or one of the candidates; compare the fields before."),
    ("model-renamed", BREAKING, GONE, "model-renamed", "the class has another name", NAME,
     "Write the new name."),
    ("model-replaced", BREAKING, GONE, "model-added",
     "the class is gone, successors of another shape stand in its place", NAME,
     "Build the successors instead; no rewrite can do it."),
    ("model-inlined", BREAKING, "y y y .", "model-uninlined", "the class became a plain type",
     NAME, "Give the plain value where the class was built."),
    ("model-uninlined", WARNING, ". y y .", "model-inlined", "a plain type became a class", (),
     "Build the class where the plain value was given."),
    ("class-renamed-by-collision", BREAKING, GONE, "class-renamed-by-collision",
     "same definition, other class name because of another definition", NAME,
     "Write the new name; the wire format is the same."),
    ("class-name-reused", BREAKING, ". y y y", "class-name-reused",
     "the class name belongs to another definition now", NAME,
     "The import still works: check every use of the class."),
    ("module-renamed", BREAKING, GONE, "module-renamed", "the import path changed", MODULE,
     "Import from the new module, or from the package."),
    ("kind-added", INFO, NOTHING, "kind-removed kind-version-removed",
     "a kind, or another version of it, is new", (),
     "Nothing to do."),
    ("kind-promoted", INFO, NOTHING, "kind-version-removed",
     "a more stable version of a kind is available", (), "Move to it when all servers have it."),
    ("kind-removed", BREAKING, KIND_GONE, "kind-added", "no version of the kind is left",
     (*NAME, *KIND), "The server does not know the kind any more."),
    ("kind-version-removed", BREAKING, KIND_GONE, "kind-promoted kind-added",
     "this version of the kind is gone", (*NAME, *KIND),
     "Move to the named version; `shape` says whether the fields are the same."),
    ("kind-deprecated", WARNING, NOTHING, "model-description-changed", "the kind is deprecated",
     (*NAME, *KIND), "Read the description for what to use instead."),
    ("group-version-added", INFO, NOTHING, "group-version-removed", "a group version is new", (),
     "Nothing to do."),
    ("group-version-removed", BREAKING, KIND_GONE, "group-version-added",
     "no kind of this group version is left", NAME,
     "See the removed kinds; the class for its calls is gone as well."),
    ("field-added-optional", INFO, NOTHING, "field-removed field-moved", "a new field", (),
     "Models of the old release drop it when they read: read, change and replace loses it."),
    ("field-added-required", BREAKING, ". m/y ./m y", "field-removed field-moved",
     "a new required field",
     OMITTED, "Give it wherever the class is built."),
    ("field-removed", BREAKING, FIELD_GONE, "field-added-optional field-added-required",
     "the field is gone",
     (*KEY, *READ), "Stop using it; the server drops or refuses it."),
    ("field-renamed", BREAKING, FIELD_GONE, "field-renamed", "the field has another name",
     (*KEY, *READ), "Write the new name."),
    ("field-moved", BREAKING, FIELD_GONE, "field-moved field-added-optional field-added-required",
     "the field stands one level deeper or higher", (*KEY, *READ), "Use the new path."),
    ("field-became-required", BREAKING, ". m/y ./m y", "field-became-optional",
     "the field must be given", OMITTED,
     "Give it wherever the class is built; reading objects without it fails."),
    ("field-became-optional", WARNING, ". . m/m .", "field-became-required",
     "the field may be absent", READ, "Expect None."),
    ("field-type-widened", WARNING, ". . m/m .", "field-type-narrowed field-enum-introduced",
     "the field may hold values of more types", READ, "Expect the new type on reading."),
    ("field-type-narrowed", BREAKING, ". m/y . y", "field-type-widened",
     "the field accepts fewer values", KEY, "Give a value of the narrower type."),
    ("field-type-changed", BREAKING, ". m/y y/y y", "field-type-changed",
     "the field has another type", (*KEY, *READ), "Give and expect the new type."),
    ("field-container-changed", BREAKING, ". m/y y/y y", "field-container-changed",
     "scalar, list and map were exchanged", (*KEY, *READ), "Give and expect the new container."),
    ("field-ref-retargeted", BREAKING, ". m/y y/y m", "field-ref-retargeted",
     "the field holds another model", KEY, "Build the new class."),
    ("field-ref-renamed", INFO, NOTHING, "field-ref-renamed",
     "the reference follows a rename", (), "See the rename."),
    ("field-format-changed", BREAKING, ". m/y y/y m", "field-format-changed",
     "the field has another format", (*KEY, *READ), "Give and expect the new Python type."),
    ("field-enum-introduced", BREAKING, ". ./m . y", "field-type-widened",
     "only the listed values are allowed now", VALUE, "Give one of the values."),
    ("field-enum-value-removed", BREAKING, ". ./m . y", "field-enum-value-added",
     "a value is not allowed any more", VALUE, "Give another value."),
    ("field-enum-value-added", WARNING, ". . m/m .", "field-enum-value-removed",
     "a value is new", READ, "Expect it where all values are told apart."),
    ("field-default-changed", WARNING, ". . . m", "field-default-changed",
     "another value is taken where none is given", OMITTED, "Give the value that you mean."),
    ("field-list-semantics-changed", WARNING, ". . . m", "field-list-semantics-changed",
     "patches and applies merge the field otherwise", KEY,
     "Check patches and server-side apply of this field."),
    ("field-constraint-changed", WARNING, ". . . m", "field-constraint-changed",
     "other values are valid", KEY, "Check the values that you give."),
    ("field-deprecated", WARNING, NOTHING, "field-description-changed", "the field is deprecated",
     (*KEY, *READ), "Read the description for what to use instead."),
    ("field-description-changed", DOC, NOTHING, "field-description-changed",
     "the field is described otherwise", (), "Read it if you use the field."),
    ("model-description-changed", DOC, NOTHING, "model-description-changed",
     "the class is described otherwise", (), "Read it if you use the class."),
    ("python-attribute-renamed", BREAKING, ". y/y y/y .", "python-attribute-renamed",
     "another generator: the same field has another attribute", (*KEY, *READ),
     "Write the new attribute; the wire format is the same."),
    ("python-type-changed", WARNING, ". ./m m/m .", "python-type-changed",
     "another generator: the same field has another Python type", (*KEY, *READ),
     "Give and expect the new type; the wire format is the same."),
    ("python-base-changed", WARNING, ". m/m m/m .", "python-base-changed",
     "another generator: the classes or their runtime are other ones", (),
     "Run your tests with the new models; the wire format is the same."),
)  # fmt: skip

RULES: Mapping[str, Rule] = {
    name: Rule(
        name, severity, text, _breaks(code), tuple(mirror.split()), finds, advice
    )
    for name, severity, code, mirror, text, finds, advice in _ROWS
}

# Where one id has several columns in the table: by id and the detail that decides.
RETARGETED: Mapping[str, Breaks] = {
    "identical": _breaks(". ./y . ."),
    "superset": _breaks(". m/y . m"),
    "subset": _breaks(". m/y m/m m"),
    "different": RULES["field-ref-retargeted"].breaks,
}
UNBROKEN = _breaks(NOTHING)


def rank(severity: str) -> int:
    """What severities sort by: the worst first."""
    return SEVERITIES.index(severity)


def at_least(severity: str, level: str) -> bool:
    """Whether `severity` is `level` or worse."""
    return rank(severity) <= rank(level)


def listing() -> str:
    """All ids with severity and text, one line each."""
    width = max(map(len, RULES))
    lines = (
        f"{rule.id:<{width}}  {rule.severity:<8}  {rule.text}"
        for rule in RULES.values()
    )
    return "\n".join(lines)
