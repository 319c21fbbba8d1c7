"""Inputs that are too large, too deep or multiply are refused, in bounded memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from bounds.cases import CASES, run

QUICK = [name for name, case in CASES.items() if not case.slow]


@pytest.mark.parametrize("name", QUICK)
def test_bound(tmp_path: Path, name: str) -> None:
    """The exit code, a text with the limit, no traceback; the address space is limited."""
    case = CASES[name]
    found = run(case, tmp_path)
    assert found.code == case.code, found.said
    assert case.says in found.said
    assert "Traceback" not in found.said
