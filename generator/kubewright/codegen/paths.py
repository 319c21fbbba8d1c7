"""Paths that every file system holds and keeps apart, those of Windows and macOS too."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator

from kubewright.errors import Problem

# Device names of Windows, which cannot be files there whatever their ending.
DEVICES = frozenset({"con", "prn", "aux", "nul"}) | {
    f"{device}{digit}" for device in ("com", "lpt") for digit in range(1, 10)
}
# Of one name, on nearly every file system; our own names are ASCII.
NAME_LIMIT = 255


def problems(paths: Iterable[str]) -> Iterator[Problem]:
    """What speaks against the files `paths` (with slashes) of one folder."""
    alike: dict[str, list[str]] = defaultdict(list)
    names: dict[str, str] = {}
    for path in paths:
        alike[unicodedata.normalize("NFC", path).casefold()].append(path)
        names.update(dict.fromkeys(path.split("/"), path))
    for same in alike.values():
        if len(same) > 1:
            found = "names that differ in case alone"
            yield Problem(" and ".join(same), found, "names that are apart everywhere")
    yield from _name_problems(names)


def _name_problems(names: dict[str, str]) -> Iterator[Problem]:
    """One problem a name, however many paths hold it."""
    longest = max(names, key=len)
    if len(longest) > NAME_LIMIT:
        found = f"a name of {len(longest)} characters"
        yield Problem(names[longest], found, f"at most {NAME_LIMIT}")
    stems = {name.partition(".")[0].lower(): path for name, path in names.items()}
    for stem in sorted(DEVICES & stems.keys()):
        expected = "a name that files may have on Windows"
        yield Problem(stems[stem], f"the name {stem}", expected)
