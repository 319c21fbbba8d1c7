"""Print, as JSON, the facts of every model class of a package: `python facts.py PACKAGE`."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from typing import Any


def facts(cls: Any) -> dict[str, Any]:
    """Names, order, required, types, descriptions of one model class."""
    fields = dict(zip(cls.openapi_types, cls.model_fields.items(), strict=True))
    return {
        "module": cls.__module__.rpartition(".")[2],
        "openapi_types": list(cls.openapi_types.items()),
        "attribute_map": list(cls.attribute_map.items()),
        "storage": [name for name, _ in fields.values()],
        "required": [
            public for public, (_, field) in fields.items() if field.is_required()
        ],
        "descriptions": {
            public: field.description for public, (_, field) in fields.items()
        },
        "description": inspect.getdoc(cls).partition("\n\n")[0],
        "signature": list(inspect.signature(cls).parameters),
        "wire": getattr(cls, f"_{cls.__name__}__properties"),
    }


def main(package: str) -> None:
    """Print the facts of all classes that `package` exports."""
    models = importlib.import_module(package)
    table = {name: facts(getattr(models, name)) for name in models.__all__}
    json.dump({"order": list(models.__all__), "classes": table}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
