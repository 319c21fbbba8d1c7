"""Objects as instances of generated models; run as a script, checks the official client's.

Usage: python families.py  (in an environment with the official client; kubewright, which the
validation room needs no packages for, and tests on PYTHONPATH)
"""

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from kubewright.objects import wire
from kubewright.validation import validate

VECTORS = json.loads(
    (Path(__file__).parents[1] / "vectors/validation.json").read_text()
)["cases"]
Pairs = set[tuple[str, str]]


def model_of(models: ModuleType, obj: dict[str, Any]) -> Any:
    """The object as an instance of its class; None where the models cannot hold all of it."""
    group, _, version = obj["apiVersion"].rpartition("/")
    name = f"{version.replace('v', 'V', 1)}{obj['kind']}"
    qualified = f"{group.partition('.')[0].capitalize() or 'Core'}{name}"
    found = getattr(models, qualified, None) or getattr(models, name)
    try:
        model = found.from_dict(obj)
    except ValueError:  # pydantic's ValidationError is one
        return None
    return model if _pruned(wire(model)) == _pruned(obj) else None


def _pruned(value: Any) -> Any:
    """The value without nulls, which models do not keep."""
    if isinstance(value, dict):
        return {key: _pruned(item) for key, item in value.items() if item is not None}
    return [_pruned(item) for item in value] if isinstance(value, list) else value


def verdict(obj: Any, operation: Any, old: Any, options: dict[str, Any]) -> Pairs:
    """Type and field of each finding."""
    findings = validate(obj, operation=operation, old=old, **options)
    return {(finding.type, finding.field) for finding in findings}


def expected(case: dict[str, Any]) -> Pairs:
    """Type and field of each error that the server reports."""
    return {(error["type"], error["field"]) for error in case["expect"]}


def as_models(models: ModuleType | None, case: dict[str, Any]) -> Pairs | None:
    """The verdict on a vector held by models (None: plain wire data); None if refused."""
    obj, old = case["object"], (case.get("context") or {}).get("old")
    if models is not None:
        obj, old = model_of(models, obj), old and model_of(models, old)
        if obj is None:
            return None
    return verdict(obj, case["operation"], old, {"release": case.get("server", "1.37")})


def main(package: str) -> None:
    """Print the cases that failed and the number of cases that models could hold."""
    from validation.examples_claims import CLAIMS
    from validation.examples_pods import PODS, RESOURCES
    from validation.examples_slices import ALLOCATABLE, SLICES

    models = importlib.import_module(package)
    verdicts = {
        case["id"]: (as_models(models, case), expected(case)) for case in VECTORS
    }
    failed = [
        key for key, (got, want) in verdicts.items() if got is not None and got != want
    ]
    held = sum(got is not None for got, _ in verdicts.values())
    for example in (*CLAIMS, *SLICES, *ALLOCATABLE, *PODS, *RESOURCES):
        obj = model_of(models, example.broken())
        if obj is None:
            continue
        held += 1
        options = dict(example.options)
        got = verdict(obj, example.operation, options.pop("old", None), options)
        if example.at not in {field for _, field in got}:
            failed.append(f"{example.rule} at {example.at}")
    print(json.dumps({"failed": failed, "held": held}))


if __name__ == "__main__":
    main(sys.argv[1])
