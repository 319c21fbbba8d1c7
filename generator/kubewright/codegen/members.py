"""Names that generated code keeps for itself, so no definition or property may take them."""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from functools import cache

from pydantic import BaseModel

from kubewright.codegen import annotate, paths
from kubewright.codegen.ir import Field, Model
from kubewright.codegen.naming import SHADOWED
from kubewright.errors import Problem

# Members of the runtime's base class; a test holds this to the runtime itself.
RUNTIME = frozenset(
    {
        "attribute_map",
        "from_dict",
        "from_json",
        "openapi_types",
        "to_dict",
        "to_json",
        "to_str",
    }
)
# Names that generated modules import, so no class may be called so.
IMPORTED = (
    annotate.RUNTIME
    | annotate.PYDANTIC
    | {
        "AliasChoices",
        "Dict",
        "Field",
        "List",
        "Model",
        "Optional",
        "RemappedModel",
        "TYPE_CHECKING",
    }
)
# Room for `.py` below the limit of file systems.
MODULE_LIMIT = 200


@cache
def taken() -> frozenset[str]:
    """Attribute names that the base classes of a model own."""
    own = {name for base in (BaseModel, type(BaseModel)) for name in dir(base)}
    return (RUNTIME | own) - SHADOWED


def class_problems(model: Model) -> Iterator[Problem]:
    """What speaks against the class and module name of `model`."""
    where = f"definition {model.key}"
    if not model.class_name.isidentifier() or not model.class_name[0].isupper():
        yield Problem(
            where, f"the class name {model.class_name}", "a Python class name"
        )
    if model.class_name in IMPORTED or keyword.iskeyword(model.class_name):
        yield Problem(
            where, f"the class name {model.class_name}", "a name that is not taken"
        )
    if keyword.iskeyword(model.module) or model.module in paths.DEVICES:
        yield Problem(
            where, f"the module name {model.module}", "a name that files may have"
        )
    if len(model.module) > MODULE_LIMIT:
        found = f"a module name of {len(model.module)} characters"
        yield Problem(where, found, f"at most {MODULE_LIMIT}")


def field_problems(model: Model, field: Field) -> Iterator[Problem]:
    """What speaks against the attribute name of `field`."""
    where = f"definition {model.key}, property {field.wire}"
    if not field.storage.isidentifier():
        yield Problem(where, f"the attribute name {field.public}", "a Python name")
    elif field.storage in taken():
        yield Problem(
            where,
            f"the attribute name {field.public}",
            "a name that the models' base class does not use",
        )
