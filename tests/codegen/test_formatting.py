"""No text is formatted twice, and what is remembered changes no byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from kubewright.codegen import formatting, remembered

FILES = {"a.py": "x = {  'a':1 }\n", "b.py": "y = 1\n", "c.txt": "z  =  1"}
CLEAN = {"a.py": 'x = {"a": 1}\n', "b.py": "y = 1\n", "c.txt": "z  =  1"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own for each test."""
    monkeypatch.setenv("KUBEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_formatted_text_is_not_formatted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second run asks black for nothing where the text is one that black made."""
    formatting.remember(formatting.format_files(FILES))
    monkeypatch.setattr(formatting, "formatted", pytest.fail)
    assert formatting.format_files(CLEAN) == CLEAN


def test_unformatted_text_is_formatted_every_time() -> None:
    """What black changes is never taken for clean."""
    for _ in range(2):
        assert formatting.format_files(FILES) == CLEAN
        formatting.remember(CLEAN)


@pytest.mark.parametrize("damage", [b"\xff\x00", b"", b"not a digest"])
def test_damaged_memory_is_passed_over(cache: Path, damage: bytes) -> None:
    """Whatever stands in the file, the result is the same."""
    cache.mkdir()
    remembered.file().write_bytes(damage)
    assert formatting.format_files(FILES) == CLEAN


def test_cache_that_cannot_be_written_is_done_without(cache: Path) -> None:
    """A cache folder that is a file costs time and nothing else."""
    cache.write_text("in the way")
    formatting.remember(CLEAN)
    assert formatting.format_files(FILES) == CLEAN


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit only the newest digests stay."""
    monkeypatch.setattr(remembered, "LIMIT", 3)
    remembered.add(["a", "b"])
    remembered.add(["c", "d"])
    assert remembered.file().read_bytes() == listed("c", "d")


def test_what_comes_with_the_templates_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Texts of the shipped file are not formatted, and not kept a second time."""
    shipped = tmp_path / "shipped.txt"
    shipped.write_bytes(listed("y = 1\n"))
    monkeypatch.setattr(remembered, "shipped", lambda: shipped)
    formatting.remember(CLEAN)
    assert remembered.file().read_bytes() == listed(CLEAN["a.py"])
    monkeypatch.setattr(formatting, "formatted", pytest.fail)
    assert formatting.format_files(CLEAN) == CLEAN


def listed(*texts: str) -> bytes:
    """The file that remembers `texts`."""
    return remembered.listed(map(remembered.digest, texts))
