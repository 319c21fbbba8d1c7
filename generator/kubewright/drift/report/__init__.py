"""Reports: every form is made from one `Outcome`, so that none is poorer."""

from __future__ import annotations

import importlib

from kubewright.drift.outcome import Outcome

# The module of each form; imported when it is asked for, since some need a template engine.
MODULES = {
    "text": "text",
    "json": "json_form",
    "md": "markdown",
    "html": "page",
    "github": "github",
    "sarif": "sarif",
    "junit": "junit",
}
FORMS = tuple(MODULES)


def render(outcome: Outcome, form: str, fail_on: str) -> str:
    """The report in that form; `fail_on` says which findings a test report calls failures."""
    module = importlib.import_module(f"kubewright.drift.report.{MODULES[form]}")
    if form == "junit":
        return str(module.render(outcome, fail_on))
    return str(module.render(outcome))
