"""What texts say: deprecations."""

from __future__ import annotations

import pytest

from kubewright.drift.words import says_deprecated


@pytest.mark.parametrize(
    "text",
    [
        "Deprecated: use the other one.",
        "The size. Deprecated: use the other one.",
        "(Deprecated) the size",
        "DEPRECATED - this is ignored",
        "The size; this is DEPRECATED",
        "This field is deprecated.",
        "It has been deprecated in favor of size.",
        "It will be deprecated in a future release",
        "deprecatedName is a deprecated alias for name.",
        "The size. Deprecated since 1.30",
        "The size, deprecated as of v1.30",
        "The size. Deprecated and ignored",
    ],
)
def test_deprecated(text: str) -> None:
    """A text says that its subject is deprecated."""
    assert says_deprecated(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "This field is not deprecated.",
        "It was never deprecated.",
        "This has not been deprecated.",
        "Replaces the deprecated field name",
        "Takes what deprecated clients send",
        "undeprecated",
    ],
)
def test_not_deprecated(text: str) -> None:
    """A denial and the mention of something else that is deprecated say nothing."""
    assert not says_deprecated(text)
