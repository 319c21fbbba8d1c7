"""`make audit`: is a locked version yanked, or named by an advisory?

pip-audit asks PyPI for one version at a time, or OSV. An index between here and PyPI may
answer neither; its page of a project then still tells what is known of the newest version.
What nobody answers is counted and said, and fails nothing. Exit 1 where something is found.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import requests
from index import index

BIN = Path(sys.executable).parent
SECONDS = 20
SERVICES = ("pypi", "osv")
# Advisories that do not concern us, each with the reason.
IGNORED: dict[str, str] = {}

Pin = tuple[str, str]


def pins(texts: Iterable[str]) -> set[Pin]:
    """The names and versions that lock files hold, whatever their markers."""
    rows = (
        re.findall(r"^([\w.-]+)==([\w.!+-]+)", text, re.MULTILINE) for text in texts
    )
    return {pin for found in rows for pin in found}


def groups(locked: Iterable[Pin]) -> Iterator[list[Pin]]:
    """`locked` in lists that name no project twice, as a requirements file must not."""
    rest = sorted(locked)
    while rest:
        first = dict(reversed(rest))
        yield list(first.items())
        rest = [pin for pin in rest if first[pin[0]] != pin[1]]


def listed(folder: Path, rows: list[Pin]) -> Path:
    """A requirements file of `rows`."""
    path = folder / "requirements.txt"
    path.write_text("".join(f"{name}=={version}\n" for name, version in rows), "utf-8")
    return path


def advised(path: Path, service: str) -> dict[Pin, list[str]]:
    """The advisories by pin for those that `service` knows; empty where it is out of reach."""
    command = [BIN / "pip-audit", "--requirement", path, "--no-deps", "--disable-pip"]
    command += [
        "--format",
        "json",
        "--progress-spinner",
        "off",
        "--vulnerability-service",
    ]
    command += [service, "--timeout", str(SECONDS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        rows = json.loads(done.stdout)["dependencies"]
    except ValueError:
        return {}
    answered = [row for row in rows if "skip_reason" not in row]
    return {
        (row["name"], row["version"]): [found["id"] for found in row["vulns"]]
        for row in answered
    }


@cache
def page(name: str) -> dict[str, Any]:
    """The index's page of a project in JSON, empty where there is none."""
    url = f"{index().removesuffix('/simple')}/pypi/{name}/json"
    try:
        answer = requests.get(url, timeout=SECONDS)
        found = answer.json() if answer.ok else {}
    except (requests.RequestException, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def withdrawn(pin: Pin) -> str | None:
    """Why all files of `pin` are yanked, "" where they are not, None without an answer."""
    name, version = pin
    files = page(name).get("releases", {}).get(version)
    if not files:
        return None
    if all(file.get("yanked") for file in files):
        return f"yanked: {files[0].get('yanked_reason') or 'no reason given'}"
    return ""


def newest(pin: Pin) -> list[str] | None:
    """The advisories that the page tells of `pin`, None where it is not the newest version."""
    name, version = pin
    if page(name).get("info", {}).get("version") != version:
        return None
    rows = page(name).get("vulnerabilities", [])
    return [row["id"] for row in rows if not row.get("withdrawn")]


def advisories(locked: Iterable[Pin]) -> dict[Pin, list[str]]:
    """The advisories by pin, from the first that answers for it."""
    known: dict[Pin, list[str]] = {}
    for service in SERVICES:
        for rows in groups(locked) if not known else ():
            with tempfile.TemporaryDirectory() as folder:
                known |= advised(listed(Path(folder), rows), service)
    rest = {pin: newest(pin) for pin in locked if pin not in known}
    return known | {pin: found for pin, found in rest.items() if found is not None}


def findings(
    known: dict[Pin, list[str]], yanks: dict[Pin, str | None]
) -> Iterator[str]:
    """A line for each fault that is not to be ignored."""
    for pin in sorted({*known, *yanks}):
        faults = [one for one in known.get(pin, ()) if one not in IGNORED]
        faults += filter(None, [yanks.get(pin)])
        yield from (f"{pin[0]} {pin[1]}: {fault}" for fault in faults)


def main(names: list[str]) -> int:
    """Look at the lock files `names`, and print what was found and what was not answered."""
    locked = pins(Path(name).read_text("utf-8") for name in names)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(page, {name for name, _ in locked}))
    yanks = {pin: withdrawn(pin) for pin in locked}
    known = advisories(locked)
    found = [*findings(known, yanks)]
    unknown = sum(answer is None for answer in yanks.values())
    print(*found, sep="\n", end="\n" if found else "")
    print(f"audit: {len(locked)} locked versions, {len(found)} findings")
    print(f"no answer: advisories of {len(locked) - len(known)}, yanks of {unknown}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
