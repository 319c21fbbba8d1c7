"""Sphinx as a process of its own, which ends with the one that reads its progress."""

from __future__ import annotations

import sys

from sphinx.cmd.build import main

from kubewright import parent

if __name__ == "__main__":
    parent.attend_stdin()
    sys.exit(main(sys.argv[1:]))
