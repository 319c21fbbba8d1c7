"""Builds all Sphinx stubs of a release, both trees, nitpicky and with warnings as errors.

A step of `.ci/run` and no test: autodoc takes two minutes of one core for it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from kubewright.codegen.generate import Request, generate
from kubewright.refdocs.pages import pages
from kubewright.spec import releases, sources


def main(release: str = "") -> int:
    """The exit code of sphinx-build over the stubs of `release`, of the newest if ""."""
    name = release or releases.newest().name
    aliases = releases.aliases(name)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / name
        request = Request(
            sources.load(name), name, aliases, formatted=False, pages=pages()
        )
        generate(request, tree)
        command = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q"]
        command += ["-j", "2", "-b", "dummy", str(tree / "doc/source"), f"{folder}/out"]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
