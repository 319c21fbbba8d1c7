"""With our models inside, the official client passes the tests that it ships."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

# These need an API server.
NEED_SERVER = ("aio/dynamic/", "aio/utils/create_from_yaml_test.py")


def start(python: Path, root: Path) -> subprocess.Popen[str]:
    """Run the `*_test.py` files of the package below `root`."""
    files = sorted(
        str(path.relative_to(root)) for path in root.glob("kubernetes/**/*_test.py")
    )
    chosen = [name for name in files if not any(part in name for part in NEED_SERVER)]
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib"]
    return subprocess.Popen(
        [str(python), "-m", "pytest", *options, *chosen],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def passed(process: subprocess.Popen[str]) -> int:
    """How many tests passed; all must."""
    output, _ = process.communicate()
    assert process.returncode == 0, output
    return int(re.findall(r"(\d+) passed", output)[-1])


def test_as_many_pass_as_before(
    official_python: Path, official_package: Path, overlaid: Path
) -> None:
    """The same number of tests passes on the official models and on ours, over 300 of them."""
    ours = start(official_python, overlaid)
    theirs = start(official_python, official_package.parent)
    assert passed(ours) == passed(theirs) > 300
