"""With our models inside, the official client passes the tests that it ships."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

# These need an API server.
NEED_SERVER = ("aio/dynamic/", "aio/utils/create_from_yaml_test.py")


PASSED = re.compile(r"(\d+) passed")
COLLECTED = re.compile(r"(\d+) tests collected")


def run(python: Path, root: Path, *more: str) -> str:
    """What pytest says of the `*_test.py` files of the package below `root`; all must pass."""
    files = [
        str(path.relative_to(root)) for path in root.glob("kubernetes/**/*_test.py")
    ]
    chosen = [
        name for name in sorted(files) if not any(part in name for part in NEED_SERVER)
    ]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", *more]
    done = subprocess.run(
        [str(python), "-m", "pytest", *options, *chosen],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def count(kind: re.Pattern[str], text: str) -> int:
    """How many tests `text` says to be of that kind."""
    return int(kind.findall(text)[-1])


def test_every_official_test_passes(
    official_python: Path, untouched: Path, overlaid: Path
) -> None:
    """Each test that the client has passes on our models, over 300 of them."""
    theirs = count(COLLECTED, run(official_python, untouched, "--collect-only"))
    ours = run(official_python, overlaid)
    assert count(PASSED, ours) == theirs > 300
