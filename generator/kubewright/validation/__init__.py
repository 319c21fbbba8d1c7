"""Rules on DRA and resource objects: what the API server would say, before it does."""

from kubewright.validation.findings import ErrorType, Finding, Rule
from kubewright.validation.rules import ROWS, RULES
from kubewright.validation.run import has_rules, validate

__all__ = ["ROWS", "RULES", "ErrorType", "Finding", "Rule", "has_rules", "validate"]
