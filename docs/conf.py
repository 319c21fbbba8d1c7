"""Sphinx configuration of the project's own pages, which stand beside the reference.

`make docs` and `kubewright docs --guide docs` build both in one project.
"""

import sys
from pathlib import Path

from kubewright.refdocs.site.settings import *  # noqa: F403
from kubewright.refdocs.site.settings import exclude_patterns, extensions

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

extensions = [*extensions, "myst_parser", "sphinx.ext.autodoc"]
extensions += ["commands", "plain", "repository"]
exclude_patterns = [*exclude_patterns, "_ext"]
myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
