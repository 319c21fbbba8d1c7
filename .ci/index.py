"""Print the package index that pip is configured to ask; no file of ours names one."""

import os
import re
import subprocess
import sys
from functools import cache


@cache
def index() -> str:
    """The index that pip's own help shows as the default, which its configuration sets."""
    command = [sys.executable, "-m", "pip", "install", "--help"]
    environment = {**os.environ, "COLUMNS": "1000"}
    shown = subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout
    found = re.search(r"--index-url.*?\(default (\S+)\)", shown, re.DOTALL)
    if found is None:
        sys.exit("`pip install --help` names no default of --index-url")
    return found[1].rstrip("/")


if __name__ == "__main__":
    print(index())
