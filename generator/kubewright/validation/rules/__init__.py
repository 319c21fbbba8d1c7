"""All rules as rows, by id."""

from __future__ import annotations

from kubewright.validation.findings import Rule
from kubewright.validation.rules import (
    allocatable,
    claims,
    decoding,
    names,
    pods,
    resources,
    slices,
    warnings,
)

ROWS: tuple[Rule, ...] = (
    *(*decoding.ROWS, *names.ROWS, *claims.ROWS, *slices.ROWS, *allocatable.ROWS),
    *(*pods.ROWS, *resources.ROWS, *warnings.ROWS),
)
RULES: dict[str, Rule] = {rule.id: rule for rule in ROWS}
