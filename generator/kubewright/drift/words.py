"""Names and texts as words, and how alike two of them are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from kubewright.codegen.naming import underscore

VERSION = re.compile(r"v(\d+)(?:(alpha|beta)(\d+))?", re.ASCII)
GA, BETA, ALPHA, NONE = "ga", "beta", "alpha", "none"
# Definitions of the machinery carry `v1` in their key, but no API version.
MACHINERY = "io.k8s.apimachinery."
RANK = {"": 2, "beta": 1, "alpha": 0}

_WORD = re.compile(r"[A-Za-z0-9]+")
_DEPRECATED = re.compile(
    r"(?i:(?:^|[.!?]\s)\W*deprecated\b|\bdeprecated[:.,;)]"
    r"|\b(?:is|are|was|been|now|be|considered|as)\s+(?:an?\s+|the\s+|now\s+)?deprecated\b"
    r"|\bdeprecated\s+(?:and|as of|in favou?r|in v?\d|since)\b)|\bDEPRECATED\b"
)
_DENIED = re.compile(
    r"\b(?:not|never)\s+(?:yet\s+)?(?:been\s+|be\s+)?deprecated\b", re.I
)
_GATE = re.compile(
    r"\balpha\b[^.]*\b(?:field|feature|level)\b|\bfeature\s*gate\b[^.]*\balpha\b",
    re.IGNORECASE,
)


@cache
def split_key(key: str) -> tuple[str, str, str]:
    """A definition key as group, version and name; the version is ``""`` where it has none."""
    *rest, name = key.split(".")
    for index in range(len(rest) - 1, -1, -1):
        if VERSION.fullmatch(rest[index]):
            return ".".join(rest[:index] + rest[index + 1 :]), rest[index], name
    return ".".join(rest), "", name


def versionless(key: str) -> tuple[str, str]:
    """What a definition shares with its other versions: group and name."""
    group, _, name = split_key(key)
    return group, name


def stability(key: str) -> str:
    """`alpha`, `beta` or `ga` by the version in the key, else `none`."""
    if key.startswith(MACHINERY):
        return NONE
    return version_stability(split_key(key)[1])


def version_stability(version: str) -> str:
    """The stability that a version such as `v1beta2` promises."""
    match = VERSION.fullmatch(version)
    return (match[2] or GA) if match else NONE


def version_rank(version: str) -> tuple[int, int, int]:
    """What versions sort by: alpha before beta before GA, then by number."""
    match = VERSION.fullmatch(version)
    return (
        (RANK[match[2] or ""], int(match[1]), int(match[3] or 0))
        if match
        else (-1, 0, 0)
    )


@cache
def name_words(name: str) -> tuple[str, ...]:
    """The words of a name, singular: `vanIPs` -> `van`, `ip`."""
    return tuple(_singular(word) for word in underscore(name).split("_") if word)


def _singular(word: str) -> str:
    return (
        word[:-1]
        if len(word) > 2 and word.endswith("s") and not word.endswith("ss")
        else word
    )


def alike_names(one: str, other: str) -> float:
    """How many words two names share, from 0 to 1."""
    return dice(name_words(one), name_words(other))


def alike_texts(one: str, other: str, names: Iterable[str] = ()) -> float:
    """How many words two texts share, from 0 to 1; the `names` themselves do not count."""
    own = {name.lower() for name in names}
    return dice(_text_words(one, own), _text_words(other, own))


def _text_words(text: str, own: set[str]) -> list[str]:
    return [word for word in map(str.lower, _WORD.findall(text)) if word not in own]


def dice(one: Iterable[str], other: Iterable[str]) -> float:
    """Twice the common share of two bags of words."""
    first, second = Counter(one), Counter(other)
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def says_deprecated(text: str) -> bool:
    """Whether a description says that its subject is deprecated."""
    return bool(_DEPRECATED.search(_DENIED.sub("", text)))


def says_alpha(text: str) -> bool:
    """Whether a description names an alpha feature."""
    return bool(_GATE.search(text))
