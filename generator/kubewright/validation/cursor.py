"""A value at a path: reads wire data with Go's zero values and reports what has a wrong type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kubewright.objects import Wire, child, describe
from kubewright.quantity import Quantity, QuantityError
from kubewright.validation.equality import unchanged
from kubewright.validation.findings import Finding, Release
from kubewright.validation.rules import RULES


def _same_path(path: str) -> str:
    return path


@dataclass(slots=True)
class Report:
    """Collects findings; knows the release, the gates, and the object an update started from.

    What has a wrong type is reported once, and nothing else about it.
    """

    release: Release
    gates: frozenset[str] = frozenset()
    versioned: Callable[[str], str] = _same_path
    old: Wire | None = None
    new: Wire | None = None
    findings: list[Finding] = field(default_factory=list)
    mistyped: set[str] = field(default_factory=set)

    def add(
        self, rule_id: str, path: str, value: Any = None, message: str = ""
    ) -> None:
        rule = RULES[rule_id]
        if not rule.holds(self.release):
            return
        # Uniqueness belongs to the list, so its items are judged as one.
        owner = path.rpartition("[")[0] if rule.type == "Duplicate" else path
        before = self.old if rule.declarative else None
        if before is not None and unchanged(self.new, before, owner):
            return
        if rule_id in _DECODING:
            self.mistyped.add(path)
        elif path in self.mistyped:
            return
        shown = (
            self.versioned(path) if rule.declarative or rule_id in _DECODING else path
        )
        said = message or rule.message
        finding = Finding(rule.type, shown, _short(value), said, rule_id)
        if rule_id not in _DECODING or finding not in self.findings:
            self.findings.append(finding)

    def enabled(self, gate: str) -> bool:
        """Gates count as on but for those of `_OFF`; `gates` may hold `Name` or `Name=false`."""
        if f"{gate}=false" in self.gates:
            return False
        return gate not in _OFF or gate in self.gates or f"{gate}=true" in self.gates


_OFF = frozenset({"DRAFractionalCapacityRange"})
_DECODING = frozenset({"decode/type", "decode/quantity", "decode/integer"})


def _short(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= 200 else f"{value[:200]}..."
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**64 else None
    if isinstance(value, (list, tuple)) and all(isinstance(v, str) for v in value):
        return [_short(item) for item in value[:40]]
    return None


def read_quantity(value: object) -> Quantity:
    """A quantity that can be added and divided; raises QuantityError for others.

    The server's own arithmetic does not end for exponents of 32 bits.
    """
    amount = Quantity.from_json(value)
    if not -_ABSURD < amount < _ABSURD:
        raise QuantityError("numeric", value, "more than 1000 digits")
    return amount


_ABSURD = Quantity("1e1000")


@dataclass(frozen=True, slots=True)
class At:
    """A value at a path. Absent, null and mistyped values read as Go's zero values."""

    value: Any
    path: str
    report: Report

    def fail(self, rule: str, value: Any = None, message: str = "") -> None:
        """Report a finding here."""
        self.report.add(rule, self.path, value, message)

    @property
    def present(self) -> bool:
        """Whether something other than null stands here (a set pointer, in Go)."""
        return self.value is not None

    def get(self, name: str) -> At:
        """A named field."""
        found = self._typed(dict, "a mapping")
        return At(
            found.get(name) if found else None, child(self.path, name), self.report
        )

    def key(self, key: str) -> At:
        """The place of a map key; the value is the mapping's own."""
        found = self.value.get(key) if isinstance(self.value, dict) else None
        return At(found, f"{self.path}[{key}]", self.report)

    def items(self) -> list[At]:
        """The items of a list."""
        found = self._typed(list, "a list") or []
        return [At(v, f"{self.path}[{i}]", self.report) for i, v in enumerate(found)]

    def entries(self) -> Iterator[tuple[str, At]]:
        """The entries of a map, sorted by key as Go prints maps."""
        found = self._typed(dict, "a mapping") or {}
        return ((key, self.key(key)) for key in sorted(found))

    def text(self) -> str:
        """Text, or "" where there is none."""
        return str(self._typed(str, "text") or "")

    def texts(self) -> list[str]:
        """The items of a list of text."""
        return [item.text() for item in self.items()]

    def integer(self) -> int:
        """A whole number, or 0."""
        found = self._typed(int, "a whole number")
        if found is not None and not -(2**63) <= found < 2**63:
            self.fail(
                "decode/integer", None, f"found {describe(found)}, expected 64 bits"
            )
            return 0
        return int(found or 0)

    def flag(self) -> bool | None:
        """A boolean, or None."""
        found: bool | None = self._typed(bool, "true or false")
        return found

    def quantity(self) -> Quantity | None:
        """A quantity, or None where there is none or it cannot be read."""
        if self.value is None:
            return None
        try:
            return read_quantity(self.value)
        except QuantityError as error:
            self.fail("decode/quantity", self.value, str(error))
            return None

    def _typed(self, kind: type, expected: str) -> Any:
        value = self.value
        if value is None or (
            isinstance(value, kind) and (type(value) is not bool or kind is bool)
        ):
            return value
        if kind is int and isinstance(value, float) and value.is_integer():
            return int(value)
        self.fail("decode/type", None, f"found {describe(value)}, expected {expected}")
        return None
