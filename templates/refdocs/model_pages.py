"""A Sphinx extension for pages of generated models.

Docstrings and descriptions are text: nothing in one is read as markup. A class lists its
fields with their types, which are links to their models, and tells which are required.
"""

import importlib
import re
from functools import cache

MARKUP = re.compile(r"[\\`*|_\[\]<>:]")
# The names of classes; splitting keeps them.
NAME = re.compile(r"(\b[A-Z]\w*[A-Z0-9a-z]\b)")
# The line, escaped, that starts what is told of the two class variables.
ABOUT = r"\Attributes\:"
# Members that every class has, and the stores behind public names.
HIDDEN = re.compile(r"__\w+__|model_config|var_\w+")


def plain(line):
    """The line as reST that shows it as it is."""
    text = MARKUP.sub(r"\\\g<0>", " ".join(line.split()))
    # Any character may begin a list, a title or a table.
    return f"\\{text}" if text and text[0] != "\\" else text


def describe(app, what, name, obj, options, lines):
    """Escape a docstring in place; list the fields below that of a model."""
    lines[:] = [plain(line) for line in lines]
    if what == "class" and getattr(obj, "openapi_types", None):
        lines[:] = [*_description(lines), "", *_parameters(obj), ""]


def sign(app, what, name, obj, options, signature, returns):
    """The keywords that build a model, required ones without a value."""
    if what != "class" or not getattr(obj, "openapi_types", None):
        return None
    keywords = [
        field if _field(obj, field).is_required() else f"{field}=None"
        for field in obj.openapi_types
    ]
    return f"(*, {', '.join(keywords)})", None


def choose(app, what, name, obj, skip, options):
    """Show the public name of a remapped field, and not the hidden one."""
    if HIDDEN.fullmatch(name):
        return True
    return False if isinstance(obj, property) else None


def _description(lines):
    """The lines before those that tell of the two class variables."""
    return lines[: lines.index(ABOUT)] if ABOUT in lines else lines


def _parameters(model):
    for name in model.openapi_types:
        field = _field(model, name)
        escaped = plain(name) if name[0] != "_" else f"\\_{plain(name[1:])}"
        yield f":param {escaped}: {plain(field.description or '')}".rstrip()
        yield f":type {escaped}: {_type(model, name)}"


def _type(model, name):
    """`List[V1Container], optional` with links to the pages of models."""
    package = importlib.import_module(model.__module__.rpartition(".")[0])
    parts = [_part(package, part) for part in NAME.split(model.openapi_types[name])]
    kind = "\\ ".join(filter(None, parts))
    return kind if _field(model, name).is_required() else f"{kind}\\ , optional"


def _part(package, text):
    """A model as a link; anything else is literal, or Sphinx would look for a class."""
    dotted = _dotted(package, text) if text.isidentifier() else None
    return f":py:class:`{text} <{dotted}>`" if dotted else text and f"``{text}``"


@cache
def _dotted(package, name):
    found = getattr(package, name, None)
    return f"{found.__module__}.{name}" if found is not None else None


def _field(model, public):
    fields = model.model_fields
    return fields.get(public) or fields[f"var_{public.lstrip('_')}"]


def setup(app):
    """Connect the extension."""
    app.connect("autodoc-process-docstring", describe)
    app.connect("autodoc-process-signature", sign)
    app.connect("autodoc-skip-member", choose)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
