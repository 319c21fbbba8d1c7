"""The HTML page in headless Chromium: search, filters, state in the hash, and without script."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from drift import support
from kubewright.drift.outcome import Use, with_uses
from kubewright.drift.report import page

CHROMIUM = shutil.which("chromium")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--virtual-time-budget=4000",
    "--dump-dom",
)
# Each step acts as a user does, and notes what the page shows then.
DRIVER = """
<script>
const told = [];
const shown = () => [...document.querySelectorAll(".card")].filter((card) => !card.hidden);
const note = () => told.push({hash: location.hash, said: shown_text(), shown: shown().length,
  ids: [...new Set(shown().map((card) => card.dataset.id))],
  severities: [...new Set(shown().map((card) => card.dataset.severity))],
  sections: [...document.querySelectorAll("main section")].filter((s) => !s.hidden).length});
const shown_text = () => document.getElementById("shown").textContent;
const form = document.getElementById("filters");
const put = (name, value) => {
  form.elements[name].value = value;
  form.elements[name].dispatchEvent(new Event("input", {bubbles: true}));
};
const tick = (name, value) => form.querySelector(`[name=${name}][value="${value}"]`).click();
const steps = [STEPS];
(async () => {
  for (const step of steps) {
    step();
    await new Promise((done) => setTimeout(done, 50));
    note();
  }
  const out = document.createElement("pre");
  out.id = "told";
  out.textContent = JSON.stringify(told);
  document.body.append(out);
})();
</script>
</body>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is missing")


@pytest.fixture(scope="module")
def report() -> str:
    """The page of two releases, with one finding in use."""
    whole = support.outcome(support.released("1.36", "1.37"))
    used = next(each for each in whole.findings if each.rule.id == "field-removed")
    row = Use("a.py", 1, 1, 2, "x", used.rule.id, "keyword", "high", used.fingerprint)
    return page.render(with_uses(whole, [row], scanned=1))


def dom(text: str, folder: Path, fragment: str = "") -> str:
    """The document that Chromium has made of a page."""
    path = folder / "page.html"
    path.write_text(text, "utf-8")
    profile = f"--user-data-dir={folder / 'profile'}"
    call = [str(CHROMIUM), *FLAGS, profile, f"{path.as_uri()}{fragment}"]
    return subprocess.run(
        call, capture_output=True, text=True, timeout=120, check=True
    ).stdout


def drive(text: str, folder: Path, steps: list[str], fragment: str = "") -> list[Any]:
    """What the page shows after each step."""
    body = ", ".join(f"() => {{ {step} }}" for step in steps)
    driven = text.replace("</body>", DRIVER.replace("STEPS", body))
    found = re.search(r'<pre id="told">(.*?)</pre>', dom(driven, folder, fragment))
    assert found, "the driver did not end"
    told: list[Any] = json.loads(html.unescape(found[1]))
    return told


def test_search_filters_and_hash(report: str, tmp_path: Path) -> None:
    """Each control narrows the list, the hash follows, and clearing shows all again."""
    total = report.count('<details class="card')
    start, words, bad, group, used, clear = drive(
        report,
        tmp_path,
        [
            "",
            "put('q', 'nodeallocatable mapping')",
            "put('q', ''); tick('severity', 'breaking')",
            "put('group', 'apps')",
            "tick('severity', 'breaking'); put('group', ''); tick('used', '1')",
            "form.reset()",
        ],
    )
    assert (start["shown"], start["hash"]) == (total, "")
    assert start["said"] == f"{total} of {total} shown"
    assert 0 < words["shown"] < 40
    assert words["hash"] == "#q=nodeallocatable+mapping"
    assert (bad["severities"], bad["hash"]) == (["breaking"], "#severity=breaking")
    assert group["ids"] == ["field-became-required"]
    assert (group["shown"], group["sections"]) == (5, 1)
    assert group["hash"] == "#severity=breaking&group=apps"
    assert (used["shown"], used["ids"]) == (1, ["field-removed"])
    assert (clear["shown"], clear["hash"]) == (total, "")


def test_hash_restores_the_filters(report: str, tmp_path: Path) -> None:
    """A link shows what its sender saw, and a changed hash is followed."""
    first, second = drive(
        report,
        tmp_path,
        ["", "location.hash = '#id=model-replaced&stability=beta'"],
        "#severity=breaking&group=apps",
    )
    assert (first["shown"], first["sections"]) == (5, 1)
    assert (second["ids"], second["shown"]) == (["model-replaced"], 2)


def test_link_to_a_finding_opens_it(report: str, tmp_path: Path) -> None:
    """The line of a use leads to its finding, open, with all filters cleared."""
    link = re.search(r'href="#(c-[0-9a-f]{12})"', report)
    assert link
    made = dom(report, tmp_path, f"#{link[1]}")
    card = re.search(rf'<details[^>]*id="{link[1]}"[^>]*>', made, re.DOTALL)
    assert card
    assert " open" in card[0]


def test_without_script_it_is_a_plain_list(report: str, tmp_path: Path) -> None:
    """Without script all findings are there and the filters, which would do nothing, are not."""
    # The page's own policy, tightened: Chromium dumps nothing with scripts switched off.
    strict = report.replace("script-src 'unsafe-inline'", "script-src 'none'")
    made = dom(strict, tmp_path, "#severity=breaking")
    cards = re.findall(r'<details class="card[^>]*>', made)
    assert len(cards) == report.count('<details class="card')
    assert not any(" hidden" in card for card in cards)
    assert re.search(r'<form id="filters"[^>]*hidden', made)


def test_page_needs_no_network(report: str) -> None:
    """Nothing is loaded, and the page forbids it itself."""
    assert not re.search(r"\b(?:src|href)=\"(?!#)", report)
    assert "default-src 'none'" in report
    assert "url(" not in report
