"""Run by the official client's Python: what its models make of the documents on stdin.

One JSON line per document, `[class name, document]`; one JSON line per outcome: the parsed
`to_json()`, or the name of the error.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any


def outcome(cls: Any, document: Any) -> Any:
    """What from_dict and to_json give for a document."""
    try:
        return {"wire": json.loads(cls.from_dict(document).to_json())}
    except Exception as error:
        return {"error": type(error).__name__}


def main(package: str) -> None:
    """Answer each line of stdin on stdout."""
    models = importlib.import_module(package)
    for line in sys.stdin:
        name, document = json.loads(line)
        print(json.dumps(outcome(getattr(models, name), document)))


if __name__ == "__main__":
    main(sys.argv[1])
