"""Rules on DRA and resource objects: what the API server would say, before it does."""

from kubewright.validation.build import (
    advertise,
    device_status,
    node_allocatable,
    ready_condition,
    withdraw,
)
from kubewright.validation.findings import ErrorType, Finding, Rule
from kubewright.validation.rules import ROWS, RULES
from kubewright.validation.run import CHECKS, Operation, has_rules, validate
from kubewright.validation.warn import warnings

__all__ = [
    "CHECKS",
    "ROWS",
    "RULES",
    "ErrorType",
    "Finding",
    "Operation",
    "Rule",
    "advertise",
    "device_status",
    "has_rules",
    "node_allocatable",
    "ready_condition",
    "validate",
    "warnings",
    "withdraw",
]
