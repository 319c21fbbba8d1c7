"""What a run found, as one value that every form of report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kubewright.drift import rules
from kubewright.drift.judge import Finding, with_use
from kubewright.drift.rules import BREAKING, SEVERITIES

HIGH, MEDIUM, LOW = "high", "medium", "low"
CONFIDENCES = (HIGH, MEDIUM, LOW)
HOWS = (
    "import",
    "construct",
    "keyword",
    "attribute",
    "annotation",
    "string",
    "manifest",
)
NEVER, USED = "never", "used"


@dataclass(frozen=True, slots=True, order=True)
class Use:
    """A place in the user's files that a change concerns.

    `line`, `column` and `end_column` count characters from 1, the last one past the end;
    `change` is a fingerprint; `rewrite` replaces the text from `column` to `end_column`
    and is ``""`` where none is exact.
    """

    file: str
    line: int
    column: int
    end_column: int
    symbol: str
    id: str
    how: str
    confidence: str
    change: str
    rewrite: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Skipped:
    """A file, or a part of it, that could not be read, and why."""

    file: str
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """Which findings a report shows; empty means all."""

    level: str = rules.DOC
    group: str = ""
    stability: str = ""
    id: str = ""
    used_only: bool = False

    def takes(self, finding: Finding, used: frozenset[str]) -> bool:
        """Whether `finding` is chosen, its level apart."""
        return (
            self.group in ("", finding.group, finding.group.partition(".")[0])
            and self.stability in ("", finding.stability)
            and self.id in ("", finding.rule.id)
            and (not self.used_only or finding.fingerprint in used)
        )


@dataclass(frozen=True)
class Outcome:
    """The findings between `old` and `new`, the uses found, and what was not looked at.

    `old` and `new` are names as given, `digests` those of their definitions; `level` is the
    least severity that is shown, while counts hold all findings.
    """

    old: str
    new: str
    digests: tuple[str, str]
    findings: tuple[Finding, ...]
    uses: tuple[Use, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    scanned: int | None = None
    level: str = rules.DOC

    @cached_property
    def used(self) -> frozenset[str]:
        """The fingerprints of the findings that the user's files use."""
        return frozenset(use.change for use in self.uses)

    @cached_property
    def shown(self) -> tuple[Finding, ...]:
        """The findings of the chosen level or worse."""
        return tuple(
            each for each in self.findings if rules.at_least(each.severity, self.level)
        )

    @cached_property
    def shown_uses(self) -> tuple[Use, ...]:
        """The uses of the findings that are shown."""
        names = {each.fingerprint for each in self.shown}
        return tuple(use for use in self.uses if use.change in names)

    @cached_property
    def causes(self) -> tuple[Finding, ...]:
        """The findings that follow from no other one: these are counted."""
        known = {each.fingerprint for each in self.findings}
        return tuple(each for each in self.findings if each.caused_by not in known)

    @cached_property
    def by_fingerprint(self) -> Mapping[str, Finding]:
        """The findings by fingerprint."""
        return {each.fingerprint: each for each in self.findings}

    def counts(self) -> dict[str, int]:
        """How many causes there are of each severity."""
        found = Counter(each.severity for each in self.causes)
        return {severity: found[severity] for severity in SEVERITIES}

    def used_counts(self) -> dict[str, int]:
        """How many causes of each severity are used, themselves or by what follows from them."""
        used = {
            self._cause(each).fingerprint
            for each in self.findings
            if each.fingerprint in self.used
        }
        found = Counter(
            each.severity for each in self.causes if each.fingerprint in used
        )
        return {severity: found[severity] for severity in SEVERITIES}

    def _cause(self, finding: Finding) -> Finding:
        """The finding that is counted for `finding`."""
        while finding.caused_by in self.by_fingerprint:
            finding = self.by_fingerprint[finding.caused_by]
        return finding

    def by_id(self) -> dict[str, int]:
        """How many causes there are of each id."""
        return dict(sorted(Counter(each.rule.id for each in self.causes).items()))

    def folded(self) -> dict[str, int]:
        """How many findings of each id follow from another one."""
        causes = {each.fingerprint for each in self.causes}
        found = (
            each.rule.id for each in self.findings if each.fingerprint not in causes
        )
        return dict(sorted(Counter(found).items()))

    def fails(self, threshold: str) -> bool:
        """Whether the findings reach `threshold`: a severity, `used` (breaking) or `never`."""
        if threshold == NEVER:
            return False
        if threshold == USED:
            return any(
                each.severity == BREAKING and each.fingerprint in self.used
                for each in self.findings
            )
        return any(rules.at_least(each.severity, threshold) for each in self.findings)


def chosen(outcome: Outcome, choice: Choice) -> Outcome:
    """`outcome` with the findings that `choice` takes, and the uses of those."""
    kept = tuple(each for each in outcome.findings if choice.takes(each, outcome.used))
    names = {each.fingerprint for each in kept}
    uses = tuple(use for use in outcome.uses if use.change in names)
    return replace(outcome, findings=kept, uses=uses, level=choice.level)


def _with_causes(outcome: Outcome, used: set[str]) -> set[str]:
    """The `used` fingerprints and those of their causes: a cause is counted for its effects."""
    known, found = outcome.by_fingerprint, set(used)
    waiting = list(used)
    while waiting:
        finding = known.get(waiting.pop())
        if finding and finding.caused_by and finding.caused_by not in found:
            found.add(finding.caused_by)
            waiting.append(finding.caused_by)
    return found


def with_uses(outcome: Outcome, uses: Iterable[Use], **found: object) -> Outcome:
    """`outcome` with the uses found: what is used loses the discount of its stability."""
    kept = tuple(sorted(uses))
    used = _with_causes(outcome, {use.change for use in kept})
    findings = tuple(
        with_use(each) if each.fingerprint in used else each
        for each in outcome.findings
    )
    ordered = tuple(sorted(findings, key=Finding.sort_key))
    return replace(outcome, findings=ordered, uses=kept, **found)  # type: ignore[arg-type]
