"""With our models inside, the official client passes the tests that it ships."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

# These need an API server.
NEED_SERVER = ("aio/dynamic/", "aio/utils/create_from_yaml_test.py")


def passed(python: Path, root: Path) -> int:
    """How many of the `*_test.py` files' tests of the package below `root` pass; all must."""
    files = [
        str(path.relative_to(root)) for path in root.glob("kubernetes/**/*_test.py")
    ]
    chosen = [
        name for name in sorted(files) if not any(part in name for part in NEED_SERVER)
    ]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib"]
    done = subprocess.run(
        [str(python), "-m", "pytest", *options, *chosen],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return int(re.findall(r"(\d+) passed", done.stdout)[-1])


def test_as_many_pass_as_before(
    official_python: Path, untouched: Path, overlaid: Path
) -> None:
    """The same number of tests passes on the official models and on ours, over 300 of them."""
    # One after the other: some of the tests listen on a port of their own.
    theirs = passed(official_python, untouched)
    assert passed(official_python, overlaid) == theirs > 300
