"""The sample of the contract's machine-readable cases, on both trees."""

from __future__ import annotations

from typing import Any

import pytest

from contract import cases

CASES = cases.load()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_gives_what_the_contract_wants(case: cases.Case, models: Any) -> None:
    """A case gives the official outcome, or the wanted one where the contract improves."""
    got = cases.outcome(case, models)
    wanted = {"warns": 0, **case["expect"]}
    assert {key: got.get(key) for key in wanted} == wanted


def test_sample_is_whole() -> None:
    """The sample holds the 72 cases it was handed over with."""
    assert len(CASES) == 72
