"""Pages of your own from the same facts: a table of all fields, as CSV.

    python examples/docs/own_pages.py 1.37 > fields.csv

The reference pages are made by a function from facts to files; this is another one.
"""

from __future__ import annotations

import csv
import io
import sys

from kubewright.codegen.generate import Facts, Request, facts
from kubewright.refdocs.types import python_type
from kubewright.spec import releases, sources


def pages(known: Facts) -> dict[str, str]:
    """One file: class, attribute, name in JSON, type, and whether it is required."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["class", "attribute", "json", "type", "required"])
    for model in known.package.models:
        for field in model.fields:
            kind = python_type(field.type)
            rows.writerow(
                [model.class_name, field.public, field.wire, kind, field.required]
            )
    return {"fields.csv": out.getvalue()}


def main(release: str) -> None:
    """Print the table of a release."""
    request = Request(sources.load(release), release, releases.aliases(release))
    sys.stdout.write(pages(facts(request))["fields.csv"])


if __name__ == "__main__":
    main(*sys.argv[1:])
