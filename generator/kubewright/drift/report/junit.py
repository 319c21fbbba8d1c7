"""JUnit: a case for each warning or worse; those that reach the threshold fail."""

from __future__ import annotations

from xml.etree import ElementTree as xml

from kubewright.drift import rules
from kubewright.drift.judge import Finding
from kubewright.drift.outcome import NEVER, USED, Outcome
from kubewright.drift.report.text import use_line
from kubewright.drift.report.wording import sentence, subject, title, verdict
from kubewright.errors import printable


def render(outcome: Outcome, fail_on: str = rules.BREAKING) -> str:
    """The report as XML text."""
    cases = [
        each for each in outcome.shown if rules.at_least(each.severity, rules.WARNING)
    ]
    failed = [each for each in cases if _fails(each, outcome, fail_on)]
    counts = {"tests": str(len(cases)), "failures": str(len(failed)), "errors": "0"}
    root = xml.Element("testsuites", {"name": "kubewright drift", **counts})
    suite = xml.SubElement(
        root, "testsuite", {"name": f"drift {title(outcome)}", **counts, "skipped": "0"}
    )
    for each in cases:
        _case(suite, each, outcome, each in failed)
    xml.SubElement(suite, "system-out").text = _summary(outcome)
    xml.indent(root, " ")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{xml.tostring(root, encoding="unicode")}\n'


def _fails(finding: Finding, outcome: Outcome, fail_on: str) -> bool:
    if fail_on == NEVER:
        return False
    if fail_on == USED:
        return (
            finding.severity == rules.BREAKING and finding.fingerprint in outcome.used
        )
    return rules.at_least(finding.severity, fail_on)


def _case(suite: xml.Element, finding: Finding, outcome: Outcome, failed: bool) -> None:
    name = printable(f"{finding.rule.id} {subject(finding.change)}")
    where = printable(f"drift.{finding.group}")
    case = xml.SubElement(suite, "testcase", {"name": name, "classname": where})
    case.set("id", finding.fingerprint)
    uses = [
        use_line(use, finding.severity)
        for use in outcome.shown_uses
        if use.change == finding.fingerprint
    ]
    body = "\n".join([finding.rule.help, *uses])
    if failed:
        words = {"message": sentence(finding), "type": finding.severity}
        xml.SubElement(case, "failure", words).text = body
    else:
        xml.SubElement(case, "system-out").text = f"{sentence(finding)}\n{body}"


def _summary(outcome: Outcome) -> str:
    skipped = (printable(f"{each.file}: {each.reason}") for each in outcome.skipped)
    return "\n".join([verdict(outcome), *map(printable, outcome.notes), *skipped])
